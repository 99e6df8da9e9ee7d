/* test_like_its_text.c: models of every sort with every integrator are edited in any order through the public interface: things
 * are added, removed, set, switched and placed, edits undone and redone, the world advanced, assembled and replaced by its
 * clone. What comes out can be written; what is read from it is written the same, and goes on to the same bits.
 * TENON_SEEDS=FROM,TO runs other seeds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../effort.h"
#include "all_models.h"
#include "tenon/tenon.h"

struct trial {
    unsigned long seed;
    uint64_t random;
    tn_world *world;
    char done[8000]; /* what was called, for the report of a failure */
};

static unsigned below(struct trial *q, unsigned n)
{
    q->random = q->random * 6364136223846793005u + 1442695040888963407u;
    return n > 0 ? (unsigned)(q->random >> 33) % n : 0;
}

static double between(struct trial *q, double low, double high)
{
    return low + (high - low) * below(q, 100001) / 100000;
}

__attribute__((format(printf, 2, 3))) static void note(struct trial *q, const char *format, ...)
{
    const size_t at = strlen(q->done);
    va_list list;
    va_start(list, format);
    vsnprintf(q->done + at, sizeof q->done - at, format, list);
    va_end(list);
}

static tn_world *read_world(const struct trial *q, const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "model", text, d) != TN_OK)
        fail_msg("%s: what was written cannot be read: %s%s", q->done, tn_diagnostics_text(d, 0), text);
    tn_diagnostics_free(d);
    return w;
}

/* ---- edits ---- */

static const char *any_name(struct trial *q)
{
    const int n = tn_object_count(q->world);
    return n > 0 ? tn_object_name(q->world, tn_object_at(q->world, (int)below(q, (unsigned)n))) : "none";
}

static tn_object any_object(struct trial *q)
{
    return tn_object_at(q->world, (int)below(q, (unsigned)tn_object_count(q->world)));
}
static tn_constraint any_constraint(struct trial *q)
{
    return tn_constraint_at(q->world, (int)below(q, (unsigned)tn_constraint_count(q->world)));
}
static tn_force any_force(struct trial *q)
{
    return tn_force_at(q->world, (int)below(q, (unsigned)tn_force_count(q->world)));
}

static void add_text(struct trial *q, const char *text)
{
    if (tn_read_text(q->world, "more", text, NULL) ==
        TN_OK) /* much is refused: names that are there, points of variables */
        note(q, "[%s] ", text);
}

static void add_object(struct trial *q, int n)
{
    static const char *const kinds[] = {"sphere 0.1;",
                                        "rod 0.5 0.05;",
                                        "box 0.2 0.3 0.1;",
                                        "particle 0.5;",
                                        "cylinder 0.1 0.3;",
                                        "block 1 1 2; size 0.2 0.2 0.3; stiffness 3000; viscosity 10;",
                                        "capsule 0.1 0.3;",
                                        "jello box 0.2 0.2 0.2; stiffness 200;",
                                        "coordinates th 0.3; mass 1; place (sin(th), 0, -cos(th));"};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    char text[400], place[200] = "";
    const unsigned k = below(q, KINDS + 1);
    if (k < KINDS - 1)
        snprintf(place, sizeof place, "position %.4f %.4f %.4f; velocity %.3f 0 %.3f;", between(q, -4, 4),
                 between(q, -4, 4), between(q, 0.5, 4), between(q, -1, 1), between(q, -1, 1));
    if (k == KINDS)
        snprintf(text, sizeof text, "variable n%d %g;", n, between(q, -4, 4));
    else
        snprintf(text, sizeof text, "object n%d: %s %s end", n, kinds[k], place);
    add_text(q, text);
}

