/* look.c: looks: camera, show, trace, title, light and background.
 *
 * The statements are checked when they are added, and kept with loop variables substituted. For drawing, the last
 * camera counts, evaluated at the present state, and all shows together.
 */
#include <math.h>
#include <string.h>

#include "base/sized.h"
#include "model/formulas/meaning.h"
#include "tenon/scene.h"
#include "tenon/view.h"

static const double PI = 3.14159265358979323846;

enum { SHOW_NONE = 1 << 30 }; /* not drawn itself: switches off what is shown by default */

static const struct {
    const char *word;
    unsigned bit;
} things[] = {
    {"points", TN_SHOW_POINTS},     {"constraints", TN_SHOW_CONSTRAINTS}, {"forces", TN_SHOW_FORCES},
    {"trails", TN_SHOW_TRAILS},     {"frames", TN_SHOW_FRAMES},           {"names", TN_SHOW_NAMES},
    {"time", TN_SHOW_TIME},         {"ground", TN_SHOW_GROUND},           {"limits", TN_SHOW_LIMITS},
    {"strain", TN_SHOW_STRAIN},     {"volume", TN_SHOW_VOLUME},           {"bones", TN_SHOW_BONES},
    {"fittings", TN_SHOW_FITTINGS}, {"tension", TN_SHOW_TENSION},         {"none", SHOW_NONE},
};
enum { THINGS = sizeof things / sizeof *things };
#define ALL_THINGS                                                                                                     \
    "points, constraints, forces, trails, frames, names, time, ground, limits, strain, volume, bones, fittings, "      \
    "tension or none"

/* ---- reading ---- */

/* camera from P to P follow A fov X; */
struct camera_said {
    struct value vector[2]; /* from, to */
    int follows;            /* slot of an object; -1: none */
    bool has_fov;
    struct value fov;
    const struct tree *fov_place;
};

static bool take_object(struct sight *look, const struct statement *s, int *at, const char *what, int *slot)
{
    const struct tree *t = *at < s->arg_count ? s->args[(*at)++] : NULL;
    const struct value v = t != NULL ? sight_value(look, t) : (struct value){.type = VALUE_ERROR};
    if (t == NULL)
        report(look->r, s->place, NULL, "expected an object after '%s'", what);
    else if (v.type != VALUE_ERROR && (v.type != VALUE_THING || v.thing != THING_OBJECT)) {
        char *met = sight_describe(look, v, t);
        report(look->r, tree_place(t), NULL, "expected an object after '%s', met %s", what, met);
        mem_free(met);
    }
    *slot = v.type == VALUE_THING && v.thing == THING_OBJECT ? v.index : -1;
    return *slot >= 0;
}

/* False after a report. */
static bool read_camera(struct sight *look, const struct statement *s, struct camera_said *out)
{
    enum { FROM, TO, FOLLOW, FOV, WORDS };
    static const char *const words[] = {"from", "to", "follow", "fov"};
    bool seen[WORDS] = {false};
    int at = 0;
    out->follows = -1;
    while (at < s->arg_count) {
        int k = 0;
        while (k < WORDS && !tree_is_word(s->args[at], words[k]))
            k++;
        if (k == WORDS || seen[k]) {
            if (k == WORDS && s->args[at]->kind == TREE_NAME && words_known(IN_SCENE, s->args[at]->text) &&
                tree_begins_line(s->args[at], s))
                too_many(look->r, s, at, NULL);
            else
                report(look->r, tree_place(s->args[at]), NULL,
                       "expected 'from', 'to', 'follow' or 'fov' of the camera, each once");
            return false;
        }
        seen[k] = true;
        at++;
        if (k == FOV)
            out->fov_place = at < s->arg_count ? s->args[at] : NULL;
        if (k == FOLLOW ? !take_object(look, s, &at, words[k], &out->follows)
            : k == FOV  ? !take_number(look, s, &at, words[k], &out->fov)
                        : !take_vector(look, s, &at, words[k], &out->vector[k]))
            return false;
    }
    out->has_fov = seen[FOV];
    if (!(seen[FROM] && seen[TO]))
        report(look->r, s->place, NULL, "expected 'camera from x y z to x y z;'");
    return seen[FROM] && seen[TO];
}

