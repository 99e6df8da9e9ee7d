/* describe.c: a world as text that reads back to the same world, to the bit.
 *
 * Numbers are written with as many digits as they need. While nothing has moved,
 * what a user wrote is written again; loops are unrolled, included files put in.
 * Once something has moved, places are written as they are now: orientations as
 * quaternions, the centre of mass instead of the frame where the two differ, and
 * for constraints that were fixed at the start what they have carried since.
 */
#include "model/describe.h"

#include "model/curves.h"
#include "model/timeline.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

/* ---- text ---- */

void text_put(struct text *t, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    ARRAY_RESERVE(t, t->count + n + 1);
    vsnprintf(t->at + t->count, (size_t)n + 1, format, again);
    t->count += n;
    va_end(args);
    va_end(again);
}

void text_numbers(struct text *t, const double *number, int count)
{
    char buffer[32];
    for (int i = 0; i < count; i++)
        text_put(t, " %s", syntax_number(number[i], buffer));
}

void text_vector(struct text *t, vec3 v)
{
    char x[32], y[32], z[32];
    text_put(t, "(%s, %s, %s)", syntax_number(v.x, x), syntax_number(v.y, y), syntax_number(v.z, z));
}

static void statement(struct text *t, const char *word, const double *number, int count)
{
    text_put(t, "  %s", word);
    text_numbers(t, number, count);
    text_put(t, ";\n");
}

static void vector_statement(struct text *t, const char *word, vec3 v)
{
    double n[3] = {v.x, v.y, v.z};
    statement(t, word, n, 3);
}

/* A name of the language, with or without indices: letters, digits, _ and dashes before letters. */
bool text_is_name(const char *s)
{
    if (s == NULL || !(isalpha((unsigned char)*s) || *s == '_') || words_reserved(s))
        return false;
    for (s++; *s != '\0' && *s != '['; s++)
        if (!isalnum((unsigned char)*s) && *s != '_' &&
            !(*s == '-' && isalnum((unsigned char)s[-1]) && isalpha((unsigned char)s[1])))
            return false;
    while (*s == '[') {
        s++;
        s += *s == '-' ? 1 : 0;
        size_t digits = strspn(s, "0123456789");
        if (digits == 0 || s[digits] != ']')
            return false;
        s += digits + 1;
    }
    return *s == '\0';
}

void text_object_name(struct text *t, const tn_world *w, int slot)
{
    const char *name = world_object_name(w, slot);
    if (text_is_name(name))
        text_put(t, "%s", name);
    else
        text_put(t, "unnamed[%d]", slot);
}

/* ---- settings ---- */

/* The tolerance is that of both methods where it was given; by default each has its own. */
static bool write_tolerance(const tn_settings *s, const tn_settings *first, double *tolerance)
{
    *tolerance = s->tolerance == s->correction || s->method == TN_DYNAMIC ? s->tolerance : s->correction;
    return s->tolerance == s->correction || s->method == TN_DYNAMIC || s->correction != first->correction;
}

/* A world that was assembled before its first step is not assembled again. */
static void write_assemble(struct text *t, const tn_world *w, const tn_settings *s)
{
    bool on = s->assemble == TN_ASSEMBLE_ON || (s->assemble == TN_ASSEMBLE_AUTO && s->method == TN_DISPLACEMENT);
    if (s->assemble == TN_ASSEMBLE_OFF || (on && world_is_assembled(w)))
        text_put(t, "  assemble off;\n");
    else if (s->assemble == TN_ASSEMBLE_ON)
        text_put(t, "  assemble on;\n");
}

/* Whether a setting is written though it is the default. */
static bool is_always_written(const tn_parameter *p)
{
    static const char *const words[] = {"up", "integrator", "solver", "tolerance", "step", "tau", "until", "frames"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], p->word) == 0)
            return true;
    return false;
}

