/* settings.c: the statements of world: … end. */
#include <string.h>

#include "model/model.h"

struct setting {
    const char *word;
    const char *choices[8]; /* words it may have, NULL-ended; none: a number */
    double above;           /* a number must be greater than this … */
    bool or_equal;          /* … or equal to it */
    double most;
    const char *range; /* what the number must be, for messages */
    const char *unit;  /* how it is used, for messages */
};

static const struct setting settings[] = {
    {"method", {"dynamic", "displacement"}, 0, false, 0, NULL, NULL},
    {"joints", {"constraints", "coordinates"}, 0, false, 0, NULL, NULL},
    {"order", {"second", "first"}, 0, false, 0, NULL, NULL},
    {"integrator", {"adams", "gear", "rk4", "euler", "implicit", "verlet", "nystrom"}, 0, false, 0, NULL, NULL},
    {"solver", {"auto", "sparse", "svd"}, 0, false, 0, NULL, NULL},
    {"up", {"z", "y"}, 0, false, 0, NULL, NULL},
    {"tolerance", {NULL}, 0, false, 0.1, "greater than zero and at most 0.1", "tolerance 1e-10;"},
    {"step", {NULL}, 0, false, HUGE_VAL, "a time greater than zero", "step 0.01; or step auto;"},
    {"tau", {NULL}, 0, false, HUGE_VAL, "a time constant greater than zero", "tau 0.1;"},
    {"until", {NULL}, 0, true, HUGE_VAL, "a time that is not negative", "until 10;"},
    {"frames", {NULL}, 0, false, HUGE_VAL, "a number a second, greater than zero", "frames 30;"},
    {"scheme", {"A", "B", "gauss-seidel"}, 0, false, 0, NULL, NULL},
    {"alpha", {NULL}, 0, false, 1.99, "greater than zero and less than two", "alpha 1;"},
    {"iterations", {NULL}, 0, false, 1e6, "a whole number from 1 to 1000000", "iterations 50;"},
    {"substeps", {NULL}, 0, false, 1e6, "a whole number from 1 to 1000000", "substeps 1;"},
    {"on-limit", {"continue", "stop"}, 0, false, 0, NULL, NULL},
    {"assemble", {"on", "off"}, 0, false, 0, NULL, NULL},
    {"time", {NULL}, 0, true, HUGE_VAL, "a time, not negative, at which the clock begins", "time 0;"},
    {NULL, {NULL}, 0, false, 0, NULL, NULL},
};
enum { SETTINGS = sizeof settings / sizeof *settings - 1 };

struct open_world {
    int line[SETTINGS + 1]; /* and of gravity */
};

static const struct setting *find_setting(const char *word)
{
    for (const struct setting *s = settings; s->word != NULL; s++)
        if (strcmp(s->word, word) == 0)
            return s;
    return NULL;
}

/* The words that may stand behind a setting, as "adams, gear or rk4". */
static void list_choices(const struct setting *s, char text[100])
{
    text[0] = '\0';
    for (int i = 0; s->choices[i] != NULL; i++) {
        size_t n = strlen(text);
        const char *join = i == 0 ? "" : s->choices[i + 1] == NULL ? " or " : ", ";
        snprintf(text + n, 100 - n, "%s%s", join, s->choices[i]);
    }
}

/* Which of its words a setting has; -1 after a report. */
static int choose(struct reading *r, const struct statement *s, const struct setting *setting)
{
    char choices[100];
    list_choices(setting, choices);
    if (s->arg_count != 1 || s->args[0]->kind != TREE_NAME || s->args[0]->count > 0) {
        report(r, s->place, NULL, "expected one word behind '%s': %s", s->word, choices);
        return -1;
    }
    const char *word = s->args[0]->text, *best = NULL;
    for (int i = 0; setting->choices[i] != NULL; i++) {
        if (strcmp(word, setting->choices[i]) == 0)
            return i;
        names_offer(word, setting->choices[i], &best);
    }
    report(r, s->args[0]->place, best, "expected %s behind '%s', met '%.60s'", choices, s->word, word);
    return -1;
}

