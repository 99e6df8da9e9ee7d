/* body.c: see body.h. */
#include "object/body.h"

const struct build build_none = {.orientation = {1, 0, 0, 0}};
