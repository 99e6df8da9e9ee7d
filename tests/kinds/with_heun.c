/* with_heun.c: the list of integrators for a command with an additional one. */
#include "heun.h"