static void add_joint(struct trial *q, int n)
{
    /* A and B stand for objects, X for a number */
    static const char *const forms[] = {"constraint j: connect A.center B.center; end",
                                        "constraint j: distance A.center B.center X; end",
                                        "constraint j: connect A.center (0, 0, 2); end",
                                        "constraint j: revolute A B B.center (0, 1, 0); min -0.5; max 0.7; end",
                                        "constraint j: keep A.center.z + B.center.x = X; end",
                                        "constraint j: distance A.center (0, 0, 1) max 2; by penalty; end",
                                        "constraint j: connect A.center B.center; by multiplier; end",
                                        "force s: spring A.center B.center stiffness 20 rest X damping 1; end",
                                        "force s: push A.center (sin(3*t), 0, B.center.z); end",
                                        "force s: drag on A linear 2 angular 1; end",
                                        "probe p = A.center.x + B.v.z;",
                                        "contact friction 0.4 bounce 0.1;"};
    const char *form = forms[below(q, sizeof forms / sizeof *forms)];
    char text[1000];
    size_t at = 0;
    for (; *form != '\0' && at < 800; form++) {
        const char *name = *form == 'A' || *form == 'B' ? any_name(q) : NULL;
        if (name != NULL)
            at += (size_t)snprintf(text + at, sizeof text - at, "%s", name);
        else if (*form == 'X')
            at += (size_t)snprintf(text + at, sizeof text - at, "%g", between(q, 0.1, 2));
        else
            text[at++] = *form;
        if ((*form == 'j' || *form == 's' || *form == 'p') && (form[1] == ':' || form[1] == ' ') && form[-1] == ' ')
            at += (size_t)snprintf(text + at, sizeof text - at, "%d", n);
    }
    text[at] = '\0';
    add_text(q, text);
}

static void set_number(struct trial *q)
{
    static const char *const of_object[] = {"velocity", "spin", "position", "color", "mass", "value"};
    static const char *const of_others[] = {"tau", "compliance", "d", "min", "max", "stiffness", "damping"};
    const double v[3] = {between(q, -1, 1), between(q, -1, 1), between(q, 0.5, 3)}, x = between(q, 0.05, 1);
    const unsigned k = below(q, 12), which = below(q, 6);
    tn_status s;
    if (k < 6)
        s = tn_object_set(q->world, any_object(q), of_object[k], k < 4 ? v : &x, k < 4 ? 3 : 1, NULL);
    else if (k < 10)
        s = tn_constraint_set(q->world, any_constraint(q), of_others[which], &x, 1, NULL);
    else
        s = tn_force_set(q->world, any_force(q), of_others[which], &x, 1, NULL);
    if (s == TN_OK)
        note(q, "set %s, ", k < 6 ? of_object[k] : of_others[which]);
}

static void switch_one(struct trial *q)
{
    const bool on = below(q, 2) == 0;
    note(q, "switch %d, ", on);
    if (below(q, 2) == 0)
        tn_constraint_switch(q->world, any_constraint(q), on);
    else
        tn_force_switch(q->world, any_force(q), on);
}

static void remove_one(struct trial *q)
{
    const unsigned k = below(q, 4);
    note(q, "remove %s, ", k < 2 ? "object" : k == 2 ? "constraint" : "force");
    if (k < 2)
        tn_object_remove(q->world, any_object(q));
    else if (k == 2)
        tn_constraint_remove(q->world, any_constraint(q));
    else
        tn_force_remove(q->world, any_force(q));
}

static void go_on(struct trial *q)
{
    const double to = tn_time(q->world) + between(q, 0.003, 0.05);
    note(q, "advance to %.17g: %d, ", to, (int)tn_advance(q->world, to));
}

static void place_one(struct trial *q)
{
    note(q, "place, ");
    tn_object_place(q->world, any_object(q), (tn_vec3){between(q, -1, 1), between(q, -1, 1), between(q, 0, 3)},
                    (tn_quat){0.8, 0.6, 0, 0});
}

static void become_the_clone(struct trial *q)
{
    note(q, "clone, ");
    tn_world *copy = tn_world_clone(q->world);
    assert_non_null(copy);
    tn_world_free(q->world);
    q->world = copy;
    tn_history_keep(copy, 20, (size_t)1 << 22);
}