static void write_setting(struct text *t, const tn_settings *s, const tn_settings *first, const tn_parameter *p)
{
    const char *word = setting_get_word(s, p), *standard = setting_get_word(first, p);
    double number, other = NAN;
    if (word != NULL) {
        if (is_always_written(p) || standard == NULL || strcmp(word, standard) != 0)
            text_put(t, "  %s %s;\n", p->word, word);
    } else if (strcmp(p->word, "tolerance") == 0) {
        if (write_tolerance(s, first, &number))
            statement(t, p->word, &number, 1);
    } else if (setting_get_number(s, p, &number)) {
        if (is_always_written(p) || !setting_get_number(first, p, &other) || number != other)
            statement(t, p->word, &number, 1);
    }
}

static void write_settings(struct text *t, const tn_world *w)
{
    const tn_settings s = tn_world_settings(w), first = tn_settings_default();
    double time = tn_time(w);
    text_put(t, "world:\n");
    for (const tn_parameter *p = world_kind.parameters; p->word != NULL; p++) {
        if (strcmp(p->word, "assemble") == 0)
            write_assemble(t, w, &s);
        else if (setting_is_clock(p) && time != 0)
            statement(t, p->word, &time, 1);
        else
            write_setting(t, &s, &first, p);
    }
    text_put(t, "end\n");
}

/* ---- lets, functions, paths, surfaces, nails ---- */

static void write_parameters(struct text *t, const struct statement *s)
{
    for (int i = 0; i < s->parameter_count; i++)
        text_put(t, "%s%s",
                 i == 0                                                               ? "("
                 : i == s->parameter_split && s->parameter_split < s->parameter_count ? "; "
                                                                                      : ", ",
                 s->parameters[i]->text);
    text_put(t, s->parameter_count > 0 ? ")" : "");
}

/* A let that an event has changed is written as it is now. */
static bool has_changed(const struct reading *r, const struct definition *d)
{
    return d->kind == DEFINE_LET && d->let >= 0 && d->constant == CONSTANT_NUMBER &&
           world_let(r->w, d->let) != d->value[0];
}

static void write_definition(struct text *t, struct reading *r, const struct definition *d)
{
    static const char *const words[] = {"let", "let", "nail", "path", "surface", "curve"};
    const struct statement *s = d->statement;
    if (d->kind == DEFINE_NAIL) {
        text_put(t, "nail %s", d->name);
        text_numbers(t, d->value, 3);
        text_put(t, ";\n");
    } else if (d->spline != NULL) {
        text_put(t, "path %s:\n", d->name);
        for (int i = 0; i < d->spline->keys; i++)
            statement(t, "key", d->spline->key[i], 4);
        text_put(t, "end\n");
    } else if (has_changed(r, d)) {
        double now = world_let(r->w, d->let);
        text_put(t, "let %s =", d->name);
        text_numbers(t, &now, 1);
        text_put(t, ";\n");
    } else {
        struct tree *body = tree_bind(r, d->body, d->env, s->parameters, s->parameter_count);
        char *text = syntax_print(body, NULL, NULL);
        text_put(t, "%s %s", words[d->kind], d->name);
        write_parameters(t, s);
        text_put(t, " = %s;\n", text);
        mem_free(text);
    }
}

/* Loop variables are put in by the same code that reads, in a reading of its own. */
static void write_definitions(struct text *t, tn_world *w, struct scene *scene)
{
    struct reading r = {.w = w, .scene = scene, .d = diagnostics_new(), .scratch = formula_new(), .quiet = true};
    for (int i = 0; i < scene->kept.count; i++)
        write_definition(t, &r, scene->kept.at[i]);
    diagnostics_free(r.d);
    formula_free(r.scratch);
    arena_free(&r.arena);
}

/* ---- objects ---- */

static bool is_zero(vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }
static bool is_identity(quat q) { return q.w == 1 && q.x == 0 && q.y == 0 && q.z == 0; }

static void write_sizes(struct text *t, const struct shape *s)
{
    text_put(t, "%s", s->class->kind.name);
    text_numbers(t, s->size, s->class->sizes);
}