/* A field of view that is known now must be one; a formula is checked when it is drawn. */
static void check_camera(struct reading *r, const struct statement *s, const struct env *env)
{
    struct camera_said said;
    struct scope scope;
    scope_begin(&scope);
    struct sight look = sight_begin(r, &scope, FOR_FORCE, env);
    if (read_camera(&look, s, &said) && said.has_fov && !sight_changes(&look, said.fov.e, 1)) {
        const double fov = sight_number_now(&look, said.fov.e[0]);
        if (!(fov > 0 && fov < PI))
            report(r, tree_place(said.fov_place), NULL, "the field of view must lie between 0 and 180deg");
    }
    scope_end(&scope);
}

/* title "…"; light x y z; background COLOR; */
static void check_title(struct reading *r, const struct statement *s)
{
    if (s->arg_count != 1 || s->args[0]->kind != TREE_STRING)
        report(r, s->arg_count > 0 ? tree_place(s->args[0]) : s->place, NULL,
               "expected a text in quotes after 'title'");
}

static bool light_of(struct reading *r, const struct statement *s, const struct env *env, double out[3])
{
    const int count = constant_list(r, s, env, 0, 3, out);
    const bool good = count == 3 && out[0] * out[0] + out[1] * out[1] + out[2] * out[2] > 0;
    if (count >= 0 && !good)
        report(r, s->place, NULL, "expected 'light x y z;', the direction towards the light");
    return good;
}

static bool background_of(struct reading *r, const struct statement *s, const struct env *env, double out[3])
{
    const int named = s->arg_count == 1 ? constant_color(r, s->args[0], env, out) : 0;
    if (named != 0)
        return named > 0;
    const int count = constant_list(r, s, env, 0, 3, out);
    bool good = count == 3;
    for (int k = 0; k < 3 && good; k++)
        good = out[k] >= 0 && out[k] <= 1;
    if (count >= 0 && !good)
        report(r, s->place, NULL,
               "expected a colour after 'background': a name, \"#rrggbb\", or red, green and blue from 0 to 1");
    return good;
}

/* The bit of a word; 0: unknown. */
static unsigned thing_bit(const struct tree *t, const char **best)
{
    for (int k = 0; k < THINGS && t->kind == TREE_NAME; k++) {
        if (tree_is_word(t, things[k].word))
            return things[k].bit;
        if (best != NULL)
            names_offer(t->text, things[k].word, best);
    }
    return 0;
}

static void check_show(struct reading *r, const struct statement *s)
{
    if (s->arg_count == 0)
        report(r, s->place, NULL, "expected what to show: " ALL_THINGS);
    for (int i = 0; i < s->arg_count; i++) {
        const struct tree *t = s->args[i];
        const char *best = NULL;
        if (thing_bit(t, &best) != 0)
            continue;
        if (t->kind == TREE_NAME && words_known(IN_SCENE, t->text) && tree_begins_line(t, s)) {
            too_many(r, s, i, NULL);
            return;
        }
        report(r, tree_place(t), best, "expected " ALL_THINGS " after 'show'");
    }
}

/* trace P; */
static void make_trace(struct reading *r, const struct statement *s, const struct env *env)
{
    struct scope scope;
    struct slots slots;
    scope_begin(&scope);
    struct sight look = sight_begin(r, &scope, FOR_FORCE, env);
    if (slots_fit(&look, s, "P", NULL, &slots) && slot_is_point(&look, s, &slots.at[0]))
        world_add_trace(r->w, &scope, slots.at[0].value.e);
    scope_end(&scope);
}

void make_look(struct reading *r, struct instance *i)
{
    if (i->progress != NOT_MADE)
        return;
    double number[3];
    if (strcmp(i->s->word, "camera") == 0)
        check_camera(r, i->s, i->env);
    else if (strcmp(i->s->word, "title") == 0)
        check_title(r, i->s);
    else if (strcmp(i->s->word, "light") == 0)
        light_of(r, i->s, i->env, number);
    else if (strcmp(i->s->word, "background") == 0)
        background_of(r, i->s, i->env, number);
    else if (strcmp(i->s->word, "trace") == 0)
        make_trace(r, i->s, i->env);
    else
        check_show(r, i->s);
}

/* ---- reading back ---- */

/* The centre of mass of an object at its start. */
static vec3 first_center(const tn_world *w, int slot)
{
    const struct object_begin b = world_object_begin(w, slot);
    return b.has_center ? b.center : v3_add(b.position, q_rotate(b.orientation, world_object(w, slot)->weight.center));
}

