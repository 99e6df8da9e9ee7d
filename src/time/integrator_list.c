/* integrator_list.c: the list of integrators, in a file of its own so that a program with its own integrators can
 * replace it: it defines these arrays, includes integrator_list.h and adds lines, and the linker uses those (see
 * tests/kinds). */
#include "time/integrator_class.h"

#define KIND(name)                                                                                                     \
    extern const struct integrator_class integrator_##name;                                                            \
    extern const char integrator_name_##name[];
#include "time/integrator_list.h"
#undef KIND

const struct integrator_class *const integrator_classes[] = {
#define KIND(name) &integrator_##name,
#include "time/integrator_list.h"
#undef KIND
    NULL};

const char *const integrator_names[] = {
#define KIND(name) integrator_name_##name,
#include "time/integrator_list.h"
#undef KIND
    NULL};
