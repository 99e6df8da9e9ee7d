/* with_heun.c: the list of integrators for a command that knows one more. */
#include "heun.h"