static bool camera_now(struct reading *r, const struct statement *s, struct scene_camera *out)
{
    struct camera_said said;
    struct scope scope;
    scope_begin(&scope);
    struct sight look = sight_begin(r, &scope, FOR_FORCE, NULL);
    bool good = read_camera(&look, s, &said);
    vec3 at[2], shift = v3(0, 0, 0);
    if (good && said.follows >= 0)
        shift = v3_sub(world_object_center(r->w, said.follows), first_center(r->w, said.follows));
    for (int k = 0; good && k < 2; k++) {
        const node *e = said.vector[k].e;
        const bool moves = (sight_symbols(&look, e, 3) & 1u << SYMBOL_Y) != 0; /* a point: it moves by itself */
        at[k] = v3_add(moves ? v3(0, 0, 0) : shift,
                       v3(sight_number_now(&look, e[0]), sight_number_now(&look, e[1]), sight_number_now(&look, e[2])));
        good = v3_finite(at[k]);
    }
    const double fov = good && said.has_fov ? sight_number_now(&look, said.fov.e[0]) : 0;
    if (good)
        *out = (struct scene_camera){at[0], at[1], fov > 0 && fov < PI ? fov : 0};
    scope_end(&scope);
    return good;
}

/* The i-th look if its word is this one; NULL otherwise. */
static const struct statement *look_at(const struct scene *s, int i, const char *word)
{
    const struct statement *look = s->all_looks.at[s->looks.at[i]];
    return strcmp(look->word, word) == 0 ? look : NULL;
}

bool looks_camera(tn_world *w, struct scene_camera *out)
{
    const struct scene *scene = world_scene(w);
    int last = scene != NULL ? scene->looks.count - 1 : -1;
    while (last >= 0 && look_at(scene, last, "camera") == NULL)
        last--;
    if (last < 0)
        return false;
    struct diagnostics *d = diagnostics_new();
    struct reading r = reading_begin(w, d);
    bool found = false;
    for (int i = last; i >= 0 && !found; i--) {
        const struct statement *s = look_at(r.scene, i, "camera");
        found = s != NULL && camera_now(&r, s, out);
    }
    reading_end(&r);
    diagnostics_free(d);
    return found;
}

bool tn_scene_camera(tn_world *w, tn_vec3 *from, tn_vec3 *to)
{
    struct scene_camera c;
    if (w == NULL || from == NULL || to == NULL || !looks_camera(w, &c))
        return false;
    *from = c.from;
    *to = c.to;
    return true;
}

void tn_look_default_fill(tn_look *out, size_t size)
{
    const tn_look d = {.title = NULL};
    sized_fill(out, size, &d, sizeof d);
}

void tn_scene_look_fill(tn_world *w, tn_look *out, size_t size)
{
    tn_look now = {.title = NULL};
    const struct scene *scene = w != NULL ? world_scene(w) : NULL;
    struct diagnostics *d = diagnostics_new();
    struct reading r = {0};
    if (scene != NULL)
        r = reading_begin(w, d);
    for (int i = 0; scene != NULL && i < scene->looks.count; i++) { /* the later statement counts */
        const struct statement *s = scene->all_looks.at[scene->looks.at[i]];
        double x[3];
        if (strcmp(s->word, "title") == 0)
            now.title = s->args[0]->text;
        else if (strcmp(s->word, "light") == 0 && light_of(&r, s, NULL, x)) {
            now.has_light = true;
            now.light = v3(x[0], x[1], x[2]);
        } else if (strcmp(s->word, "background") == 0 && background_of(&r, s, NULL, x)) {
            now.has_background = true;
            now.background = v3(x[0], x[1], x[2]);
        }
    }
    if (scene != NULL)
        reading_end(&r);
    diagnostics_free(d);
    sized_fill(out, size, &now, sizeof now);
}

void tn_scene_show(tn_world *w, unsigned *show)
{
    if (w == NULL || show == NULL)
        return;
    const struct scene *scene = world_scene(w);
    unsigned bits = 0;
    for (int i = 0; scene != NULL && i < scene->looks.count; i++) {
        const struct statement *s = look_at(scene, i, "show");
        for (int k = 0; s != NULL && k < s->arg_count; k++)
            bits |= thing_bit(s->args[k], NULL);
    }
    if (world_trace_count(w) > 0)
        bits |= TN_SHOW_TRACES;
    *show = ((bits & SHOW_NONE) != 0 ? 0 : *show) | (bits & ~(unsigned)SHOW_NONE);
}
