/* make_goals.h: minimize, fit and snake: what a model strives for. Each fills the definition of a force; false after a report. */
#ifndef MODEL_MAKE_MAKE_GOALS_H
#define MODEL_MAKE_MAKE_GOALS_H

#include "model/model.h"

bool goals_minimize(struct sight *look, const struct statement *s, struct force_def *out);
bool goals_fit(struct sight *look, const struct statement *s, struct force_def *out);
bool goals_snake(struct sight *look, const struct statement *s, struct force_def *out);

#endif
