/* integrator_list.c: the list of integrators, alone in its file: a program that brings one of its own defines these arrays
 * itself, includes integrator_list.h and adds its lines, and the linker takes those instead (tests/kinds does so). */
#include "time/integrator_class.h"

#define KIND(name) extern const struct integrator_class integrator_##name;
#include "time/integrator_list.h"
#undef KIND

const struct integrator_class *const integrator_classes[] = {
#define KIND(name) &integrator_##name,
#include "time/integrator_list.h"
#undef KIND
    NULL};

const char *const integrator_names[] = {
#define KIND(name) #name,
#include "time/integrator_list.h"
#undef KIND
    NULL};
