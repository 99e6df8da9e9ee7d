/* constraint.c: the register of constraint kinds. */
#include "constraint/constraint.h"

#include <string.h>

#define KIND(name) extern const struct constraint_class constraint_##name;
#include "constraint/list.h"
#undef KIND

static const struct constraint_class *const classes[] = {
#define KIND(name) &constraint_##name,
#include "constraint/list.h"
#undef KIND
};

int constraint_class_count(void) { return (int)(sizeof classes / sizeof *classes); }
const struct constraint_class *constraint_class_at(int i) { return classes[i]; }

const struct constraint_class *constraint_find(const char *name)
{
    for (int i = 0; i < constraint_class_count(); i++)
        if (strcmp(classes[i]->name, name) == 0)
            return classes[i];
    return NULL;
}

/* How many numbers a formula of a form gives: known from its type, which its text shows when it is parsed once. */
int constraint_form_rows(const struct constraint_form *form, const char *units[CONSTRAINT_ROWS],
                         enum level levels[CONSTRAINT_ROWS])
{
    int rows = 0;
    struct formula *f = formula_new();
    struct diagnostics *d = diagnostics_new();
    for (int i = 0; i < CONSTRAINT_ROWS && form->rows[i].formula != NULL; i++) {
        struct value v = derive_form_row(f, form, i, d);
        int count = v.type == VALUE_VECTOR ? 3 : 1;
        for (int k = 0; k < count; k++, rows++) {
            units[rows] = form->rows[i].unit;
            levels[rows] = form->rows[i].level;
        }
    }
    diagnostics_free(d);
    formula_free(f);
    return rows;
}
