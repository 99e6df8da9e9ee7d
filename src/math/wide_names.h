/* wide_names.h: from here on `real` is `wide`, and v3_add, s3_mul, sqrt … work on wide numbers (wide.h). To be included after
 * all headers that mean plain numbers by these names. */
#ifndef MATH_WIDE_NAMES_H
#define MATH_WIDE_NAMES_H

#include "math/wide.h"

#define REAL_IS_WIDE
#define real wide
#define real3 wide3
#define real_quat wide_quat
#define real_mat3 wide_mat3
#define real_sym3 wide_sym3
#define real_all wide_all
#define real_choose wide_choose
#define sqrt wide_sqrt
#define v3 wide_v3
#define v3_add wide_v3_add
#define v3_sub wide_v3_sub
#define v3_neg wide_v3_neg
#define v3_scale wide_v3_scale
#define v3_add_scaled wide_v3_add_scaled
#define v3_dot wide_v3_dot
#define v3_cross wide_v3_cross
#define m3_mul wide_m3_mul
#define m3_tmul wide_m3_tmul
#define s3_mul wide_s3_mul
#define s3_rotate wide_s3_rotate
#define q_mul wide_q_mul
#define q_norm2 wide_q_norm2
#define q_scale wide_q_scale
#define q_small wide_q_small
#define q_near_unit_scale wide_q_near_unit_scale
#define q_matrix wide_q_matrix
#include "math/vectors.inc"

#endif
