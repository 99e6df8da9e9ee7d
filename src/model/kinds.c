/* kinds.c: the list of all kinds, and the text that describes them. */
#include "model/kinds.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/colors.h"
#include "constraint/constraint_words.h"
#include "formula/units.h"
#include "model/model.h"
#include "object/object_words.h"
#include "time/integrator_class.h"

/* ---- the list ---- */

static const tn_kind *of_shape(int i) { return i < shape_class_count() ? &shape_class_at(i)->kind : NULL; }
static const tn_kind *of_constraint(int i)
{
    return i < constraint_class_count() ? &constraint_class_at(i)->kind : NULL;
}
static const tn_kind *of_force(int i) { return i < force_class_count() ? &force_class_at(i)->kind : NULL; }
static const tn_kind *of_integrator(int i) { return i < integrator_count() ? &integrator_classes[i]->kind : NULL; }
static const tn_kind *of_world(int i) { return i == 0 ? &world_kind : NULL; }

static const tn_kind *in_list(const tn_kind *list, int i) { return list[i].name != NULL ? &list[i] : NULL; }
static const tn_kind *of_object(int i) { return in_list(object_kinds, i); }
static const tn_kind *of_material(int i) { return material_class_at(i) != NULL ? &material_class_at(i)->kind : NULL; }
static const tn_kind *of_formula(int i) { return in_list(formula_kinds, i); }
static const tn_kind *of_statement(int i) { return in_list(statement_kinds, i); }
static const tn_kind *of_function(int i) { return in_list(function_kinds, i); }

/* Sources of kinds, in the order of listings; each returns NULL past its end. */
static const tn_kind *(*const sources[])(int i) = {of_shape,      of_object,    of_material, curves_kind,
                                                   of_constraint, of_formula,   of_force,    of_world,
                                                   of_integrator, of_statement, of_function};
enum { SOURCES = sizeof sources / sizeof *sources };

const tn_kind *tn_kind_at(int i)
{
    for (int s = 0; s < SOURCES && i >= 0; s++) {
        int k = 0;
        for (const tn_kind *kind = sources[s](0); kind != NULL; kind = sources[s](++k))
            if (i-- == 0)
                return kind;
    }
    return NULL;
}

/* All kinds by name, in a table that is filled once: texts of thousands of statements look every word up. */
enum { PLACES = 1024 }; /* a power of two, several times the number of kinds */
static const tn_kind *by_name[PLACES];
static pthread_once_t by_name_once = PTHREAD_ONCE_INIT;

/* Where a name is, or the empty place where it belongs. */
static const tn_kind **place_of(const char *name)
{
    uint32_t h = 2166136261U; /* FNV-1a */
    for (const char *p = name; *p != '\0'; p++)
        h = (h ^ (unsigned char)*p) * 16777619U;
    while (by_name[h % PLACES] != NULL && strcmp(by_name[h % PLACES]->name, name) != 0)
        h++;
    return &by_name[h % PLACES];
}

static void fill_names(void)
{
    for (int s = 0; s < SOURCES; s++) {
        int i = 0;
        for (const tn_kind *kind = sources[s](0); kind != NULL; kind = sources[s](++i)) {
            const tn_kind **place = place_of(kind->name);
            if (*place == NULL) /* the first of a name counts */
                *place = kind;
        }
    }
}

const tn_kind *tn_kind_find(const char *name)
{
    if (name == NULL)
        return NULL;
    pthread_once(&by_name_once, fill_names);
    return *place_of(name);
}

const tn_kind *kinds_meant(const char *word, int i)
{
    const tn_kind *kind;
    for (int k = 0; (kind = tn_kind_at(k)) != NULL; k++)
        if (kind_has_synonym(kind, word) && i-- == 0)
            return kind;
    return NULL;
}

const tn_kind *tn_kind_meant(const char *word, int i) { return word != NULL && i >= 0 ? kinds_meant(word, i) : NULL; }

char *tn_kind_usage(const tn_kind *k)
{
    char usage[KIND_USAGE];
    return k != NULL ? mem_text(kind_usage(k, k->group == TN_KIND_FORCE, usage)) : NULL;
}

char *tn_parameter_must(const tn_parameter *p)
{
    char must[PARAMETER_TEXT];
    return p != NULL && p->most > 0 && (p->range != TN_ANY_NUMBER || p->whole) ? mem_text(parameter_must(p, must))
                                                                               : NULL;
}

