/* region.h: memory that is handed out piece by piece and given back as a whole.
 *
 * It comes from one block, which is kept from use to use and grows to what the last use asked for: what is made again and
 * again, as plans are, does not wait for the system to hand out and clear fresh pages.
 */
#ifndef BASE_REGION_H
#define BASE_REGION_H

#include "base/memory.h"

struct region {
    char *at;
    size_t size, used, wanted;
    ARRAY(void *) extra; /* what did not fit */
};

void *region_new(struct region *r, size_t bytes); /* zeroed, aligned to 64 */
void region_reset(struct region *r);              /* all that was handed out is given back */
void region_free(struct region *r);

#endif
