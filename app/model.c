/* model.c: reads a scene with the overrides of the command line, and reports on it. */
#include "model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "status.h"
#include "tenon/picture.h"

void model_print_diagnostics(const tn_diagnostics *d)
{
    for (int i = 0; i < tn_diagnostics_count(d); i++) {
        char *text = tn_diagnostics_text(d, i);
        size_t length = strlen(text);
        fprintf(stderr, "%s%s", text, length && text[length - 1] == '\n' ? "" : "\n");
        tn_free(text);
    }
}

/* --allow-read DIR */
static bool apply_folders(const struct model *m, tn_world *w)
{
    for (int i = 0; i < m->allow.count; i++)
        if (tn_allow_read(w, m->allow.at[i]) != TN_OK) {
            options_complain(m->command, "--allow-read: there is no folder \"%s\"", m->allow.at[i]);
            return false;
        }
    return true;
}

/* --set NAME=VALUE: an invalid option is wrong usage, not a wrong model. */
static bool apply_sets(const struct model *m, tn_world *w, tn_diagnostics *d)
{
    for (int i = 0; i < m->sets.count; i++) {
        const char *text = m->sets.at[i], *equals = strchr(text, '=');
        if (!equals || equals == text || !equals[1]) {
            options_complain(m->command, "--set: \"%s\" is not NAME=VALUE", text);
            return false;
        }
        struct buffer name = {0};
        buffer_add(&name, text, (size_t)(equals - text));
        tn_status s = tn_set(w, name.at, equals + 1, d);
        buffer_free(&name);
        if (s != TN_OK) {
            model_print_diagnostics(d);
            options_complain(m->command, "--set: \"%s\" cannot be used", text);
            return false;
        }
    }
    return true;
}

static bool apply_probes(const struct model *m, tn_world *w, tn_diagnostics *d)
{
    for (int i = 0; i < m->probes.count; i++) {
        if (tn_probe_add(w, m->probes.at[i], d) != TN_OK) {
            model_print_diagnostics(d);
            options_complain(m->command, "--probe: \"%s\" cannot be used", m->probes.at[i]);
            return false;
        }
    }
    return true;
}

/* Is a number that an option gives in the range of its setting? */
static bool in_range(const struct model *m, const char *option, const char *setting, const struct option_number *n)
{
    const tn_parameter *p = tn_setting(setting);
    bool bounded = p->range == TN_BETWEEN || p->range == TN_ABOVE;
    bool word = n->value == 0 && p->choices != NULL; /* auto */
    if (!n->given || !bounded || word || (n->value >= p->low && n->value <= p->high))
        return true;
    char *must = tn_parameter_must(p);
    options_complain(m->command, "--%s must %s, not %.12g", option, must, n->value);
    tn_free(must);
    return false;
}

static bool apply_settings(const struct model *m, tn_world *w)
{
    tn_settings s = tn_world_settings(w);
    if (!in_range(m, "until", "until", &m->until) || !in_range(m, "frames-per-second", "frames", &m->rate) ||
        !in_range(m, "step", "step", &m->step) || !in_range(m, "tolerance", "tolerance", &m->tolerance))
        return false;
    if (m->until.given)
        s.until = m->until.value;
    if (m->rate.given)
        s.frames = m->rate.value;
    if (m->step.given)
        s.step = m->step.value;
    s.step_given = s.step_given || m->step.given;
    s.integrator_given = s.integrator_given || m->tolerance.given || m->integrator >= 0;
    if (m->tolerance.given)
        s.tolerance = s.correction = m->tolerance.value;
    if (m->method >= 0)
        s.method = (tn_method)m->method;
    if (m->scheme >= 0)
        s.scheme = (tn_scheme)m->scheme;
    if (m->threads.given)
        s.threads = (int)m->threads.value;
    if (m->integrator >= 0)
        s.integrator = (tn_integrator)m->integrator;
    if (m->solver >= 0)
        s.solver = (tn_solver)m->solver;
    if (tn_world_configure(w, &s) == TN_OK)
        return true;
    options_complain(m->command, "one of the settings until %g, frames %g, step %g, tolerance %g is out of range",
                     s.until, s.frames, s.step, s.tolerance);
    return false;
}

/* Does an error have a place in a text? */
static bool any_in_text(const tn_diagnostics *d)
{
    for (int i = 0; i < tn_diagnostics_count(d); i++) {
        tn_diagnostic g = tn_diagnostics_get(d, i);
        if (g.is_error && g.file)
            return true;
    }
    return false;
}

/* A scene, or the model inside a record: the first bytes of the file decide, not its name. */
static tn_status read_model(tn_world *w, const char *path, tn_diagnostics *d)
{
    if (!tn_is_record(path))
        return tn_read_file(w, path, d);
    tn_record *r = tn_record_open(path, d);
    if (!r)
        return TN_NO_FILE;
    tn_status s = tn_record_read(r, w, d);
    tn_record_close(r);
    return s;
}

