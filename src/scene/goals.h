/* goals.h: minimize, fit and snake: what a model strives for. Each fills the definition of a force; false after a report. */
#ifndef SCENE_GOALS_H
#define SCENE_GOALS_H

#include "scene/scene.h"

bool goals_minimize(struct sight *look, const struct statement *s, struct force_def *out);
bool goals_fit(struct sight *look, const struct statement *s, struct force_def *out);
bool goals_snake(struct sight *look, const struct statement *s, struct force_def *out);

#endif
