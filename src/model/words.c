/* words.c: which words begin statements, where each has its place, and which word is near a misspelt one. */
#include <stdio.h>
#include <string.h>

#include "model/curves.h"

static const char *const scene_words[] = {"world",    "object",  "constraint", "force",        "path",       "let",
                                          "probe",    "for",     "at",         "include",      "variable",   "point",
                                          "nail",     "surface", "curve",      "keep",         "speed",      "camera",
                                          "show",     "contact", "skin",       "minimize",     "fit",        "outside",
                                          "on-curve", "trace",   "snake",      "acceleration", "on-surface", NULL};
static const char *const world_words[] = {
    "method", "order",   "integrator", "tolerance", "step",       "solver",   "tau",      "until",    "frames", "up",
    "time",   "gravity", "scheme",     "alpha",     "iterations", "substeps", "on-limit", "assemble", "joints", NULL};
static const char *const object_words[] = {"particle",
                                           "compound",
                                           "body",
                                           "plane",
                                           "density",
                                           "mass",
                                           "inertia",
                                           "position",
                                           "center",
                                           "rotation",
                                           "orientation",
                                           "velocity",
                                           "spin",
                                           "color",
                                           "offset",
                                           "turned",
                                           "shape-orientation",
                                           "kernel",
                                           "soft",
                                           "block",
                                           "jello",
                                           "coordinates",
                                           "place",
                                           "pose",
                                           "size",
                                           "stiffness",
                                           "viscosity",
                                           "incompressible",
                                           "moldable",
                                           "nodes",
                                           "node-velocities",
                                           "element-multipliers",
                                           "element-metrics",
                                           "area-stiffness",
                                           "drag",
                                           "range",
                                           "closed",
                                           "panels",
                                           "width",
                                           "ability-to-move",
                                           "ability-to-rotate",
                                           NULL};
static const char *const constraint_words[] = {
    "tau",          "feedback",   "during",  "by",       "stiffness", "damping",    "bound",  "multipliers",
    "carried",      "off",        "object1", "object2",  "hinge",     "axial",      "planar", "angle",
    "twist",        "min",        "max",     "bounce",   "motor",     "compliance", "keep",   "speed",
    "acceleration", "on-surface", "outside", "on-curve", NULL};
static const char *const force_words[] = {"during", "off", NULL};
static const char *const compound_words[] = {"offset", "turned", "shape-orientation", "density", NULL};
static const char *const path_words[] = {"key", NULL};
static const char *const at_words[] = {
    "on",   "off",     "set", "remove", "let",   "object",       "constraint", "force",   "variable", "nail",  "point",
    "path", "surface", "for", "keep",   "speed", "acceleration", "on-surface", "outside", "on-curve", "curve", NULL};

static const char *const *list_of(enum where where)
{
    switch (where) {
    case IN_SCENE:
        return scene_words;
    case IN_WORLD:
        return world_words;
    case IN_OBJECT:
        return object_words;
    case IN_CONSTRAINT:
        return constraint_words;
    case IN_FORCE:
        return force_words;
    case IN_COMPOUND:
        return compound_words;
    case IN_PATH:
        return path_words;
    case IN_AT:
        return at_words;
    }
    return path_words;
}

static bool has_constraints(enum where where) { return where == IN_SCENE || where == IN_CONSTRAINT || where == IN_AT; }
static bool has_forces(enum where where) { return where == IN_SCENE || where == IN_FORCE || where == IN_AT; }
static bool has_shapes(enum where where) { return where == IN_OBJECT || where == IN_COMPOUND; }

bool words_known(enum where where, const char *word)
{
    for (const char *const *w = list_of(where); *w != NULL; w++)
        if (strcmp(*w, word) == 0)
            return true;
    return (has_constraints(where) && constraint_find(word) != NULL) ||
           (has_forces(where) && force_find(word) != NULL) || (has_shapes(where) && shape_find(word) != NULL);
}

void words_offer(enum where where, const char *word, const char **best)
{
    for (const char *const *w = list_of(where); *w != NULL; w++)
        names_offer(word, *w, best);
    for (int i = 0; has_constraints(where) && i < constraint_class_count(); i++)
        names_offer(word, constraint_class_at(i)->name, best);
    for (int i = 0; has_forces(where) && i < force_class_count(); i++)
        names_offer(word, force_class_at(i)->name, best);
    for (int i = 0; has_shapes(where) && i < shape_class_count(); i++)
        names_offer(word, shape_class_at(i)->name, best);
    for (int i = 0; where == IN_OBJECT && curves_shipped(i) != NULL; i++)
        names_offer(word, curves_shipped(i), best);
}

static const char *const expected[] = {
    [IN_SCENE] = "a statement of a scene",     [IN_WORLD] = "a setting of the world",
    [IN_OBJECT] = "a statement of an object",  [IN_CONSTRAINT] = "a constraint or one of its options",
    [IN_FORCE] = "a force, 'during' or 'off'", [IN_COMPOUND] = "a solid, offset, turned or density",
    [IN_PATH] = "a key (key t x y z;)",        [IN_AT] = "something that happens at a moment",
};
static const char *const home[] = {
    [IN_SCENE] = "outside of all blocks",
    [IN_WORLD] = "in a block 'world: … end'",
    [IN_OBJECT] = "in a block 'object NAME: … end'",
    [IN_CONSTRAINT] = "in a block 'constraint: … end'",
    [IN_FORCE] = "in a block 'force NAME: … end'",
    [IN_COMPOUND] = "in a block 'compound: … end'",
    [IN_PATH] = "in a block 'path NAME: … end'",
    [IN_AT] = "in a block 'at T: … end'",
};

void words_unknown(struct reading *r, enum where where, const struct statement *s)
{
    if (s->word[0] == '\0') /* what begins with no word was reported by the reader */
        return;
    char key[80]; /* the rounds of a loop meet it again and again: near names are looked for once */
    snprintf(key, sizeof key, "unknown word %d:%d:%d %.30s", s->place.source, s->place.line, s->place.column, s->word);
    if (names_get(&r->reported, key) >= 0)
        return;
    if (!r->quiet)
        names_set(&r->reported, key, 0);
    for (int other = IN_SCENE; other <= IN_AT; other++)
        if (words_known((enum where)other, s->word)) {
            report(r, s->place, NULL, "expected %s, met '%.60s', which stands %s", expected[where], s->word,
                   home[other]);
            return;
        }
    const char *best = NULL;
    words_offer(where, s->word, &best);
    report(r, s->place, best, "expected %s, met '%.60s'", expected[where], s->word);
}

bool words_reserved(const char *name)
{
    return strcmp(name, "world") == 0 || strcmp(name, "t") == 0 || strcmp(name, "pi") == 0 || strcmp(name, "end") == 0;
}

bool words_function(const char *name)
{
    static const char *const own[] = {"vel",    "acc",  "omega",  "angle",   "travel",    "rate",    "force", "torque",
                                      "length", "area", "volume", "tangent", "deviation", "contact", NULL};
    for (const struct builtin *b = formula_builtins(); b->name != NULL; b++)
        if (strcmp(b->name, name) == 0)
            return true;
    for (int i = 0; own[i] != NULL; i++)
        if (strcmp(own[i], name) == 0)
            return true;
    return false;
}

bool words_are_constraint(const char *word)
{
    static const char *const own[] = {"keep", "speed", "acceleration", "on-surface", "outside", "on-curve", NULL};
    for (int i = 0; own[i] != NULL; i++)
        if (strcmp(own[i], word) == 0)
            return true;
    return constraint_find(word) != NULL;
}
