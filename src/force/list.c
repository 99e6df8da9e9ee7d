/* list.c: the list of force kinds, alone in its file: a program that brings kinds of its own defines `force_classes` itself,
 * includes list.h and adds its lines, and the linker takes that list instead of this one (tests/kinds does so). */
#include "force/force.h"

#define KIND(name) extern const struct force_class force_##name;
#include "force/list.h"
#undef KIND

const struct force_class *const force_classes[] = {
#define KIND(name) &force_##name,
#include "force/list.h"
#undef KIND
    NULL};
