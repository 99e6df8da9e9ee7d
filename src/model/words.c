/* words.c: the words that begin statements, where each is allowed, and suggestions for misspelt ones. */
#include <stdio.h>
#include <string.h>

#include "constraint/constraint_words.h"
#include "model/make/curves.h"
#include "model/kinds.h"
#include "object/object_words.h"
#include "tenon/scene.h"

static const char *const scene_words[] = {
    "world",        "object",     "constraint", "force",    "path",    "let",        "probe",    "for",   "at",
    "include",      "variable",   "point",      "nail",     "surface", "curve",      "keep",     "speed", "camera",
    "show",         "contact",    "skin",       "minimize", "fit",     "outside",    "on-curve", "trace", "snake",
    "acceleration", "on-surface", "state",      "title",    "light",   "background", NULL};
/* of the 1994 form; the others are in constraint_words.h */
static const char *const hinge_words[] = {"object1", "object2", "hinge", "axial", "planar", "angle", "twist", NULL};
static const char *const force_words[] = {"during", "off", NULL};
static const char *const compound_words[] = {"offset", "turned", "shape-orientation", "density", NULL};
static const char *const no_words[] = {NULL};
static const char *const path_words[] = {"key", NULL};
static const char *const at_words[] = {
    "on",   "off",     "set", "remove", "let",   "object",       "constraint", "force",   "variable", "nail",  "point",
    "path", "surface", "for", "keep",   "speed", "acceleration", "on-surface", "outside", "on-curve", "curve", NULL};