/* Reads the file and prints its diagnostics; warnings are kept. */
static int read_scene(const struct model *m, tn_world *w, tn_diagnostics *d, struct word_list *warnings)
{
    files_interrupt_too(w);
    tn_status s = read_model(w, m->path, d);
    files_interrupt_too(NULL);
    tn_interrupt_clear(w);
    model_print_diagnostics(d);
    if (s == TN_INTERRUPTED) {
        fprintf(stderr, "tenon %s: interrupted while reading %s\n", m->command, m->path);
        return STATUS_STUCK;
    }
    if (s == TN_OK) {
        for (int i = 0; warnings && i < tn_diagnostics_count(d); i++) {
            tn_diagnostic g = tn_diagnostics_get(d, i);
            struct buffer b = {0};
            if (g.file)
                buffer_print(&b, "%s:%d:%d: ", g.file, g.line, g.column);
            buffer_print(&b, "%s", g.message);
            word_list_add(warnings, b.at);
            buffer_free(&b);
        }
        return STATUS_DONE;
    }
    int errors = tn_diagnostics_errors(d);
    if (s == TN_WRONG_MODEL && m->sets.count && !any_in_text(d)) /* a --set without a let in the scene */
        return STATUS_USAGE;
    if (errors == 0)
        fprintf(stderr, "tenon %s: %s could not be read\n", m->command, m->path);
    else if (errors > 1)
        fprintf(stderr, "%d errors in %s\n", errors, m->path);
    return STATUS_MODEL;
}

struct option model_option_set(struct model *m)
{
    return (struct option){"set",    0,         OPTION_TEXTS, "NAME=VALUE", "overrides `let NAME` in the scene",
                           &m->sets, RANGE_ANY, NULL};
}

struct option model_option_allow(struct model *m)
{
    return (struct option){"allow-read", 0,         OPTION_TEXTS, "DIR", "the scene may also read files in this folder",
                           &m->allow,    RANGE_ANY, NULL};
}

tn_world *model_world(void)
{
    tn_world *w = tn_world_new();
    tn_scene_read_images(w, tn_read_png);
    return w;
}

tn_world *model_load(const struct model *m, struct word_list *warnings, int *status)
{
    tn_world *w = model_world();
    tn_diagnostics *d = tn_diagnostics_new();
    *status = STATUS_USAGE;
    if (apply_folders(m, w) && apply_sets(m, w, d))
        *status = read_scene(m, w, d, warnings);
    tn_diagnostics_free(d);

    d = tn_diagnostics_new();
    if (*status == STATUS_DONE && (!apply_probes(m, w, d) || !apply_settings(m, w)))
        *status = STATUS_USAGE;
    tn_diagnostics_free(d);
    if (*status == STATUS_DONE)
        return w;
    tn_world_free(w);
    return NULL;
}

void model_free(struct model *m)
{
    options_free_texts(&m->sets);
    options_free_texts(&m->allow);
    options_free_texts(&m->probes);
}

void model_print_probes(FILE *out, tn_world *w)
{
    for (int i = 0; i < tn_probe_count(w); i++) {
        double value = tn_probe_value(w, i);
        if (isfinite(value))
            fprintf(out, "  %s = %.10g\n", tn_probe_name(w, i), value);
        else
            fprintf(out, "  %s %s\n", tn_probe_name(w, i),
                    tn_probe_there(w, i) ? "is not a number" : "has no value: its object does not exist");
    }
}

void model_judge(tn_world *w, struct word_list *redundant, struct word_list *contradictory)
{
    const char *name;
    for (int i = 0; (name = tn_redundant(w, i)); i++)
        word_list_add(redundant, name);
    for (int i = 0; (name = tn_contradictory(w, i)); i++)
        word_list_add(contradictory, name);
}

void model_json_state(struct json *j, tn_world *w, const struct word_list *contradictory)
{
    tn_constraint c;
    json_open(j, "unmet", '[');
    for (int i = 0; (c = tn_unmet_at(w, i)).generation; i++)
        if (!word_list_has(contradictory, tn_constraint_name(w, c)))
            json_text(j, NULL, tn_constraint_name(w, c));
    json_close(j, ']');
    json_open(j, "softly_held", '[');
    for (int i = 0; (c = tn_held_softly_at(w, i)).generation; i++)
        json_text(j, NULL, tn_constraint_name(w, c));
    json_close(j, ']');
}

/* "a, b and 3 more" */
static void name_some(struct buffer *b, const struct word_list *names)
{
    enum { SHOWN = 10 };
    int shown = names->count > SHOWN + 1 ? SHOWN : names->count;
    for (int i = 0; i < shown; i++)
        buffer_print(b, "%s%s", i ? ", " : "", names->at[i]);
    if (shown < names->count)
        buffer_print(b, " and %d more", names->count - shown);
}

static void warn(const char *what, const struct word_list *names, const char *why, struct word_list *warnings)
{
    struct buffer b = {0};
    if (!names->count)
        return;
    buffer_print(&b, "%s: ", what);
    name_some(&b, names);
    buffer_print(&b, " (%s)", why);
    fprintf(stderr, "warning: %s\n", b.at);
    if (warnings)
        word_list_add(warnings, b.at);
    buffer_free(&b);
}

void model_warn(const struct word_list *redundant, const struct word_list *contradictory, struct word_list *warnings)
{
    warn("redundant", redundant, "they repeat, in part or in whole, what other constraints fix; the load is shared",
         warnings);
    warn("contradictory", contradictory, "they cannot all be satisfied; the motion is the best compromise", warnings);
}
