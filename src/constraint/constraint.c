/* constraint.c: the list of constraint kinds. */
#include "constraint/constraint.h"

#include <string.h>

#define KIND(name) extern const struct constraint_class constraint_##name;
#include "constraint/constraint_list.h"
#undef KIND

static const struct constraint_class *const classes[] = {
#define KIND(name) &constraint_##name,
#include "constraint/constraint_list.h"
#undef KIND
};

int constraint_class_count(void) { return (int)(sizeof classes / sizeof *classes); }
const struct constraint_class *constraint_class_at(int i) { return classes[i]; }

const struct constraint_class *constraint_find(const char *name)
{
    for (int i = 0; i < constraint_class_count(); i++)
        if (strcmp(classes[i]->kind.name, name) == 0)
            return classes[i];
    return NULL;
}