static void write_quaternion(struct text *t, const char *word, quat q)
{
    double n[4] = {q.w, q.x, q.y, q.z};
    text_put(t, "%s", word);
    text_numbers(t, n, 4);
}

static void write_compound(struct text *t, const struct object_type *d)
{
    text_put(t, "  compound:\n");
    for (int i = 0; i < d->shape_count; i++) {
        const struct shape *s = &d->shapes[i];
        double offset[3] = {s->offset.x, s->offset.y, s->offset.z};
        text_put(t, "    ");
        write_sizes(t, s);
        text_put(t, " offset");
        text_numbers(t, offset, 3);
        if (!is_identity(s->turned))
            write_quaternion(t, " shape-orientation", s->turned);
        text_put(t, " density");
        text_numbers(t, &s->density, 1);
        text_put(t, ";\n");
    }
    text_put(t, "  end\n");
}

static void write_solid(struct text *t, const struct object_type *d)
{
    const struct shape *s = d->shapes;
    if (d->is_compound) {
        write_compound(t, d);
        return;
    }
    if (s->mesh != NULL) {
        text_put(t, "  mesh \"%s\" scale", d->mesh_path != NULL ? d->mesh_path : "");
        text_numbers(t, &d->mesh_scale, 1);
    } else {
        text_put(t, "  ");
        write_sizes(t, s);
    }
    text_put(t, ";\n");
    if (!is_zero(s->offset))
        vector_statement(t, "offset", s->offset);
    if (!is_identity(s->turned)) {
        write_quaternion(t, "  shape-orientation", s->turned);
        text_put(t, ";\n");
    }
    if (!d->has_mass && !d->has_ability)
        statement(t, "density", &s->density, 1);
}

static void write_block(struct text *t, const struct object_type *d)
{
    const struct material *m = &d->material;
    const double cells[3] = {d->cells[0], d->cells[1], d->cells[2]};
    statement(t, "block", cells, 3);
    if (d->shape_count > 0) {
        text_put(t, "  mesh \"%s\" scale", d->mesh_path != NULL ? d->mesh_path : "");
        text_numbers(t, &d->mesh_scale, 1);
        text_put(t, ";\n");
    } else {
        vector_statement(t, "size", d->size);
    }
    statement(t, "stiffness", &m->stiffness, 1);
    if (m->viscosity != 0)
        statement(t, "viscosity", &m->viscosity, 1);
    if (m->incompressible)
        statement(t, "incompressible", &m->bulk, d->has_bulk ? 1 : 0);
    if (m->moldable)
        statement(t, "moldable", &m->yield, 1);
    if (!d->has_mass)
        statement(t, "density", &d->density, 1);
}

static void write_jello(struct text *t, const struct object_type *d)
{
    const struct jello *j = d->general->own;
    if (j->d == 3) {
        text_put(t, "  jello box");
        text_numbers(t, &d->size.x, 3);
    } else {
        text_put(t, "  jello \"%s\" scale", d->mesh_path != NULL ? d->mesh_path : "");
        text_numbers(t, &d->mesh_scale, 1);
    }
    text_put(t, ";\n");
    statement(t, "stiffness", &j->stiffness, 1);
    if (j->area_stiffness != 0)
        statement(t, "area-stiffness", &j->area_stiffness, 1);
    if (j->viscosity != 0)
        statement(t, "viscosity", &j->viscosity, 1);
    if (!d->has_mass)
        statement(t, "density", &d->density, 1);
}

/* The plane of a sheet is where it began; what it has become is in its numbers. */
static void write_jello_place(struct text *t, tn_world *w, int slot, const struct object_type *d)
{
    const double *q, *v;
    bool fresh = world_untouched(w) || (!world_object_present(w, slot) && !world_object_gone(w, slot));
    const struct object_begin b = world_object_begin(w, slot);
    vector_statement(t, "position", b.position);
    if (!is_identity(b.orientation)) {
        write_quaternion(t, "  orientation", b.orientation);
        text_put(t, ";\n");
    }
    if ((fresh && !b.has_state && is_zero(b.velocity) && is_zero(b.spin)) || !world_coordinates(w, slot, &q, &v))
        return;
    statement(t, "nodes", q, d->general->n);
    statement(t, "node-velocities", v, d->general->n);
}

