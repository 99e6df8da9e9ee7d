/* quantity.h: the SI unit of a probe, as far as its formula tells. */
#ifndef APP_QUANTITY_H
#define APP_QUANTITY_H

#include "tenon/tenon.h"

/* "N", "m/s", "rad"; NULL where the formula does not tell: with lets, variables and factors, which may convert it. The text
 * is static. */
const char *quantity_unit(tn_world *w, const char *probe);

#endif
