/* fuzz_scene.c: any text is read or refused; what was read is counted, written, read back and moved a little.
 *
 * Properties: a refused text leaves errors and no objects; the text that a world writes reads back and is then written
 * identically. Work is bounded: big models are only read and written, small ones take two steps of fixed length.
 */
#include <string.h>

#include "mutate_text.h"
#include "tenon/tenon.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

enum { SMALL = 50, MOST_NODES = 1000, LONGEST = 1 << 14 };

/* The first message of a list; lives as long as the list. */
static const char *first_message(const tn_diagnostics *d)
{
    return tn_diagnostics_count(d) > 0 ? tn_diagnostics_get(d, 0).message : "no message";
}

static void print_all(const tn_diagnostics *d)
{
    for (int i = 0; i < tn_diagnostics_count(d); i++)
        free(tn_diagnostics_text(d, i));
}

static void write_and_read_back(tn_world *w)
{
    char *text = tn_write_text(w);
    tn_world *other = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    tn_status status = tn_read_text(other, "written.tn", text, d);
    if (status != TN_OK)
        fprintf(stderr, "%s\n", text);
    PROMISE(status == TN_OK, "what was written does not read back: %s", first_message(d));
    char *again = tn_write_text(other);
    if (strcmp(text, again) != 0)
        fprintf(stderr, "%s\n--- and then ---\n%s\n", text, again);
    PROMISE(strcmp(text, again) == 0, "%s", "what was read back is written in other words");
    free(again);
    free(text);
    tn_diagnostics_free(d);
    tn_world_free(other);
}

/* The same without a text: of the definitions of all things. */
static void take_apart(tn_world *w)
{
    char *text = tn_write_text(w);
    tn_world *other = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    tn_batch *b = tn_batch_new(other, d);
    for (tn_thing t = tn_thing_next(w, (tn_thing){0}); t.type != TN_THING_NONE; t = tn_thing_next(w, t)) {
        tn_def *def = tn_describe(w, t);
        PROMISE(def == NULL || tn_batch_add(b, def) == TN_OK, "a definition is misshapen: %s", first_message(d));
        tn_def_free(def);
    }
    PROMISE(tn_batch_commit(b) == TN_OK, "what was described cannot be added: %s", first_message(d));
    char *again = tn_write_text(other);
    PROMISE(strcmp(text, again) == 0, "%s", "what was described and added is written in other words");
    free(again);
    free(text);
    tn_batch_free(b);
    tn_diagnostics_free(d);
    tn_world_free(other);
}

static int count_nodes(tn_world *w)
{
    int count = 0;
    for (int i = 0; i < tn_object_count(w); i++)
        count += tn_object_nodes(w, tn_object_at(w, i), NULL, NULL);
    return count;
}

/* Counts, measures and takes two steps; failures may only be reported by status. */
static void use(tn_world *w)
{
    tn_count(w);
    for (int i = 0; tn_redundant(w, i) != NULL; i++)
        ;
    for (int i = 0; tn_contradictory(w, i) != NULL; i++)
        ;
    tn_settings s = tn_world_settings(w);
    s.integrator = s.integrator == TN_EULER ? TN_EULER : TN_RK4; /* adaptive steps have no bound in advance */
    s.step = 1e-3;
    PROMISE(tn_world_configure(w, &s) == TN_OK, "%s", "the settings were refused");
    tn_status status = tn_advance(w, tn_time(w) + 2e-3);
    PROMISE(status != TN_STUCK || *tn_failure(w) != '\0', "%s", "stuck without a word");
    tn_measures m;
    tn_measure(w, &m);
    for (int i = 0; i < tn_probe_count(w); i++)
        tn_probe_value(w, i);
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_pose pose;
        tn_object_pose(w, tn_object_at(w, i), &pose);
    }
    for (int i = 0; i < tn_constraint_count(w); i++) {
        tn_constraint_state state;
        tn_constraint_get(w, tn_constraint_at(w, i), &state);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    return text_mutate(data, size, most, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > LONGEST)
        return 0;
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    tn_status status = tn_read_text(w, "scene.tn", text, d);
    print_all(d);
    if (status != TN_OK) {
        PROMISE(status == TN_WRONG_MODEL && tn_diagnostics_errors(d) > 0, "refused without an error: %s", text);
        PROMISE(tn_object_count(w) == 0 && tn_constraint_count(w) == 0, "refused, and the world changed: %s", text);
    } else if (tn_object_count(w) <= SMALL && tn_constraint_count(w) <= SMALL && count_nodes(w) <= MOST_NODES) {
        write_and_read_back(w);
        take_apart(w);
        use(w);
        write_and_read_back(w);
    }
    tn_diagnostics_free(d);
    tn_world_free(w);
    free(text);
    return 0;
}