static void write_mass(struct text *t, const struct object_type *d)
{
    double i[6] = {d->inertia.xx, d->inertia.yy, d->inertia.zz, d->inertia.xy, d->inertia.xz, d->inertia.yz};
    bool diagonal = i[3] == 0 && i[4] == 0 && i[5] == 0;
    if (d->has_ability) {
        statement(t, "ability-to-move", &d->ability_to_move, 1);
        statement(t, "ability-to-rotate", &d->ability_to_rotate, 1);
    }
    if (d->has_mass && d->kind != OBJECT_PARTICLE)
        statement(t, "mass", &d->mass, 1);
    if (d->has_inertia)
        statement(t, "inertia", i, diagonal ? 3 : 6);
}

/* Coordinates of its own, as they are now. */
static void write_coordinates(struct text *t, tn_world *w, int slot, const struct object_type *d)
{
    const double *q, *v;
    bool moves = false;
    if (!world_coordinates(w, slot, &q, &v))
        return;
    text_put(t, "  coordinates");
    for (int i = 0; i < d->general->n; i++) {
        text_put(t, " %s", d->general->name[i]);
        text_numbers(t, &q[i], 1);
        moves |= v[i] != 0;
    }
    text_put(t, ";\n");
    if (moves)
        text_put(t, "  velocity");
    for (int i = 0; i < d->general->n && moves; i++) {
        text_put(t, " %s", d->general->name[i]);
        text_numbers(t, &v[i], 1);
    }
    if (moves)
        text_put(t, ";\n");
    text_put(t, "  place %s;\n", d->coordinates_text[0]);
    if (d->coordinates_text[1] != NULL)
        text_put(t, "  pose %s;\n", d->coordinates_text[1]);
}

static void write_place(struct text *t, tn_world *w, int slot, const struct object_type *d)
{
    vec3 position, velocity, spin, center;
    quat turned;
    double value, rate;
    bool fresh = world_untouched(w) || (!world_object_present(w, slot) && !world_object_gone(w, slot));
    bool moved = !fresh && d->motion == MOTION_DYNAMIC && d->kind != OBJECT_PLANE;
    const struct object_begin b = world_object_begin(w, slot);
    world_object_now(w, slot, &position, &turned, &velocity, &spin, &value, &rate);
    world_object_point(w, slot, "center", &center);
    if (d->motion != MOTION_PATH) {
        if (moved && !is_zero(center))
            vector_statement(t, "center", world_object_center(w, slot));
        else if (!moved && b.has_center)
            vector_statement(t, "center", b.center);
        else
            vector_statement(t, "position", position);
    }
    double rotation[4] = {b.rotation.axis.x, b.rotation.axis.y, b.rotation.axis.z, b.rotation.angle};
    if (fresh && b.has_rotation)
        statement(t, "rotation", rotation, 4);
    else if (!is_identity(turned) && d->kind != OBJECT_PARTICLE) {
        write_quaternion(t, "  orientation", turned);
        text_put(t, ";\n");
    }
    if (d->motion != MOTION_DYNAMIC || d->kind == OBJECT_PLANE)
        return;
    if (!is_zero(velocity))
        vector_statement(t, "velocity", velocity);
    if (!is_zero(spin) && d->kind != OBJECT_PARTICLE)
        vector_statement(t, "spin", spin);
}

