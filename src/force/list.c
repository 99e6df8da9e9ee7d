/* list.c: the list of force kinds, in a file of its own so that a program with its own kinds can replace it: it defines
 * `force_classes`, includes list.h and adds lines, and the linker uses that list (see tests/kinds). */
#include "force/force.h"

#define KIND(name) extern const struct force_class force_##name;
#include "force/list.h"
#undef KIND

const struct force_class *const force_classes[] = {
#define KIND(name) &force_##name,
#include "force/list.h"
#undef KIND
    NULL};
