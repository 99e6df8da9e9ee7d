/* bdf_vectors.h: vectors for CVODE whose numbers come from the memory of the library, and which are known: a step that is let
 * go of in the middle (base/task.h) leaves some behind that CVODE had made for it.
 */
#ifndef TIME_BDF_VECTORS_H
#define TIME_BDF_VECTORS_H

#include <nvector/nvector_serial.h>

struct kept_vector;

/* All zero: none yet. */
struct kept_vectors {
    struct kept_vector *first;
};

N_Vector vector_new(struct kept_vectors *all, int length, SUNContext context); /* NULL: there is no memory */
void vectors_free(struct kept_vectors *all);                                   /* those that are left */

#endif