/* ---- all of them as text ---- */

static const char *const headings[TN_KIND_GROUPS] = {
    [TN_KIND_STATEMENT] = "statements",   [TN_KIND_OBJECT] = "objects",     [TN_KIND_CURVE] = "curves",
    [TN_KIND_CONSTRAINT] = "constraints", [TN_KIND_FORCE] = "forces",       [TN_KIND_INTEGRATOR] = "integrators",
    [TN_KIND_FUNCTION] = "functions",     [TN_KIND_MATERIAL] = "materials",
};
static const char *const group_names[TN_KIND_GROUPS] = {
    [TN_KIND_STATEMENT] = "statement",   [TN_KIND_OBJECT] = "object",     [TN_KIND_CURVE] = "curve",
    [TN_KIND_CONSTRAINT] = "constraint", [TN_KIND_FORCE] = "force",       [TN_KIND_INTEGRATOR] = "integrator",
    [TN_KIND_FUNCTION] = "function",     [TN_KIND_MATERIAL] = "material",
};
static const tn_kind_group order[] = {TN_KIND_OBJECT, TN_KIND_MATERIAL,   TN_KIND_CURVE,     TN_KIND_CONSTRAINT,
                                      TN_KIND_FORCE,  TN_KIND_INTEGRATOR, TN_KIND_STATEMENT, TN_KIND_FUNCTION};

const char *tn_kind_group_name(tn_kind_group group)
{
    return (int)group >= 0 && group < TN_KIND_GROUPS ? headings[group] : NULL;
}

static void print_list(FILE *out)
{
    const tn_kind *kind;
    for (size_t g = 0; g < sizeof order / sizeof *order; g++) {
        fprintf(out, "%s%s\n", g > 0 ? "\n" : "", headings[order[g]]);
        for (int i = 0; (kind = tn_kind_at(i)) != NULL; i++)
            if (kind->group == order[g])
                fprintf(out, "  %-16s %s\n", kind->name, kind->help);
        if (order[g] != TN_KIND_INTEGRATOR)
            continue;
        fprintf(out, "\nsettings (of world: … end)\n");
        for (const tn_parameter *p = world_kind.parameters; p->word != NULL; p++)
            fprintf(out, "  %-16s %s\n", p->word, p->help);
    }
}

/* ---- one of them ---- */

static void print_range(const tn_parameter *p, FILE *out)
{
    char must[PARAMETER_TEXT];
    if (p->most > 0 && (p->range != TN_ANY_NUMBER || p->whole))
        fprintf(out, "; must %s", parameter_must(p, must));
    for (int i = 0; p->choices != NULL && p->choices[i] != NULL; i++)
        fprintf(out, "%s%s", i == 0 ? "; one of " : ", ", p->choices[i]);
    if (p->standard != NULL)
        fprintf(out, "; default %s", p->standard);
    if (p->required)
        fprintf(out, "; required");
    for (int i = 0; p->of != NULL && p->of[i] != NULL; i++)
        fprintf(out, "%s%s", i == 0 ? "; only of " : ", ", p->of[i]);
    for (int i = 0; p->not_of != NULL && p->not_of[i] != NULL; i++)
        fprintf(out, "%s%s", i == 0 ? "; not of " : ", ", p->not_of[i]);
    if (p->instead != NULL)
        fprintf(out, "; instead of %s", p->instead);
    if (p->formula)
        fprintf(out, "; may be a formula");
    if (p->settable)
        fprintf(out, "; set %s", p->word);
}

static void print_parameter(const tn_parameter *p, FILE *out)
{
    char head[80];
    snprintf(head, sizeof head, "%s%s%s%s%s", p->behind != NULL ? p->behind : "", p->behind != NULL ? " " : "",
             p->argument ? "" : p->word, !p->argument && p->symbol != NULL ? " " : "",
             p->symbol != NULL ? p->symbol : "");
    fprintf(out, "  %-26s %s", head, p->help);
    if (p->unit != NULL && strcmp(p->unit, "1") != 0)
        fprintf(out, " [%s]", p->unit);
    print_range(p, out);
    fprintf(out, "\n");
}

