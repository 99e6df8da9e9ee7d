/* shape_list.h: every shape, in the order in which lists show them. A new shape is one file and one line here. */
#ifndef OBJECT_SHAPE_LIST_H
#define OBJECT_SHAPE_LIST_H

#include "object/shape.h"

#define SHAPE_LIST(SHAPE)                                                                                              \
    SHAPE(sphere)                                                                                                      \
    SHAPE(rod)                                                                                                         \
    SHAPE(box)                                                                                                         \
    SHAPE(cylinder)                                                                                                    \
    SHAPE(capsule)                                                                                                     \
    SHAPE(cone)                                                                                                        \
    SHAPE(ellipsoid)                                                                                                   \
    SHAPE(torus)                                                                                                       \
    SHAPE(link)                                                                                                        \
    SHAPE(mesh)

/* The class table of each: shape_sphere and so on. */
#define SHAPE_DECLARE(name) extern const struct shape_class shape_##name;
SHAPE_LIST(SHAPE_DECLARE)
#undef SHAPE_DECLARE

#endif