/* A block that has moved: its nodes, and what its elements have become. */
static void write_state(struct text *t, tn_world *w, int slot)
{
    struct flexible_state f;
    bool fresh = world_untouched(w) || (!world_object_present(w, slot) && !world_object_gone(w, slot));
    if ((fresh && !world_object_begin(w, slot).has_state) || !world_flexible(w, slot, &f))
        return;
    const int nodes = f.lattice->nodes, elements = f.lattice->elements;
    const struct {
        const char *word;
        const double *at;
        int count;
    } part[] = {{"nodes", f.q, 3 * nodes},
                {"node-velocities", f.v, 3 * nodes},
                {"element-multipliers", f.lambda, elements},
                {"element-metrics", f.metric, 6 * elements}};
    for (int i = 0; i < 4; i++) {
        if (part[i].at == NULL)
            continue;
        text_put(t, "  %s", part[i].word);
        for (int k = 0; k < part[i].count; k += 6) {
            text_put(t, "\n   ");
            text_numbers(t, part[i].at + k, part[i].count - k < 6 ? part[i].count - k : 6);
        }
        text_put(t, ";\n");
    }
}

static void write_variable(struct text *t, tn_world *w, int slot)
{
    vec3 unused;
    quat turned;
    double value, rate;
    world_object_now(w, slot, &unused, &turned, &unused, &unused, &value, &rate);
    text_put(t, "variable ");
    text_object_name(t, w, slot);
    text_numbers(t, &value, 1);
    if (rate != 0) {
        text_put(t, " rate");
        text_numbers(t, &rate, 1);
    }
    text_put(t, ";\n");
}

static void write_solid_or_body(struct text *t, tn_world *w, int slot)
{
    const struct object_type *d = world_object(w, slot);
    if (d->kind == OBJECT_VARIABLE) {
        write_variable(t, w, slot);
        return;
    }
    text_put(t, "object ");
    text_object_name(t, w, slot);
    text_put(t, ":\n");
    switch (d->kind) {
    case OBJECT_PARTICLE:
        statement(t, "particle", &d->mass, 1);
        break;
    case OBJECT_BARE:
        text_put(t, "  body;\n");
        break;
    case OBJECT_PLANE:
        text_put(t, "  plane;\n");
        break;
    case OBJECT_SOLID:
        write_solid(t, d);
        break;
    case OBJECT_FLEXIBLE:
        write_block(t, d);
        break;
    case OBJECT_CURVE:
        curves_write(t, w, slot);
        break;
    case OBJECT_JELLO:
        write_jello(t, d);
        break;
    case OBJECT_VARIABLE:
        break;
    }
    if (d->kind != OBJECT_CURVE)
        write_mass(t, d);
    if (d->kind == OBJECT_JELLO)
        write_jello_place(t, w, slot, d);
    else if (d->kind == OBJECT_CURVE)
        ;
    else if (d->general != NULL)
        write_coordinates(t, w, slot, d);
    else
        write_place(t, w, slot, d);
    write_state(t, w, slot);
    if (d->soft_thickness > 0) {
        text_put(t, "  soft");
        text_numbers(t, &d->soft_thickness, 1);
        text_put(t, " stiffness");
        text_numbers(t, &d->soft_stiffness, 1);
        text_put(t, " damping");
        text_numbers(t, &d->soft_damping, 1);
        text_put(t, ";\n");
    }
    if (d->has_color)
        vector_statement(t, "color", d->color);
    if (d->motion == MOTION_PATH)
        text_put(t, "  kernel path %s;\n", d->path);
    else if (d->motion == MOTION_FIXED && d->kind != OBJECT_PLANE)
        text_put(t, "  kernel fixed;\n");
    text_put(t, "end\n");
}

/* Two bodies that are named are written with the names they have now. */
static void write_contacts(struct text *t, const tn_world *w)
{
    for (int i = 0; i < world_contact_count(w); i++) {
        const struct contact_def *d = world_contact(w, i);
        if (d == NULL || (d->a >= 0 && (world_object_gone(w, d->a) || world_object_gone(w, d->b))))
            continue;
        text_put(t, "contact");
        if (d->a >= 0) {
            text_put(t, " between ");
            text_object_name(t, w, d->a);
            text_put(t, " ");
            text_object_name(t, w, d->b);
        }
        if (d->off) {
            text_put(t, " off;\n");
            continue;
        }
        text_put(t, " friction");
        text_numbers(t, &d->friction, 1);
        text_put(t, " bounce");
        text_numbers(t, &d->bounce, 1);
        text_put(t, ";\n");
    }
}