static void print_kind(const tn_kind *k, FILE *out)
{
    char usage[KIND_USAGE];
    fprintf(out, "%s %s\n%s.\n", group_names[k->group], kind_usage(k, k->group == TN_KIND_FORCE, usage), k->help);
    if (k->parameters != NULL)
        fprintf(out, "\n");
    for (const tn_parameter *p = k->parameters; p != NULL && p->word != NULL; p++)
        print_parameter(p, out);
    if (k->synonyms[0] != NULL)
        fprintf(out, "\nAlso known as");
    for (int i = 0; i < TN_SYNONYMS && k->synonyms[i] != NULL; i++)
        fprintf(out, "%s %s", i > 0 ? "," : "", k->synonyms[i]);
    fprintf(out, "%s", k->synonyms[0] != NULL ? ".\n" : "");
    if (k->example != NULL)
        fprintf(out, "\nFor example:\n  %s\n", k->example);
}

/* Prints the parameters and settings that a word is a synonym of in their block. */
static bool print_meant(const char *name, FILE *out)
{
    static const struct {
        enum where where;
        const char *block;
    } blocks[] = {{IN_OBJECT, "object NAME: … end"}, {IN_WORLD, "world: … end"}};
    bool any = false;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        const char *meant = words_meant(blocks[i].where, name);
        if (meant != NULL)
            fprintf(out, "In '%s' write '%s' instead of '%s'.\n", blocks[i].block, meant, name);
        any = any || meant != NULL;
    }
    return any;
}

/* Prints the kinds of this name, the kinds that it is a synonym of, and the parameters of this word. */
static bool print_name(const char *name, FILE *out)
{
    const tn_kind *kind;
    bool any = print_meant(name, out);
    for (int i = 0; (kind = tn_kind_at(i)) != NULL; i++)
        if (strcmp(kind->name, name) == 0) {
            fprintf(out, "%s", any ? "\n" : "");
            print_kind(kind, out);
            any = true;
        }
    for (int i = 0; (kind = kinds_meant(name, i)) != NULL; i++) {
        fprintf(out, "%s'%s' is not a word of the language for this; write %s:\n\n", any ? "\n" : "", name, kind->name);
        print_kind(kind, out);
        any = true;
    }
    for (int i = 0; (kind = tn_kind_at(i)) != NULL; i++) {
        const tn_parameter *p = parameter_find(kind->parameters, name);
        if (p == NULL || (kind->group == TN_KIND_CURVE && i > 0 && tn_kind_at(i - 1)->group == TN_KIND_CURVE))
            continue;
        fprintf(out, "%sparameter of %s\n", any ? "\n" : "", kind->group == TN_KIND_CURVE ? "curves" : kind->name);
        print_parameter(p, out);
        const char *example = tn_parameter_example(kind, p);
        if (example != NULL)
            fprintf(out, "  For example:  %s\n", example);
        any = true;
    }
    return any;
}

/* ---- formulas ---- */

static const char *const type_name[] = {
    [INPUT_POINT] = "point", [INPUT_DIRECTION] = "direction", [INPUT_SPIN] = "object", [INPUT_SCALAR] = "number"};
static const char *const level_name[] = {
    [LEVEL_POSITION] = "row", [LEVEL_VELOCITY] = "speed row", [LEVEL_ACCELERATION] = "acceleration row"};

static void print_form(const struct constraint_form *f, FILE *out)
{
    fprintf(out, "\nkind %s (", f->name);
    for (int i = 0; i < CONSTRAINT_INPUTS && f->inputs[i].name != NULL; i++)
        fprintf(out, "%s%s: %s", i > 0 ? ", " : "", f->inputs[i].name, type_name[f->inputs[i].type]);
    for (int i = 0; i < CONSTRAINT_PARAMETERS && f->parameters[i] != NULL; i++)
        fprintf(out, "%s%s: number", i > 0 ? ", " : "; ", f->parameters[i]);
    fprintf(out, ")\n");
    for (int i = 0; i < CONSTRAINT_ROWS && f->rows[i].formula != NULL; i++)
        fprintf(out, "  %s [%s] %s\n", level_name[f->rows[i].level], f->rows[i].unit, f->rows[i].formula);
}

static bool print_formulas(const char *name, FILE *out)
{
    const struct constraint_class *constraint = constraint_find(name);
    const tn_kind *kind = tn_kind_find(name);
    for (int i = 0; constraint != NULL && i < constraint->form_count; i++)
        print_form(&constraint->forms[i], out);
    if (kind != NULL && kind->formula != NULL)
        fprintf(out, "\n  %s\n", kind->formula);
    return kind != NULL;
}

