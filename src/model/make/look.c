/* look.c: looks: camera, show and trace.
 *
 * The statements are checked when they are added, and kept with loop variables substituted. For drawing, the last
 * camera counts, evaluated at the present state, and all shows together.
 */
#include <math.h>
#include <string.h>

#include "model/formulas/meaning.h"
#include "tenon/scene.h"
#include "tenon/view.h"

enum { SHOW_NONE = 1 << 30 }; /* not drawn itself: switches off what is shown by default */

static const struct {
    const char *word;
    unsigned bit;
} things[] = {
    {"points", TN_SHOW_POINTS}, {"constraints", TN_SHOW_CONSTRAINTS}, {"forces", TN_SHOW_FORCES},
    {"trails", TN_SHOW_TRAILS}, {"frames", TN_SHOW_FRAMES},           {"names", TN_SHOW_NAMES},
    {"time", TN_SHOW_TIME},     {"ground", TN_SHOW_GROUND},           {"limits", TN_SHOW_LIMITS},
    {"strain", TN_SHOW_STRAIN}, {"volume", TN_SHOW_VOLUME},           {"bones", TN_SHOW_BONES},
    {"none", SHOW_NONE},
};
enum { THINGS = sizeof things / sizeof *things };
#define ALL_THINGS                                                                                                     \
    "points, constraints, forces, trails, frames, names, time, ground, limits, strain, volume, bones or none"

/* ---- reading ---- */

/* camera from x y z to x y z; the two vectors go to `out`. False after a report. */
static bool camera_vectors(struct sight *look, const struct statement *s, struct value out[2])
{
    struct reading *r = look->r;
    bool seen[2] = {false, false};
    int at = 0;
    while (at < s->arg_count) {
        int k = tree_is_word(s->args[at], "from") ? 0 : tree_is_word(s->args[at], "to") ? 1 : -1;
        if (k < 0 || seen[k]) {
            if (k < 0 && s->args[at]->kind == TREE_NAME && words_known(IN_SCENE, s->args[at]->text) &&
                tree_begins_line(s->args[at], s))
                too_many(r, s, at, NULL);
            else
                report(r, tree_place(s->args[at]), NULL, "expected 'from' or 'to' of the camera, each once");
            return false;
        }
        seen[k] = true;
        at++;
        if (!take_vector(look, s, &at, k == 0 ? "from" : "to", &out[k]))
            return false;
    }
    if (!(seen[0] && seen[1]))
        report(r, s->place, NULL, "expected 'camera from x y z to x y z;'");
    return seen[0] && seen[1];
}

static void check_camera(struct reading *r, const struct statement *s, const struct env *env)
{
    struct value unused[2];
    struct scope scope;
    scope_begin(&scope);
    struct sight look = sight_begin(r, &scope, FOR_FORCE, env);
    camera_vectors(&look, s, unused);
    scope_end(&scope);
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
    if (strcmp(i->s->word, "camera") == 0)
        check_camera(r, i->s, i->env);
    else if (strcmp(i->s->word, "trace") == 0)
        make_trace(r, i->s, i->env);
    else
        check_show(r, i->s);
}

/* ---- reading back ---- */

static bool camera_now(struct reading *r, const struct statement *s, tn_vec3 *from, tn_vec3 *to)
{
    struct value v[2];
    struct scope scope;
    scope_begin(&scope);
    struct sight look = sight_begin(r, &scope, FOR_FORCE, NULL);
    bool good = camera_vectors(&look, s, v);
    tn_vec3 at[2];
    for (int k = 0; good && k < 2; k++) {
        at[k] = v3(sight_number_now(&look, v[k].e[0]), sight_number_now(&look, v[k].e[1]),
                   sight_number_now(&look, v[k].e[2]));
        good = v3_finite(at[k]);
    }
    if (good) {
        *from = at[0];
        *to = at[1];
    }
    scope_end(&scope);
    return good;
}

/* The i-th look if its word is this one; NULL otherwise. */
static const struct statement *look_at(const struct scene *s, int i, const char *word)
{
    const struct statement *look = s->all_looks.at[s->looks.at[i]];
    return strcmp(look->word, word) == 0 ? look : NULL;
}

bool tn_scene_camera(tn_world *w, tn_vec3 *from, tn_vec3 *to)
{
    if (w == NULL || from == NULL || to == NULL)
        return false;
    struct diagnostics *d = diagnostics_new();
    struct reading r = reading_begin(w, d);
    bool found = false;
    for (int i = r.scene->looks.count - 1; i >= 0 && !found; i--) {
        const struct statement *s = look_at(r.scene, i, "camera");
        found = s != NULL && camera_now(&r, s, from, to);
    }
    reading_end(&r);
    diagnostics_free(d);
    return found;
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
