/* kinds.c: what objects, constraints and forces there are, as text for people, from the class tables. */
#include <stdio.h>
#include <string.h>

#include "world/parts.h"

static const char *const plain_objects[][2] = {
    {"particle", "particle m: a point of mass m"},
    {"body", "body: a bare rigid body, with mass m; and inertia ixx iyy izz;"},
    {"compound", "compound: shapes … end: one body of several shapes"},
    {"block", "block nx ny nz: a flexible block of elements, with size a b c; stiffness s; or what fills a mesh"},
    {"plane", "plane: fixed ground, its normal is z"},
    {"variable", "variable NAME value: a bare number that can be solved for"},
};
enum { PLAIN_OBJECTS = sizeof plain_objects / sizeof *plain_objects };

static const char *const formula_kinds[][2] = {
    {"keep", "keep EXPR = EXPR: any twice-differentiable formula over points, directions, variables and t"},
    {"speed", "speed EXPR = EXPR: a formula over velocities, vel(P), omega(A), rate(J)"},
    {"acceleration", "acceleration EXPR = EXPR: a formula linear in accelerations, acc(P)"},
    {"on-surface", "on-surface P s: a point stays on a declared surface"},
    {"outside", "outside B A: a flexible block, a node or a particle stays outside of a solid or a plane; outside P s"},
};
enum { FORMULA_KINDS = sizeof formula_kinds / sizeof *formula_kinds };

static void print_list(FILE *out)
{
    fprintf(out, "objects\n");
    for (int i = 0; i < shape_class_count(); i++)
        fprintf(out, "  %-14s %s\n", shape_class_at(i)->name, shape_class_at(i)->help);
    for (int i = 0; i < PLAIN_OBJECTS; i++)
        fprintf(out, "  %-14s %s\n", plain_objects[i][0], plain_objects[i][1]);
    fprintf(out, "\nconstraints\n");
    for (int i = 0; i < constraint_class_count(); i++)
        fprintf(out, "  %-14s %s\n", constraint_class_at(i)->name, constraint_class_at(i)->help);
    for (int i = 0; i < FORMULA_KINDS; i++)
        fprintf(out, "  %-14s %s\n", formula_kinds[i][0], formula_kinds[i][1]);
    fprintf(out, "\nforces\n");
    for (int i = 0; i < force_class_count(); i++)
        fprintf(out, "  %-14s %s\n", force_class_at(i)->name, force_class_at(i)->help);
}

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

static bool print_kind(const char *name, FILE *out)
{
    const struct shape_class *shape = shape_find(name);
    const struct constraint_class *constraint = constraint_find(name);
    const struct force_class *force = force_find(name);
    if (shape != NULL)
        fprintf(out, "object %s\n", shape->help);
    if (constraint != NULL) {
        fprintf(out, "constraint %s\n%s.\n", constraint->usage, constraint->help);
        for (int i = 0; i < constraint->form_count; i++)
            print_form(&constraint->forms[i], out);
    }
    if (force != NULL)
        fprintf(out, "force %s\n%s.\n  %s\n", force->usage, force->help, force->formula);
    for (int i = 0; i < PLAIN_OBJECTS; i++)
        if (strcmp(name, plain_objects[i][0]) == 0) {
            fprintf(out, "object %s\n", plain_objects[i][1]);
            return true;
        }
    for (int i = 0; i < FORMULA_KINDS; i++)
        if (strcmp(name, formula_kinds[i][0]) == 0) {
            fprintf(out, "constraint %s\n", formula_kinds[i][1]);
            return true;
        }
    return shape != NULL || constraint != NULL || force != NULL;
}

char *tn_kinds(const char *name)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (out == NULL)
        return NULL;
    bool known = true;
    if (name == NULL)
        print_list(out);
    else
        known = print_kind(name, out);
    fclose(out);
    if (!known) {
        mem_free(text);
        return NULL;
    }
    return text;
}
