/* frame.h: shared by joints that lock a whole frame: six directions and three rows (see orient.c). */
#ifndef CONSTRAINT_FRAME_H
#define CONSTRAINT_FRAME_H

#include "constraint/constraint.h"

#define FRAME_INPUTS                                                                                                   \
    {"X", INPUT_DIRECTION}, {"Y", INPUT_DIRECTION}, {"Z", INPUT_DIRECTION}, {"U", INPUT_DIRECTION},                    \
        {"V", INPUT_DIRECTION},                                                                                        \
    {                                                                                                                  \
        "W", INPUT_DIRECTION                                                                                           \
    }
#define FRAME_TURN "turn((dot(U, X) + dot(V, Y) + dot(W, Z) - 1)/2)/2"
#define FRAME_ROWS                                                                                                     \
    {FRAME_TURN "*(dot(V, Z) - dot(W, Y))", "rad", LEVEL_POSITION},                                                    \
        {FRAME_TURN "*(dot(W, X) - dot(U, Z))", "rad", LEVEL_POSITION},                                                \
    {                                                                                                                  \
        FRAME_TURN "*(dot(U, Y) - dot(V, X))", "rad", LEVEL_POSITION                                                   \
    }

/* Appends the columns of `first` fixed in body[0] as X, Y, Z and of `second` fixed in body[1] as U, V, W. */
void frame_inputs(const struct constraint_context *x, const int body[2], const mat3 *first, const mat3 *second,
                  struct constraint_build *out);

/* The arguments of a joint with one axis: A B P D, or A B P Q D E for parts that are yet to be assembled. */
struct axis_joint {
    int body[2];
    struct connector p, q; /* the point, on A and on B */
    struct connector d, e; /* the axis, on A and on B */
    vec3 d_now, e_now;     /* the axes in the world now */
    vec3 u_now, v_now;     /* a direction normal to D, and its image under the shortest rotation from D to E */
};
const char *axis_joint_read(const struct constraint_context *x, const struct constraint_arg *args, int count,
                            struct axis_joint *j, int *wrong_argument);

#endif
