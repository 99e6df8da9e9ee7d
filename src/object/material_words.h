/* material_words.h: what objects are made of, as tables: the words of each material, and which objects have it. */
#ifndef OBJECT_MATERIAL_WORDS_H
#define OBJECT_MATERIAL_WORDS_H

#include "base/kind.h"

/* Each may stand once in the block of an object. */
enum material_word {
    MATERIAL_DENSITY,
    MATERIAL_YOUNG,
    MATERIAL_POISSON,
    MATERIAL_STIFFNESS,
    MATERIAL_AREA_STIFFNESS,
    MATERIAL_VISCOSITY,
    MATERIAL_INCOMPRESSIBLE,
    MATERIAL_MOLDABLE,
    MATERIAL_SOFT,
    MATERIAL_WORDS
};

/* A material: its words are kind.parameters, in the order in which they are written. */
struct material_class {
    tn_kind kind;
    const char *const
        *objects; /* kinds of objects that have it, "solid" for all shapes; ended by NULL. NULL: it belongs
                                   to no object, but to pairs of them */
};

enum material_kind { MATERIAL_SOLID, MATERIAL_FLEXIBLE, MATERIAL_AFFINE, MATERIAL_LAYER, MATERIAL_SURFACES };
const struct material_class *material_class_at(int i); /* NULL past the end */
/* The word; MATERIAL_WORDS: it is none of a material of objects. */
enum material_word material_find(const char *word);
/* The row of a word, from the first material that has it. */
const tn_parameter *material_parameter(enum material_word word);
/* Whether a kind of objects has a material with this word. */
bool material_has(const char *object, enum material_word word);
/* The first kind of objects that has it. */
const char *material_owner(enum material_word word);

/* Of pairs of objects that touch, and of soft layers (one row); ended by word NULL. */
extern const tn_parameter contact_parameters[], layer_parameters[];

#endif
