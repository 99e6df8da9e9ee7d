/* planned.h: arrays that are made once and constant afterwards.
 *
 * Whoever reads a plan sees pointers to const; the code that makes it writes by the other name, make_NAME. Both names are one
 * pointer: pointers to const and to the same type without it have one representation.
 */
#ifndef BASE_PLANNED_H
#define BASE_PLANNED_H

#define PLANNED(type, name)                                                                                            \
    union {                                                                                                            \
        const type *name;                                                                                              \
        type *make_##name;                                                                                             \
    }

#endif