static bool number(struct reading *r, const struct statement *s, const struct env *env, const struct setting *setting,
                   double *out)
{
    if (s->arg_count != 1) {
        report(r, s->arg_count > 1 ? tree_place(s->args[1]) : s->place, NULL, "%s takes 1 number, %d given: %s",
               s->word, s->arg_count, setting->unit);
        return false;
    }
    *out = 0;
    if (strcmp(s->word, "step") == 0 && tree_is_word(s->args[0], "auto"))
        return true;
    if (!constant_number(r, s->args[0], env, s->word, out))
        return false;
    bool inside = setting->or_equal ? *out >= setting->above : *out > setting->above;
    bool counts = strcmp(s->word, "iterations") == 0 || strcmp(s->word, "substeps") == 0;
    if (!inside || *out > setting->most || (counts && *out != floor(*out))) {
        report(r, tree_place(s->args[0]), NULL, "%s must be %s, not %.12g", s->word, setting->range, *out);
        return false;
    }
    return true;
}

static void set_choice(tn_settings *w, const char *word, int choice)
{
    if (strcmp(word, "integrator") == 0)
        w->integrator = (tn_integrator)choice;
    else if (strcmp(word, "solver") == 0)
        w->solver = (tn_solver)choice;
    else if (strcmp(word, "up") == 0)
        w->up = choice == 0 ? 'z' : 'y';
    else if (strcmp(word, "order") == 0)
        w->order = (tn_order)choice;
    else if (strcmp(word, "method") == 0)
        w->method = (tn_method)choice;
    else if (strcmp(word, "joints") == 0)
        w->joints = (tn_joints)choice;
    else if (strcmp(word, "scheme") == 0)
        w->scheme = (tn_scheme)choice;
    else if (strcmp(word, "on-limit") == 0)
        w->stops_at_limit = choice == 1;
    else if (strcmp(word, "assemble") == 0)
        w->assemble = choice == 0 ? TN_ASSEMBLE_ON : TN_ASSEMBLE_OFF;
}

static void set_number(tn_settings *w, const char *word, double value)
{
    int *count = strcmp(word, "iterations") == 0 ? &w->iterations : strcmp(word, "substeps") == 0 ? &w->substeps : NULL;
    double *at = strcmp(word, "tolerance") == 0 ? &w->tolerance
                 : strcmp(word, "step") == 0    ? &w->step
                 : strcmp(word, "tau") == 0     ? &w->tau
                 : strcmp(word, "until") == 0   ? &w->until
                 : strcmp(word, "alpha") == 0   ? &w->alpha
                                                : &w->frames;
    if (count != NULL) {
        *count = (int)value;
        return;
    }
    *at = value;
    if (strcmp(word, "tolerance") == 0) /* each method has its own by default, and this is both */
        w->correction = value;
}

/* The clock can be set while nothing has happened. */
static void set_time(struct reading *r, const struct statement *s, double value)
{
    if (world_untouched(r->w))
        world_set_time(r->w, value);
    else
        report(r, s->place, NULL, "the clock of this world runs already: its time cannot be set");
}

static void take_setting(struct reading *r, const struct statement *s, const struct env *env, void *ctx)
{
    struct open_world *open = ctx;
    const struct setting *setting = find_setting(s->word);
    if (s->broken)
        return;
    if (strcmp(s->word, "gravity") == 0) { /* a force; here it counts only how often it stands */
        block_once(r, s, &open->line[SETTINGS]);
        return;
    }
    if (setting == NULL)
        words_unknown(r, IN_WORLD, s);
    else if (s->kind != STATEMENT_PLAIN)
        report(r, s->place, NULL, "expected '%s' to be a setting that ends with ';'", s->word);
    else if (block_once(r, s, &open->line[setting - settings])) {
        double value;
        if (setting->choices[0] == NULL) {
            if (number(r, s, env, setting, &value)) {
                if (strcmp(s->word, "time") == 0)
                    set_time(r, s, value);
                else
                    set_number(world_settings(r->w), s->word, value);
            }
        } else {
            int choice = choose(r, s, setting);
            if (choice >= 0)
                set_choice(world_settings(r->w), s->word, choice);
        }
    }
}

void make_settings(struct reading *r, struct instance *i)
{
    struct open_world open = {{0}};
    if (i->s->name != NULL)
        report(r, i->s->name->place, NULL, "expected ':' behind 'world': the world has no name");
    reading_walk(r, i->s->children, i->s->child_count, i->env, take_setting, &open);
}