static void edit(struct trial *q, int n)
{
    switch (below(q, 18)) {
    case 0:
    case 1:
    case 2:
        remove_one(q);
        break;
    case 3:
    case 4:
    case 5:
        add_object(q, n);
        break;
    case 6:
    case 7:
    case 8:
    case 9:
        add_joint(q, n);
        break;
    case 10:
        go_on(q);
        break;
    case 11:
        switch_one(q);
        break;
    case 12:
        place_one(q);
        break;
    case 13:
        set_number(q);
        break;
    case 14:
        note(q, "undo %d, ", (int)tn_undo(q->world));
        break;
    case 15:
        note(q, "redo %d, ", (int)tn_redo(q->world));
        break;
    case 16:
        become_the_clone(q);
        break;
    default:
        note(q, "assemble %d, ", (int)tn_assemble(q->world, NULL));
    }
}

/* ---- the world and its text ---- */

static void same_text(const struct trial *q, const char *what, const char *a, const char *b)
{
    size_t i = 0;
    if (strcmp(a, b) == 0)
        return;
    while (a[i] == b[i])
        i++;
    while (i > 0 && a[i - 1] != '\n')
        i--;
    fail_msg("%s: %s: %.200s | %.200s", q->done, what, a + i, b + i);
}

static void same_probes(const struct trial *q, tn_world *a, tn_world *b)
{
    for (int i = 0; i < tn_probe_count(a); i++) {
        const double x = tn_probe_value(a, i), y = tn_probe_value(b, i);
        if (memcmp(&x, &y, sizeof x) != 0)
            fail_msg("%s: probe %s is %a, and %a in the world that was read", q->done, tn_probe_name(a, i), x, y);
    }
}

static void goes_on_like_its_text(struct trial *q)
{
    char *text = tn_write_text(q->world);
    tn_world *again = read_world(q, text);
    char *twice = tn_write_text(again);
    same_text(q, "what is written of what was read", text, twice);
    const double from = tn_time(q->world), step = between(q, 0.005, 0.06);
    for (int k = 1; k <= 3; k++) {
        const tn_status status = tn_advance(q->world, from + k * step), other = tn_advance(again, from + k * step);
        if (status != other)
            fail_msg("%s: %d, and %d where it was read: %s%s", q->done, status, other, tn_failure(q->world),
                     tn_failure(again));
        if (status != TN_OK)
            break;
        char *a = tn_write_text(q->world), *b = tn_write_text(again);
        note(q, "k = %d by %a, ", k, step);
        same_text(q, "other bits", a, b);
        same_probes(q, q->world, again);
        free(a);
        free(b);
    }
    tn_world_free(again);
    free(text);
    free(twice);
}

static void one_seed(unsigned long seed)
{
    static struct trial q;
    q = (struct trial){.seed = seed, .random = seed * 7919 + 12345};
    const struct model *m = &models[below(&q, MODELS)];
    const char *way = settings[below(&q, SETTINGS)], *at = strstr(m->text, "SETTINGS");
    char text[3000];
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - m->text), m->text, way, at + strlen("SETTINGS"));
    note(&q, "seed %lu, %s, %s: ", seed, m->name, way);
    q.world = read_world(&q, text);
    tn_history_keep(q.world, 20, (size_t)1 << 22);
    for (int edits = 1 + (int)below(&q, 14), n = 0; n < edits; n++)
        edit(&q, n);
    goes_on_like_its_text(&q);
    tn_world_free(q.world);
}

static void any_edits(void **state)
{
    (void)state;
    unsigned long from = 1, to = getenv("TENON_LONG") != NULL ? 5000 : (unsigned long)effort(300, 60);
    const char *seeds = getenv("TENON_SEEDS");
    if (seeds != NULL)
        assert_int_equal(sscanf(seeds, "%lu,%lu", &from, &to), 2);
    for (unsigned long seed = from; seed <= to; seed++)
        one_seed(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_edits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
