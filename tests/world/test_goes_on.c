/* At a random moment a world is written and read, put back to a snapshot, cloned, or its last edit is undone and redone: with
 * every integrator and every kind of model it goes on to the same bits as the world that it was taken from. */
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
#include "tenon/edit.h"
#include "tenon/scene.h"

static uint64_t random_state;
static double between(double low, double high)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(random_state >> 40) / (double)(1 << 24);
}

static tn_world *read_world(const char *text)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "model", text, d) == TN_OK) {
        tn_diagnostics_free(d);
        tn_history_keep(w, 10, (size_t)1 << 24);
        return w;
    }
    fail_msg("%s%s", tn_diagnostics_text(d, 0), text);
    return NULL;
}

static tn_world *make(const struct model *m, const char *set)
{
    char text[3000];
    const char *at = strstr(m->text, "SETTINGS");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - m->text), m->text, set, at + strlen("SETTINGS"));
    return read_world(text);
}

/* All that a run may show: the text as it is written, and the probes. */
static char *state_of(tn_world *w)
{
    char *text = tn_write_text(w), probes[400] = "";
    for (int i = 0; i < tn_probe_count(w); i++)
        snprintf(probes + strlen(probes), sizeof probes - strlen(probes), "%s %a\n", tn_probe_name(w, i),
                 tn_probe_value(w, i));
    char *all = malloc(strlen(text) + strlen(probes) + 1);
    snprintf(all, strlen(text) + strlen(probes) + 1, "%s%s", text, probes);
    free(text);
    return all;
}

/* By moments that fall between steps, too. */
static char *state_after(tn_world *w, double from, double to)
{
    for (int k = 1; k <= 3; k++)
        if (tn_advance(w, k == 3 ? to : from + (to - from) * k / 3) != TN_OK)
            fail_msg("t = %g: %s", tn_time(w), tn_failure(w));
    return state_of(w);
}

struct trial {
    const struct model *model;
    const char *settings;
    double moment, end;
};

static void same(const struct trial *q, const char *how, char *a, char *b)
{
    if (strcmp(a, b) != 0)
        fail_msg("%s, %s, from t = %.17g s: other bits after it was %s\n%s\n%s", q->model->name, q->settings, q->moment,
                 how, a, b);
    free(a);
    free(b);
}

static void written(const struct trial *q, tn_world *w)
{
    char *text = tn_write_text(w);
    tn_world *copy = read_world(text);
    free(text);
    same(q, "written", state_after(w, q->moment, q->end), state_after(copy, q->moment, q->end));
    tn_world_free(copy);
}

static void restored(const struct trial *q, tn_world *w)
{
    tn_snapshot *s = tn_snapshot_take(w);
    char *first = state_after(w, q->moment, q->end);
    assert_int_equal(tn_snapshot_restore(w, s), TN_OK);
    same(q, "restored", first, state_after(w, q->moment, q->end));
    tn_snapshot_free(w, s);
}

static void cloned(const struct trial *q, tn_world *w)
{
    tn_world *copy = tn_world_clone(w);
    same(q, "cloned", state_after(w, q->moment, q->end), state_after(copy, q->moment, q->end));
    tn_world_free(copy);
}

static void edit(const struct trial *q, tn_world *w)
{
    const double value = strcmp(q->model->number, "tau") == 0 ? 0.07 : 1e-4;
    char *message = NULL;
    if (tn_constraint_set(w, tn_constraint_find(w, "c"), q->model->number, &value, 1, &message) != TN_OK)
        fail_msg("%s, %s: %s", q->model->name, q->settings, message);
}

/* Taking a snapshot restarts the world as well. */
static void undone(const struct trial *q, tn_world *w)
{
    tn_world *copy = tn_world_clone(w);
    const double middle = (q->moment + q->end) / 2;
    edit(q, w);
    edit(q, copy);
    same(q, "edited", state_after(w, q->moment, middle), state_after(copy, q->moment, middle));
    assert_int_equal(tn_undo(w), TN_OK);
    assert_int_equal(tn_redo(w), TN_OK);
    tn_snapshot_free(copy, tn_snapshot_take(copy));
    same(q, "undone and redone", state_after(w, middle, q->end), state_after(copy, middle, q->end));
    tn_world_free(copy);
}

/* The displacement method has no automatic steps, first-order worlds no implicit ones. */
static bool takes(const struct trial *q, tn_status status, const tn_world *w)
{
    if (status == TN_OK)
        return true;
    if (strstr(tn_failure(w), "has no automatic steps") == NULL &&
        strstr(tn_failure(w), "needs 'order second;'") == NULL)
        fail_msg("%s, %s: %s", q->model->name, q->settings, tn_failure(w));
    return false;
}

static void every_way(void **state)
{
    static void (*const ways[])(const struct trial *, tn_world *) = {written, restored, cloned, undone};
    (void)state;
    const int seeds = getenv("TENON_LONG") != NULL ? 30 : effort(2, 1);
    for (int n = 0; n < seeds * MODELS * SETTINGS; n++)
        for (int k = 0; k < 4; k++) {
            const int m = n % MODELS, i = n / MODELS % SETTINGS;
            tn_world *w = make(&models[m], settings[i]);
            struct trial q = {&models[m], settings[i], between(0.01, 0.12), 0};
            q.end = q.moment + between(0.02, 0.1);
            if (takes(&q, tn_advance(w, q.moment), w))
                ways[k](&q, w);
            tn_world_free(w);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
