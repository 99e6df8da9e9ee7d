/* make_jello.c: affine bodies: jello box a b c; and jello "outline.svg" scale s; with stiffness, area-stiffness, viscosity. */
#include <string.h>

#include "object/jello.h"
#include "model/formulas/meaning.h"

/* jello box a b c; */
static bool make_box(struct reading *r, const struct statement *s, const struct env *env, struct object_def *d)
{
    double edge[3];
    int n = constant_list(r, s, env, 1, 3, edge);
    if (n >= 0 && n != 3)
        report(r, s->place, NULL, "jello box takes three edges, %d given: jello box 1 0.5 0.2;", n);
    for (int i = 0; i < 3 && n == 3; i++)
        if (!(edge[i] > 0)) {
            report(r, s->place, NULL, "the edges of a jello box must be greater than zero, not %.12g", edge[i]);
            return false;
        }
    if (n != 3)
        return false;
    d->type.size = v3(edge[0], edge[1], edge[2]);
    d->type.general = jello_box(d->type.size, d->type.density);
    d->type.shapes[0] = (struct shape){.class = shape_find("box"),
                                       .size = {edge[0], edge[1], edge[2]},
                                       .turned = {1, 0, 0, 0},
                                       .density = d->type.density};
    d->type.shape_count = 1; /* its corners have names */
    return true;
}

/* jello "outline.svg" scale s; */
static bool make_sheet(struct reading *r, const struct statement *s, const struct env *env, struct object_def *d)
{
    d->type.mesh_scale = 1;
    if (s->arg_count != 1 && !(s->arg_count == 3 && tree_is_word(s->args[1], "scale"))) {
        report(r, s->place, NULL, "expected a drawing and perhaps its scale: jello \"leg.svg\" scale 0.01;");
        return false;
    }
    if (s->arg_count == 3 && !constant_number(r, s->args[2], env, "the scale of a drawing", &d->type.mesh_scale))
        return false;
    if (!(d->type.mesh_scale > 0)) {
        report(r, tree_place(s->args[2]), NULL, "the scale of a drawing must be greater than zero");
        return false;
    }
    char *message = NULL, why[OPEN_WHY], *path = reading_file(r, s->place, s->args[0]->text, why);
    struct drawing *drawing = path != NULL ? drawing_read_file(path, d->type.mesh_scale, &message) : NULL;
    if (path == NULL)
        message = mem_print("cannot read '%.200s': %s", s->args[0]->text, why);
    vec3 center;
    if (drawing != NULL)
        message = jello_sheet(drawing, d->type.density, &d->type.general, &center);
    if (d->type.general != NULL)
        d->type.general->center = center;
    if (message != NULL)
        report(r, s->args[0]->place, NULL, "the drawing cannot be used: %s", message);
    d->type.mesh_path = reading_written_path(r, s->place, s->args[0]->text);
    mem_free(message);
    mem_free(path);
    drawing_free(drawing);
    return d->type.general != NULL;
}

bool make_jello(struct reading *r, const struct statement *s, const struct env *env, struct object_def *d,
                const struct jello_numbers *numbers)
{
    bool sheet = s->arg_count > 0 && s->args[0]->kind == TREE_STRING;
    if (!sheet && !(s->arg_count > 0 && tree_is_word(s->args[0], "box"))) {
        report(r, s->place, NULL, "expected a box or a drawing: jello box a b c; or jello \"outline.svg\";");
        return false;
    }
    d->type.kind = OBJECT_JELLO;
    if (sheet && !numbers->has_density)
        d->type.density = 1; /* kg/m² */
    if (!(sheet ? make_sheet(r, s, env, d) : make_box(r, s, env, d)))
        return false;
    if (numbers->mass > 0)
        jello_set_mass(d->type.general, numbers->mass);
    struct jello *j = d->type.general->own;
    j->stiffness = d->type.material.stiffness;
    j->area_stiffness = d->type.material.area_stiffness;
    j->viscosity = d->type.material.viscosity;
    return true;
}
