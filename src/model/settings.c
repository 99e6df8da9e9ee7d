/* settings.c: the statements of world: … end. */
#include <string.h>

#include "model/kinds.h"
#include "model/model.h"

/* The line of each setting, in the order of their table; the last is that of gravity. */
enum { MOST_SETTINGS = 32 };
struct open_world {
    int line[MOST_SETTINGS + 1];
    double correction; /* given in this block, before or after the tolerance; 0: not given */
};

/* The choices of a setting, as "adams, gear or rk4". */
enum { CHOICES = 200 };
static void list_choices(const tn_parameter *p, char text[CHOICES])
{
    text[0] = '\0';
    for (int i = 0; p->choices[i] != NULL; i++) {
        size_t n = strlen(text);
        const char *join = i == 0 ? "" : p->choices[i + 1] == NULL ? " or " : ", ";
        snprintf(text + n, CHOICES - n, "%s%s", join, p->choices[i]);
    }
}

/* The index of the given choice; -1 after a report. */
static int choose(struct reading *r, const struct statement *s, const tn_parameter *p)
{
    char choices[CHOICES];
    list_choices(p, choices);
    if (s->arg_count != 1 || s->args[0]->kind != TREE_NAME || s->args[0]->count > 0) {
        report(r, s->place, NULL, "expected one word after '%s': %s", s->word, choices);
        return -1;
    }
    const char *word = s->args[0]->text, *best = NULL;
    for (int i = 0; p->choices[i] != NULL; i++) {
        if (strcmp(word, p->choices[i]) == 0)
            return i;
        names_offer(word, p->choices[i], &best);
    }
    for (int i = 0; p == tn_setting("integrator") && kinds_meant(word, i) != NULL; i++)
        if (kinds_meant(word, i)->group == TN_KIND_INTEGRATOR)
            best = kinds_meant(word, i)->name;
    report(r, s->args[0]->place, best, "expected %s after '%s', met '%.60s'", choices, s->word, word);
    return -1;
}

/* How a setting is written, for messages: "step 0.01; or step auto;" */
static void show_use(const tn_parameter *p, char text[CHOICES])
{
    snprintf(text, CHOICES, "%s %s;", p->word, p->standard != NULL ? p->standard : p->symbol);
    if (p->choices != NULL) {
        size_t n = strlen(text);
        snprintf(text + n, CHOICES - n, " or %s %s;", p->word, p->choices[0]);
    }
}

static bool number(struct reading *r, const struct statement *s, const struct env *env, const tn_parameter *p,
                   double *out)
{
    char text[CHOICES], must[PARAMETER_TEXT];
    if (s->arg_count != 1) {
        show_use(p, text);
        report(r, s->arg_count > 1 ? tree_place(s->args[1]) : s->place, NULL, "%s takes 1 number, %d given: %s",
               s->word, s->arg_count, text);
        return false;
    }
    if (!constant_number(r, s->args[0], env, s->word, out))
        return false;
    if (parameter_allows(p, out, 1))
        return true;
    report(r, tree_place(s->args[0]), NULL, "%s must %s, not %.12g", s->word, parameter_must(p, must), *out);
    return false;
}

/* An unknown name that is similar to one of the choices of a setting. */
static bool is_misspelt(const struct reading *r, const struct tree *t, const tn_parameter *p)
{
    const char *best = NULL;
    if (t->kind != TREE_NAME || t->count > 0 || reading_definition(r, t->text) != NULL)
        return false;
    for (int i = 0; p->choices[i] != NULL; i++)
        names_offer(t->text, p->choices[i], &best);
    return best != NULL;
}

/* Whether it is a word, for a setting that also takes a number. */
static bool is_word(const struct reading *r, const struct statement *s, const tn_parameter *p)
{
    for (int i = 0; p->choices != NULL && p->choices[i] != NULL && s->arg_count == 1; i++)
        if (tree_is_word(s->args[0], p->choices[i]) || is_misspelt(r, s->args[0], p))
            return true;
    return p->most == 0;
}

/* The clock can be set before the world is advanced. */
static void set_time(struct reading *r, const struct statement *s, double value)
{
    if (r->renews != NULL && !world_untouched(r->w)) /* it goes on from where it is */
        return;
    if (world_untouched(r->w))
        world_set_time(r->w, value);
    else
        report(r, s->place, NULL, "this world has already been advanced: its time cannot be set");
}

static void take_setting(struct reading *r, const struct statement *s, const struct env *env, void *ctx)
{
    struct open_world *open = ctx;
    const tn_parameter *p = parameter_find(world_kind.parameters, s->word);
    const struct force_class *force = force_find(s->word);
    double value;
    int choice;
    if (s->broken) {
        words_broken(r, IN_WORLD, s);
        return;
    }
    if (force != NULL && force->in_world) { /* made as a force; here only repetitions are detected */
        block_once(r, s, &open->line[MOST_SETTINGS]);
        return;
    }
    if (p == NULL)
        words_unknown(r, IN_WORLD, s);
    else if (s->kind != STATEMENT_PLAIN)
        report(r, s->place, NULL, "expected '%s' to be a setting that ends with ';'", s->word);
    else if (!block_once(r, s, &open->line[p - world_kind.parameters]))
        return;
    else if (is_word(r, s, p)) {
        if ((choice = choose(r, s, p)) >= 0)
            setting_put_word(world_settings(r->w), p, choice);
    } else if (number(r, s, env, p, &value)) {
        if (p == tn_setting("correction"))
            open->correction = value;
        if (setting_is_clock(p))
            set_time(r, s, value);
        else
            setting_put_number(world_settings(r->w), p, value);
        if (open->correction > 0)
            setting_put_number(world_settings(r->w), tn_setting("correction"), open->correction);
    }
}

void make_settings(struct reading *r, struct instance *i)
{
    struct open_world open = {.correction = 0};
    if (i->s->name != NULL)
        report(r, i->s->name->place, NULL, "expected ':' after 'world': the world has no name");
    reading_walk(r, i->s->children, i->s->child_count, i->env, take_setting, &open);
}
