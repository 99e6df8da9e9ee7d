/* make_goals.h: goals of a model: minimize, fit and snake. Each fills the definition of a force; false after a
 * report. */
#ifndef MODEL_MAKE_MAKE_GOALS_H
#define MODEL_MAKE_MAKE_GOALS_H

#include "model/model.h"

bool goals_minimize(struct sight *look, const struct statement *s, struct force_def *out);
bool goals_fit(struct sight *look, const struct statement *s, struct force_def *out);
bool goals_snake(struct sight *look, const struct statement *s, struct force_def *out);

#endif