/* Over the solids that are still there. */
static void write_skins(struct text *t, const tn_world *w)
{
    for (int i = 0; i < world_skin_count(w); i++) {
        const struct skin_def *d = world_skin(w, i);
        int left = 0;
        for (int k = 0; k < d->count; k++)
            left += world_skin_lives(w, i, k);
        if (left < 2)
            continue;
        text_put(t, "skin %s over", d->name[0] != '\0' ? d->name : "skin");
        for (int k = 0; k < d->count; k++)
            if (world_skin_lives(w, i, k)) {
                text_put(t, " ");
                text_object_name(t, w, d->object[k]);
            }
        if (d->has_color) {
            const double c[3] = {d->color.x, d->color.y, d->color.z};
            text_put(t, " color");
            text_numbers(t, c, 3);
        }
        if (d->margin > 0) {
            text_put(t, " margin");
            text_numbers(t, &d->margin, 1);
        }
        text_put(t, ";\n");
    }
}

/* What comes later stands in the place that it has among the others, in an at-block of its own. */
bool write_birth(struct text *t, const tn_world *w, enum thing thing, int slot)
{
    const struct scene *scene = world_scene(w);
    double time = scene != NULL ? timeline_birth(w, scene, thing, slot) : NAN;
    if (isnan(time))
        return false;
    text_put(t, "at");
    text_numbers(t, &time, 1);
    text_put(t, ":\n");
    return true;
}

static void write_object(struct text *t, tn_world *w, int slot)
{
    if (world_object_gone(w, slot))
        return;
    bool comes = !world_object_present(w, slot) && write_birth(t, w, THING_OBJECT, slot);
    write_solid_or_body(t, w, slot);
    text_put(t, comes ? "end\n" : "");
}

static void write_points(struct text *t, const tn_world *w, int slot)
{
    vec3 local;
    for (int i = 0; !world_object_gone(w, slot); i++) {
        const char *name = world_point_at(w, slot, i, &local);
        if (name == NULL)
            return;
        double n[3] = {local.x, local.y, local.z};
        text_put(t, "point %s of ", name);
        text_object_name(t, w, slot);
        text_numbers(t, n, 3);
        text_put(t, ";\n");
    }
}

/* ---- the whole ---- */

static void write_probes(struct text *t, const tn_world *w)
{
    for (int i = 0; i < world_probe_count(w); i++) {
        if (world_probe_gone(w, i))
            continue;
        const char *name, *value = world_probe_text(w, i, &name);
        const char *quote = text_is_name(name) ? "" : "\"";
        text_put(t, "probe %s%s%s = %s;\n", quote, name, quote, value);
    }
}

char *tn_write_text(tn_world *w)
{
    struct text t = {NULL, 0, 0};
    struct scene *scene = world_scene(w);
    world_restart(w); /* what follows depends on what is written alone */
    world_forget_contacts(w);
    write_settings(&t, w);
    if (scene != NULL)
        write_definitions(&t, w, scene);
    for (int i = 0; i < world_object_count(w); i++)
        write_object(&t, w, world_object_slot(w, i));
    for (int i = 0; i < world_object_count(w); i++)
        write_points(&t, w, world_object_slot(w, i));
    write_constraints(&t, w);
    write_forces(&t, w);
    write_contacts(&t, w);
    write_skins(&t, w);
    if (scene != NULL)
        write_timeline(&t, w, scene);
    write_probes(&t, w);
    for (int i = 0; scene != NULL && i < scene->looks.count; i++)
        text_put(&t, "%s;\n", scene->looks.at[i]);
    return t.at;
}