/* ---- units and colours ---- */

static void print_units(FILE *out)
{
    fprintf(out, "units, which touch their number: 30deg, -120mm\n");
    for (const struct unit *u = units; u->name != NULL; u++) {
        tn_unit is = tn_unit_at((int)(u - units));
        fprintf(out, "  %-14s %s, %.12g %s\n", u->name, u->help, is.factor, u->base);
    }
}

static void print_colors(FILE *out)
{
    int column = 0;
    fprintf(out, "colours: color red;  or three numbers from 0 to 1, or \"#ff8800\"\n");
    for (const struct color_name *c = color_names; c->name != NULL; c++) {
        fprintf(out, "%s%s", column == 0 ? "  " : " ", c->name);
        column += (int)strlen(c->name) + 1;
        if (column > 80 || c[1].name == NULL) {
            fprintf(out, "\n");
            column = 0;
        }
    }
}

/* A unit, a colour, or all of them. */
static bool print_values(const char *name, FILE *out)
{
    const struct unit *u = unit_find(name, strlen(name));
    double rgb[3];
    bool all_units = strcmp(name, "units") == 0 || strcmp(name, "unit") == 0;
    bool all_colors = strcmp(name, "colors") == 0 || strcmp(name, "colours") == 0 || strcmp(name, "colour") == 0;
    bool color = color_named(name, rgb) || color_hex(name, rgb);
    if (all_units)
        print_units(out);
    if (all_colors)
        print_colors(out);
    if (u != NULL)
        fprintf(out, "unit %s: %s, %.12g %s. It touches its number: 30%s\n", u->name, u->help,
                tn_unit_at((int)(u - units)).factor, u->base, u->name);
    if (color)
        fprintf(out, "colour %s: %.10g %.10g %.10g. Write: color %s%s%s;\n", name, rgb[0], rgb[1], rgb[2],
                name[0] == '#' ? "\"" : "", name, name[0] == '#' ? "\"" : "");
    return all_units || all_colors || u != NULL || color;
}

tn_unit tn_unit_at(int i)
{
    int count = 0;
    while (units[count].name != NULL)
        count++;
    if (i < 0 || i >= count)
        return (tn_unit){NULL, NULL, NULL, 0};
    char text[32];
    double factor = 0;
    snprintf(text, sizeof text, "1%s", units[i].name);
    syntax_read_number(text, &factor, NULL);
    return (tn_unit){units[i].name, units[i].help, units[i].base, factor};
}

bool tn_unit_fits(const char *name, const char *unit)
{
    const struct unit *u = name != NULL && unit != NULL ? unit_find(name, strlen(name)) : NULL;
    return u != NULL && unit_fits(u, unit);
}

bool tn_number(const char *text, double *value, const char **unit)
{
    return text != NULL && value != NULL && syntax_read_number(text, value, unit);
}

bool tn_color(const char *text, double rgb[3])
{
    return text != NULL && rgb != NULL && (color_named(text, rgb) || color_hex(text, rgb));
}

const char *tn_color_name(int i)
{
    for (int k = 0; color_names[k].name != NULL && i >= 0; k++)
        if (k == i)
            return color_names[k].name;
    return NULL;
}

/* ---- the public interface ---- */

static char *text_of(const char *name, bool (*print)(const char *name, FILE *out))
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return NULL;
    bool known = print(name, out);
    fclose(out);
    if (!known) {
        mem_free(text);
        return NULL;
    }
    return text;
}

static bool print_all(const char *name, FILE *out)
{
    (void)name;
    print_list(out);
    fprintf(out, "\nvalues\n  %-16s %s\n  %-16s %s\n", "units", "30deg, -120mm, 1.5e3kN: tenon kinds units", "colors",
            "red, \"#ff8800\": tenon kinds colors");
    return true;
}

static bool print_one(const char *name, FILE *out)
{
    bool values = print_values(name, out), kinds = print_name(name, out);
    return (!kinds && topics_print(name, out)) || kinds || values;
}

char *tn_kinds(const char *name) { return text_of(name, name == NULL ? print_all : print_one); }
char *tn_kind_formulas(const char *name) { return name != NULL ? text_of(name, print_formulas) : NULL; }