static const char *const *list_of(enum where where)
{
    switch (where) {
    case IN_SCENE:
        return scene_words;
    case IN_WORLD: /* the settings of the world, and forces that are allowed there */
        return no_words;
    case IN_OBJECT:
        return no_words;
    case IN_CONSTRAINT:
        return hinge_words;
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

static bool is_kind(const tn_kind *list, const char *word)
{
    for (const tn_kind *k = list; k->name != NULL; k++)
        if (strcmp(k->name, word) == 0)
            return true;
    return false;
}

/* The statements of a block, if a table has them. */
static const tn_parameter *parameters_of(enum where where)
{
    return where == IN_WORLD        ? world_kind.parameters
           : where == IN_OBJECT     ? object_parameters
           : where == IN_CONSTRAINT ? constraint_parameters
                                    : NULL;
}

/* The row of a word that may stand in a block, those of materials included; NULL: there is none. */
static const tn_parameter *find_parameter(enum where where, const char *word)
{
    if (where == IN_OBJECT && material_find(word) < MATERIAL_WORDS)
        return material_parameter(material_find(word));
    return parameter_find(parameters_of(where), word);
}

static bool may_be_force(enum where where, const struct force_class *f)
{
    return f != NULL && (has_forces(where) || (where == IN_WORLD && f->in_world));
}

static bool is_plain_object(const char *word)
{
    return find_parameter(IN_OBJECT, word) == NULL && is_kind(object_kinds, word) && strcmp(word, "variable") != 0;
}

bool words_known(enum where where, const char *word)
{
    for (const char *const *w = list_of(where); *w != NULL; w++)
        if (strcmp(*w, word) == 0)
            return true;
    const tn_parameter *p = find_parameter(where, word);
    return (p != NULL && p->behind == NULL) ||
           (where == IN_OBJECT && (is_plain_object(word) || curves_has_word(word))) ||
           (has_constraints(where) && (constraint_find(word) != NULL || is_kind(formula_kinds, word))) ||
           may_be_force(where, force_find(word)) || (has_shapes(where) && shape_find(word) != NULL);
}

void words_offer(enum where where, const char *word, const char **best)
{
    for (const char *const *w = list_of(where); *w != NULL; w++)
        names_offer(word, *w, best);
    for (const tn_parameter *p = parameters_of(where); p != NULL && p->word != NULL; p++)
        names_offer(word, p->word, best);
    for (int i = 0; where == IN_OBJECT && i < MATERIAL_WORDS; i++)
        names_offer(word, material_parameter((enum material_word)i)->word, best);
    for (int i = 0; has_constraints(where) && i < constraint_class_count(); i++)
        names_offer(word, constraint_class_at(i)->kind.name, best);
    for (const tn_kind *k = formula_kinds; has_constraints(where) && k->name != NULL; k++)
        names_offer(word, k->name, best);
    for (int i = 0; i < force_class_count(); i++)
        if (may_be_force(where, force_class_at(i)))
            names_offer(word, force_class_at(i)->kind.name, best);
    for (int i = 0; has_shapes(where) && i < shape_class_count(); i++)
        names_offer(word, shape_class_at(i)->kind.name, best);
    for (const tn_kind *k = object_kinds; where == IN_OBJECT && k->name != NULL; k++)
        names_offer(word, k->name, best);
    for (int i = 0; where == IN_OBJECT && curves_kind(i) != NULL; i++)
        names_offer(word, curves_kind(i)->name, best);
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

/* ---- synonyms ---- */

/* Common synonyms in blocks and what they stand for: the words of a parameter or of a force, or a whole statement. */
static const struct synonym {
    enum where where;
    const char *word, *meant;
} synonyms[] = {
#define ROPE "distance P Q max LENGTH"
    {IN_OBJECT, "weight", "mass"},
    {IN_OBJECT, "moment", "inertia"},
    {IN_OBJECT, "moment-of-inertia", "inertia"},
    {IN_OBJECT, "pos", "position"},
    {IN_OBJECT, "location", "position"},
    {IN_OBJECT, "translation", "position"},
    {IN_OBJECT, "com", "center"},
    {IN_OBJECT, "quaternion", "orientation"},
    {IN_OBJECT, "vel", "velocity"},
    {IN_OBJECT, "speed", "velocity"},
    {IN_OBJECT, "omega", "spin"},
    {IN_OBJECT, "angular-velocity", "spin"},
    {IN_OBJECT, "rgb", "color"},
    {IN_OBJECT, "fixed", "kernel fixed"},
    {IN_OBJECT, "fix", "kernel fixed"},
    {IN_OBJECT, "static", "kernel fixed"},
    {IN_OBJECT, "kinematic", "kernel path NAME"},
    {IN_OBJECT, "plasticity", "moldable"},
    {IN_OBJECT, "youngs-modulus", "young"},
    {IN_OBJECT, "elasticity", "young"},
    {IN_OBJECT, "poisson-ratio", "poisson"},
    {IN_WORLD, "g", "gravity"},
    {IN_WORLD, "dt", "step"},
    {IN_WORLD, "timestep", "step"},
    {IN_WORLD, "fps", "frames"},
    {IN_WORLD, "duration", "until"},
    {IN_WORLD, "rtol", "tolerance"},
    {IN_SCENE, "rope", ROPE},
    {IN_SCENE, "string", ROPE},
    {IN_SCENE, "cable", ROPE},
#undef ROPE
};

const char *words_meant(enum where where, const char *word)
{
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++)
        if (synonyms[i].where == where && strcmp(synonyms[i].word, word) == 0)
            return synonyms[i].meant;
    return NULL;
}

/* What to write for words that belong elsewhere, or that belong to the command. */
static const struct {
    unsigned where; /* bits of enum where */
    const char *word, *advice;
} advices[] = {
#define BLOCKS (1u << IN_OBJECT | 1u << IN_WORLD)
#define CONTACT_ADVICE "it belongs to contact, outside of all blocks: contact friction 0.5 bounce 0.3;"
    {BLOCKS | 1u << IN_SCENE, "friction", CONTACT_ADVICE},
    {BLOCKS | 1u << IN_SCENE, "restitution", CONTACT_ADVICE},
    {BLOCKS | 1u << IN_SCENE, "elasticity", CONTACT_ADVICE},
    {BLOCKS | 1u << IN_SCENE, "bounce", CONTACT_ADVICE},
#define DRAG_ADVICE "air and bearings are forces, outside of all blocks: drag linear 0.1 angular 0.01;"
    {1u << IN_WORLD, "damping", DRAG_ADVICE},
    {1u << IN_WORLD | 1u << IN_SCENE, "air", DRAG_ADVICE},
    {1u << IN_WORLD | 1u << IN_SCENE, "viscosity", DRAG_ADVICE},
#undef DRAG_ADVICE
#undef CONTACT_ADVICE
#define DRAWN "the command draws it: tenon run SCENE --movie F.mp4, or tenon picture SCENE -o F.png"
    {1u << IN_SCENE | 1u << IN_WORLD, "movie", DRAWN},
    {1u << IN_SCENE | 1u << IN_WORLD, "video", DRAWN},
    {1u << IN_SCENE | 1u << IN_WORLD, "render", DRAWN},
    {1u << IN_SCENE | 1u << IN_WORLD, "picture", DRAWN},
#undef DRAWN
#define WRITTEN "write  probe NAME = EXPR;  and call tenon run SCENE --csv F.csv, or tenon plot SCENE -o F.svg"
    {1u << IN_SCENE, "print", WRITTEN},
    {1u << IN_SCENE, "plot", WRITTEN},
    {1u << IN_SCENE, "csv", WRITTEN},
#undef WRITTEN
    {~0u, "while", "write  for i = 1 to 5: … end"},
#define CONDITION "statements have no conditions; a formula has: if(condition, a, b)"
    {~0u, "if", CONDITION},
    {~0u, "else", CONDITION},
#undef CONDITION
#undef BLOCKS
};

static const char *advice_on(enum where where, const char *word)
{
    for (size_t i = 0; i < sizeof advices / sizeof *advices; i++)
        if ((advices[i].where >> where & 1) != 0 && strcmp(advices[i].word, word) == 0)
            return advices[i].advice;
    return NULL;
}

/* Whether a block follows its word. */
static bool heads_block(const tn_kind *k) { return k->arguments != NULL && strstr(k->arguments, ": …") != NULL; }

static bool group_fits(enum where where, const tn_kind *k)
{
    switch (k->group) {
    case TN_KIND_STATEMENT:
        return where == IN_SCENE || where == IN_AT;
    case TN_KIND_CONSTRAINT:
        return has_constraints(where);
    case TN_KIND_FORCE:
        return may_be_force(where, force_find(k->name));
    case TN_KIND_OBJECT:
        return has_shapes(where);
    case TN_KIND_CURVE:
        return where == IN_OBJECT;
    default:
        return false;
    }
}

static bool kind_fits(enum where where, const struct statement *s, const tn_kind *k)
{
    return group_fits(where, k) && (s->kind != STATEMENT_BLOCK || heads_block(k));
}

/* Suggests kinds for a word that is not in the language, as "slider A B P D; or connect P Q;": those that are allowed
 * here, or all. */
static bool say_kinds(enum where where, const struct statement *s, bool all, char text[KIND_USAGE])
{
    char usage[KIND_USAGE];
    const tn_kind *k;
    text[0] = '\0';
    for (int i = 0; (k = kinds_meant(s->word, i)) != NULL; i++) {
        size_t n = strlen(text);
        if (!all && !kind_fits(where, s, k))
            continue;
        kind_usage(k, false, usage);
        usage[strcspn(usage, "|")] = '\0'; /* the first form */
        size_t end = strlen(usage);
        while (end > 0 && usage[end - 1] == ' ')
            usage[--end] = '\0';
        snprintf(text + n, KIND_USAGE - n, "%s%.120s;", n > 0 ? " or " : "", usage);
    }
    return text[0] != '\0';
}

tn_word tn_word_find(const char *word, const char **near)
{
    if (near != NULL)
        *near = NULL;
    if (word == NULL)
        return TN_WORD_UNKNOWN;
    for (int where = IN_SCENE; where <= IN_AT; where++)
        if (words_known((enum where)where, word))
            return where == IN_SCENE ? TN_WORD_STATEMENT : TN_WORD_ELSEWHERE;
    if (kinds_meant(word, 0) != NULL)
        return TN_WORD_ELSEWHERE;
    if (near != NULL)
        words_offer(IN_SCENE, word, near);
    return TN_WORD_UNKNOWN;
}

/* Suggests a parameter for a synonym in a block: "mass m;". */
static bool say_parameter(enum where where, const char *word, char text[KIND_USAGE])
{
    const char *meant = words_meant(where, word);
    if (meant == NULL)
        return false;
    const tn_parameter *p = find_parameter(where, meant);
    const struct force_class *force = force_find(meant);
    const char *symbol = p != NULL ? p->symbol : force != NULL ? force->kind.arguments : NULL;
    int n = symbol != NULL ? (int)strcspn(symbol, "|") : 0;
    while (n > 0 && symbol[n - 1] == ' ')
        n--;
    snprintf(text, KIND_USAGE, "%s%s%.*s;", meant, n > 0 ? " " : "", n, n > 0 ? symbol : "");
    return true;
}

/* The most similar word; among equals, one whose statement also has, or does not have, a block. */
static const char *find_near(enum where where, const struct statement *s)
{
    static const char *const heads[] = {"world", "object", "constraint", "force", "path", NULL};
    static const char *const formulas[] = {"let",  "probe", "path",         "curve",    "surface",
                                           "keep", "speed", "acceleration", "minimize", NULL};
    const char *best = NULL, *fits = NULL;
    const bool block = s->kind == STATEMENT_BLOCK;
    words_offer(where, s->word, &best);
    for (const char *const *w = block ? heads : formulas; (block || s->broken) && *w != NULL; w++)
        if (words_known(where, *w))
            names_offer(s->word, *w, &fits);
    bool as_near = fits != NULL && (best == NULL || names_distance(s->word, fits) <= names_distance(s->word, best));
    return as_near ? fits : best;
}

const char *words_rewritten(const char *word, int count, const char *option, const struct statement *s, char *text,
                            size_t room)
{
    size_t n = (size_t)snprintf(text, room, " (here: %s", word);
    for (int i = 0; i < s->arg_count && n < room; i++) {
        if (option != NULL && i + 1 == s->arg_count)
            n += (size_t)snprintf(text + n, room - n, " %s", option);
        if (n >= room)
            break;
        char *arg = syntax_print(s->args[i], NULL, NULL);
        const bool sum = s->args[i]->kind == TREE_BINARY; /* it needs parentheses as an argument */
        n += (size_t)snprintf(text + n, room - n, sum ? " (%s)" : " %s", arg);
        mem_free(arg);
    }
    if (s->arg_count != count || count == 0 || s->kind == STATEMENT_BLOCK || n + 3 > room)
        return "";
    snprintf(text + n, room - n, ";)");
    return text;
}

/* The statement that is meant, of which "weld A B;" is the usage, with the arguments that were given, if they are as many:
 * " (here: weld arm world;)". Otherwise "". */
static const char *rewrite(const char *meant, const struct statement *s, char *text, size_t room)
{
    char head[40];
    const size_t length = strcspn(meant, " ;");
    if (length >= sizeof head || strpbrk(meant, "|:{[\"") != NULL)
        return "";
    snprintf(head, sizeof head, "%.*s", (int)length, meant);
    int count = 0;
    for (const char *p = meant + length; *p != '\0'; p++)
        count += *p == ' ' && p[1] != ' ' && p[1] != ';' && p[1] != '\0';
    const char *option = strstr(meant, " max ") != NULL ? "max" : NULL; /* a rope */
    return words_rewritten(head, count - (option != NULL), option, s, text, room);
}

void words_unknown(struct reading *r, enum where where, const struct statement *s)
{
    if (s->word[0] == '\0') /* a statement without a word was reported by the parser */
        return;
    if (diagnostics_full(r->d)) { /* only counted: nothing is searched for */
        report(r, s->place, NULL, "unknown word");
        return;
    }
    char key[80]; /* loops repeat it: search for suggestions only once */
    snprintf(key, sizeof key, "unknown word %d:%d:%d %.30s", s->place.source, s->place.line, s->place.column, s->word);
    if (names_get(&r->reported, key) >= 0)
        return;
    if (!r->quiet)
        names_set(&r->reported, key, 0);
    const char *second = s->arg_count > 0 && s->args[0]->kind == TREE_NAME ? s->args[0]->text : "";
    if (where == IN_CONSTRAINT && words_are_constraint(second)) {
        report(r, s->place, NULL, "expected ':' behind the name: constraint %.60s: %.60s …; end", s->word, second);
        return;
    }
    const char *advice = advice_on(where, s->word);
    if (advice != NULL) {
        report(r, s->place, NULL, "'%.60s' does not begin a statement here: %s", s->word, advice);
        return;
    }
    const tn_parameter *settable = where == IN_AT ? find_parameter(IN_OBJECT, s->word) : NULL;
    if (settable != NULL && settable->settable) {
        report(r, s->place, NULL, "'%.60s' does not begin a statement here: write set %s NAME %s;", s->word,
               settable->word, settable->symbol != NULL ? settable->symbol : "VALUE");
        return;
    }
    char meant[KIND_USAGE], here[200];
    if (say_parameter(where, s->word, meant)) {
        report(r, s->place, NULL, "unknown word '%.60s': write %s%s", s->word, meant,
               rewrite(meant, s, here, sizeof here));
        return;
    }
    for (int other = IN_SCENE; other <= IN_AT; other++)
        if (words_known((enum where)other, s->word)) {
            report(r, s->place, NULL, "expected %s, met '%.60s', which belongs %s", expected[where], s->word,
                   home[other]);
            return;
        }
    const char *best = find_near(where, s);
    bool near_head = s->kind == STATEMENT_BLOCK && best != NULL && names_distance(s->word, best) == 1;
    if (say_kinds(where, s, false, meant) || (!near_head && say_kinds(where, s, true, meant)))
        report(r, s->place, NULL, "unknown word '%.60s': write %s%s", s->word, meant,
               rewrite(meant, s, here, sizeof here));
    else
        report(r, s->place, best, "expected %s, met '%.60s'", expected[where], s->word);
}

void words_broken(struct reading *r, enum where where, const struct statement *s)
{
    if (!words_known(where, s->word))
        words_unknown(r, where, s);
}

bool words_reserved(const char *name)
{
    return strcmp(name, "world") == 0 || strcmp(name, "t") == 0 || strcmp(name, "pi") == 0 || strcmp(name, "end") == 0;
}

bool words_function(const char *name)
{
    for (const struct builtin *b = formula_builtins(); b->name != NULL; b++)
        if (strcmp(b->name, name) == 0)
            return true;
    return is_kind(function_kinds, name) && !functions_yield(name);
}

bool words_are_constraint(const char *word) { return is_kind(formula_kinds, word) || constraint_find(word) != NULL; }
