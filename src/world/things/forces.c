/* forces.c: forces in a world. */
#include <string.h>

#include "force/goal.h"
#include "world/world_parts.h"

void force_free(const struct force *f)
{
    mem_free((char *)f->def.item.name);
    mem_free((char *)f->def.item.type.kind);
    mem_free((char *)f->def.item.text);
    mem_free((char *)f->def.item.turn);
    if (f->values != NULL)
        expression_free(f->values);
    mem_free(f->values);
    if (f->lets != NULL)
        expression_free(f->lets);
    mem_free(f->lets);
    goal_free(f->def.data);
    if (f->curvature != NULL)
        expression_free(f->curvature);
    mem_free(f->curvature);
    mem_free(f->input);
    mem_free((char *)f->def.head);
    for (int i = 0; i < FORCE_VALUES; i++)
        mem_free((char *)f->def.value_text[i]);
}

static bool speaks_of_lets_alone(const struct force_def *d)
{
    const struct formula *f = d->scope->formula;
    int symbols = formula_symbol_count(f);
    bool *used = MEM_ARRAY(bool, symbols), alone = true;
    for (int i = 0; i < FORCE_VALUES; i++)
        formula_mark_symbols(f, d->value_node[i], used, symbols);
    for (int i = 0; i < symbols; i++)
        alone &= !used[i] || symbol_kind_of(formula_symbol_key(f, i)) == SYMBOL_PARAMETER;
    mem_free(used);
    return alone;
}

/* An objective E: the values are E and E_y, three numbers per connector; the curvature is E_yy ẏ. */
static void add_goal(const struct force_def *d, struct force *f)
{
    struct formula *g = d->scope->formula;
    const int connectors = d->scope->connectors.count, outputs = 1 + 3 * connectors;
    node *value = MEM_ARRAY(node, outputs), (*gradient)[3] = mem_new(sizeof(node[3]) * (size_t)(connectors + 1));
    derive_gradient(g, d->value_node[0], connectors, gradient);
    value[0] = d->value_node[0];
    memcpy(value + 1, gradient, sizeof(node[3]) * (size_t)connectors);
    f->values = MEM_NEW(struct expression);
    *f->values = expression_make(d->scope, value, outputs);
    for (int i = 1; i < outputs; i++)
        value[i - 1] = derive_along(g, value[i]);
    f->curvature = MEM_NEW(struct expression);
    *f->curvature = expression_make(d->scope, value, outputs - 1);
    mem_free(value);
    mem_free(gradient);
}

/* Why a force on a whole object cannot act on this one; NULL: it can. */
static char *whole_trouble(const tn_world *w, const struct force_def *def)
{
    if (def->body < 0 || def->class->is_goal)
        return NULL;
    const struct object *o = &w->things->objects.at[def->body];
    if (def->class->turns && o->type->kind == OBJECT_PARTICLE)
        return mem_text("a particle does not turn; expected an object with a body");
    const bool rigid = object_flexible(o) == NULL && o->type->general == NULL;
    if (!rigid && !def->class->turns && !def->class->is_drag && def->class->field == NULL)
        return mem_print("it acts on rigid bodies and particles as a whole, and '%s' is neither: push a point of it",
                         world_object_name(w, def->body));
    return NULL;
}

int world_add_force(tn_world *w, const struct force_def *def, char **message)
{
    struct force f = {.def = *def, .used = true};
    *message = whole_trouble(w, def);
    for (int i = 0; i < FORCE_VALUES && *message == NULL; i++)
        if (def->scope == NULL && !isfinite(def->value[i]))
            *message = mem_text("one of its numbers is not finite");
    if (*message == NULL && def->item.name != NULL && names_get(&w->things->force_names, def->item.name) >= 0)
        *message = mem_print("there is a force '%s' already", def->item.name);
    if (*message == NULL && def->item.type.has_interval && !(def->item.type.from < def->item.type.to))
        *message = mem_text("the interval of during must end after it begins");
    if (*message != NULL) {
        goal_free(def->data);
        return -1;
    }
    plan_drop(w);
    if (def->class->is_goal && def->data == NULL) {
        add_goal(def, &f);
    } else if (def->class->is_goal) {
        f.values = MEM_NEW(struct expression);
        *f.values = expression_make(def->scope, def->value_node, FORCE_VALUES);
    } else if (def->scope != NULL) {
        struct expression *values = MEM_NEW(struct expression);
        *values = expression_make(def->scope, def->value_node, FORCE_VALUES);
        *(speaks_of_lets_alone(def) ? &f.lets : &f.values) = values;
    }
    if (f.values != NULL) {
        f.inputs = def->scope->connectors.count;
        f.input = mem_copy(def->scope->connectors.at, sizeof *f.input * (size_t)f.inputs);
    }
    if (def->hooked != NULL) {
        f.inputs = def->hooked_count;
        f.input = mem_copy(def->hooked, sizeof *f.input * (size_t)f.inputs);
        f.def.hooked = NULL;
    }
    f.def.item.name = mem_text(def->item.name);
    f.def.item.type.kind = mem_text(def->item.type.kind);
    f.def.item.text = mem_text(def->item.text);
    f.def.item.turn = def->item.name == NULL ? mem_text(def->item.turn) : NULL;
    struct things *t = things_edit(w);
    f.number = labels_add(&t->force_labels, f.def.item.name, label_of_force(&f));
    f.def.item.type.file = things_file_name(t, def->item.type.file);
    f.def.head = mem_text(def->head);
    for (int i = 0; i < FORCE_VALUES; i++)
        f.def.value_text[i] = mem_text(def->value_text[i]);
    f.def.scope = NULL;
    int slot = pool_add(&t->force_pool);
    force_put(w, slot, &f);
    run_put_force(&w->run, slot, &(struct force_state){.present = !def->item.unborn, .on = !def->item.off});
    if (def->item.name != NULL)
        names_set(&t->force_names, f.def.item.name, slot);
    return slot;
}

void world_remove_force(tn_world *w, int slot)
{
    plan_drop(w);
    struct things *t = things_edit(w);
    if (t->forces.at[slot].def.item.name != NULL)
        names_remove(&t->force_names, t->forces.at[slot].def.item.name);
    labels_remove(&t->force_labels, t->forces.at[slot].def.item.name, label_of_force(&t->forces.at[slot]));
    w->run.forces.at[slot].present = w->run.forces.at[slot].active = false;
    pool_remove(&t->force_pool, slot);
    if (t->snapshots.count == 0)
        world_purge_force(w, slot);
}

void world_purge_force(tn_world *w, int slot)
{
    struct force *f = force_edit(w, slot);
    force_free(f);
    *f = (struct force){.used = false};
    w->run.forces.at[slot] = (struct force_state){.present = false};
    label_texts_forget(&w->run.force_labels, slot);
    pool_reuse(&things_edit(w)->force_pool, slot);
}

void world_bear_force(tn_world *w, int slot)
{
    plan_drop(w);
    w->run.forces.at[slot].present = true;
}

void world_retire_force(tn_world *w, int slot)
{
    plan_drop(w);
    w->run.forces.at[slot].present = false;
    w->run.forces.at[slot].gone = true;
}

bool world_force_present(const tn_world *w, int slot) { return w->run.forces.at[slot].present; }

bool world_force_uses(const tn_world *w, int slot, int object)
{
    const struct force *f = &w->things->forces.at[slot];
    return f->def.body == object || connector_of_body(f->def.connector, f->def.connector_count, object) ||
           connector_of_body(f->input, f->inputs, object);
}

bool world_force_gone(const tn_world *w, int slot)
{
    bool gone = w->run.forces.at[slot].gone;
    for (int i = 0; i < w->things->object_pool.order.count && !gone; i++) {
        int object = w->things->object_pool.order.at[i];
        gone = w->run.objects.at[object].gone && world_force_uses(w, slot, object);
    }
    return gone;
}

uint32_t world_force_generation(const tn_world *w, int slot) { return pool_generation(&w->things->force_pool, slot); }
bool world_force_varies(const tn_world *w, int slot) { return w->things->forces.at[slot].values != NULL; }

/* The values, with formulas of lets evaluated at the present lets. */
void world_force_numbers(const tn_world *w, int slot, double value[FORCE_VALUES])
{
    const struct force *f = &w->things->forces.at[slot];
    double now[FORCE_VALUES];
    memcpy(value, f->def.value, sizeof f->def.value);
    if (f->lets == NULL)
        return;
    expression_of_lets(w, f->lets, now);
    for (int i = 0; i < FORCE_VALUES; i++)
        if (!f->def.changed[i])
            value[i] = now[i];
}

bool world_set_force_value(tn_world *w, int slot, int index, double value)
{
    if (w->things->forces.at[slot].values != NULL || index < 0 || index >= FORCE_VALUES || !isfinite(value))
        return false;
    plan_renew(w);
    struct force *f = force_edit(w, slot);
    f->def.value[index] = value;
    f->def.changed[index] = true;
    return true;
}

void world_switch_force(tn_world *w, int slot, bool on)
{
    if (w->run.forces.at[slot].on == on)
        return;
    plan_drop(w);
    w->run.forces.at[slot].on = on;
}

int world_find_force(const tn_world *w, const char *name) { return names_get(&w->things->force_names, name); }
int world_force_count(const tn_world *w) { return w->things->force_pool.order.count; }
int world_force_slot(const tn_world *w, int i) { return w->things->force_pool.order.at[i]; }

const struct force_def *world_force(const tn_world *w, int slot, bool *on)
{
    *on = w->run.forces.at[slot].on;
    return &w->things->forces.at[slot].def;
}

/* ---- the public interface ---- */

static tn_force force_id(const tn_world *w, int slot)
{
    return slot < 0 ? (tn_force){0, 0} : (tn_force){(uint32_t)slot, pool_generation(&w->things->force_pool, slot)};
}

static int find_force(const tn_world *w, tn_force f)
{
    return w != NULL ? pool_find(&w->things->force_pool, f.slot, f.generation) : -1;
}

/* Reads one argument, of the type that the kind expects there. */
static char *public_argument(const tn_world *w, const tn_force_def *def, int i, char letter, struct force_def *d)
{
    const tn_parameter *list = d->class->kind.parameters, *vector = parameter_argument(list);
    struct constraint_arg a;
    int joint;
    char *trouble = world_public_arg(w, &def->args[i], &a, &joint);
    if (trouble != NULL)
        return trouble;
    if (letter == 'P' || letter == 'D') {
        struct connector *c = &d->connector[d->connector_count++];
        return (letter == 'D' ? build_direction(&a, c) : build_point(&a, c))
                   ? NULL
                   : mem_print("argument %d of %s must be a %s", i + 1, def->kind,
                               letter == 'D' ? "direction" : "point");
    }
    if (letter == 'A' && a.type == ARG_BODY) {
        d->body = a.body;
        return NULL;
    }
    if (letter == 'F' && a.type == ARG_VECTOR && vector != NULL) {
        memcpy(d->value + parameter_place(list, vector), &a.vector, sizeof a.vector);
        return NULL;
    }
    return mem_print("argument %d does not fit %s", i + 1, def->kind);
}

/* The argument letters of a kind, with a vector last. */
static int public_letters(const tn_kind *kind, char letter[TN_ARGS])
{
    const char *at = kind->arguments;
    const tn_parameter *vector = parameter_argument(kind->parameters);
    char word[KIND_WORD];
    int n = 0;
    if (vector != NULL && vector->down) /* its arguments are the numbers themselves */
        letter[n++] = 'F';
    else if (strcmp(kind->arguments, FORCE_ON_ONE_OR_ALL) == 0)
        letter[n++] = 'A';
    else
        while (n < TN_ARGS && kind_next(&at, word))
            letter[n++] = kind_letter(word);
    return n;
}

/* Members of a definition that stand for the parameter of the same word; 0: not given. */
enum { FORCE_MEMBERS = 5 };
struct force_member {
    const char *word;
    const double *value;
};
static void public_members(const tn_force_def *def, struct force_member member[FORCE_MEMBERS])
{
    member[0] = (struct force_member){"stiffness", &def->stiffness};
    member[1] = (struct force_member){"rest", &def->rest};
    member[2] = (struct force_member){"damping", &def->damping};
    member[3] = (struct force_member){"linear", &def->linear};
    member[4] = (struct force_member){"angular", &def->angular};
}

/* The numbers of a parameter in a definition, given by its word or in the member of the same name. */
static const double *public_values(const tn_force_def *def, const char *word)
{
    struct force_member member[FORCE_MEMBERS];
    public_members(def, member);
    for (int i = 0; i < TN_VALUES && def->values[i].word != NULL; i++)
        if (strcmp(def->values[i].word, word) == 0)
            return def->values[i].number;
    for (int i = 0; i < FORCE_MEMBERS; i++)
        if (strcmp(member[i].word, word) == 0 && *member[i].value != 0)
            return member[i].value;
    return NULL;
}

/* A word that a definition gives and its kind does not have; NULL: none. */
/* A word that the kind does not have, or one given twice; NULL: all words are right. */
static char *public_words(const tn_force_def *def, const tn_kind *kind)
{
    struct force_member member[FORCE_MEMBERS];
    public_members(def, member);
    for (int i = 0; i < TN_VALUES && def->values[i].word != NULL; i++) {
        if (parameter_find(kind->parameters, def->values[i].word) == NULL)
            return mem_print("'%s' has no '%s'", kind->name, def->values[i].word);
        for (int k = 0; k < i; k++)
            if (strcmp(def->values[i].word, def->values[k].word) == 0)
                return mem_print("'%s' is given twice", def->values[i].word);
    }
    for (int i = 0; i < FORCE_MEMBERS; i++)
        if (*member[i].value != 0 && parameter_find(kind->parameters, member[i].word) == NULL)
            return mem_print("'%s' has no '%s'", kind->name, member[i].word);
    return NULL;
}

static char *public_parameters(const tn_force_def *def, struct force_def *d, bool has_vector)
{
    const tn_kind *kind = &d->class->kind;
    char must[PARAMETER_TEXT], usage[KIND_USAGE];
    bool asks = false, answered = false; /* for one of several */
    for (const tn_parameter *p = kind->parameters; p != NULL && p->word != NULL; p++) {
        const double *given = public_values(def, p->word);
        asks = asks || p->one_of;
        answered = answered || (p->one_of && given != NULL);
        double *value = d->value + parameter_place(kind->parameters, p);
        if (given == NULL && p->required && !(p->argument && has_vector))
            return mem_print("arguments are missing: %s", kind_usage(kind, true, usage));
        if (given != NULL)
            memcpy(value, given, sizeof *value * (size_t)p->most);
        else if (!p->argument)
            parameter_standard(p, value);
        if (given != NULL && !parameter_allows(p, given, p->most))
            return mem_print("%s must %s", p->word, parameter_must(p, must));
    }
    return asks && !answered ? mem_print("one of its numbers is needed: %s", kind_usage(kind, true, usage)) : NULL;
}

/* At least one end of a force must be able to move. */
static bool has_object(const struct force_def *d)
{
    bool any = d->connector_count == 0;
    for (int i = 0; i < d->connector_count; i++)
        any |= d->connector[i].body >= 0;
    return any;
}

static char *public_force(const tn_world *w, const tn_force_def *def, struct force_def *d)
{
    const tn_kind *kind = &d->class->kind;
    const bool may_lack = strcmp(kind->arguments, FORCE_ON_ONE_OR_ALL) == 0;
    char letter[TN_ARGS], usage[KIND_USAGE], *trouble;
    const int wanted = public_letters(kind, letter);
    bool has_vector = false;
    d->body = -1;
    trouble = public_words(def, kind);
    if (trouble == NULL && def->count < 0)
        trouble = mem_print("a force takes no %d arguments", def->count);
    for (int i = 0; i < def->count && trouble == NULL; i++) {
        trouble = i < wanted ? public_argument(w, def, i, letter[i], d)
                             : mem_print("argument %d does not fit %s", i + 1, def->kind);
        has_vector = has_vector || (i < wanted && letter[i] == 'F');
    }
    for (int i = def->count; i < wanted && trouble == NULL; i++)
        if (letter[i] != 'F' && !may_lack) /* a vector may be given as a parameter */
            trouble = mem_print("arguments are missing: %s", kind_usage(kind, true, usage));
    if (trouble == NULL && !has_object(d))
        trouble = mem_print("a %s acts on an object at one end at least", kind->name);
    return trouble != NULL ? trouble : public_parameters(def, d, has_vector);
}

void tn_force_default_fill(tn_force_def *out, size_t size)
{
    const tn_force_def d = {.name = NULL};
    sized_fill(out, size, &d, sizeof d);
}

tn_force tn_force_add(tn_world *w, const tn_force_def *given, char **message)
{
    tn_force_def read = tn_force_default(), *const def = &read;
    char *unsized = w == NULL ? world_nothing_given() : SIZED_READ(&read, given, tn_force_def, tn_force_default);
    if (unsized != NULL) {
        constraint_refused(unsized, message);
        return (tn_force){0, 0};
    }
    struct force_def d = {
        .item = {.name = def->name,
                 .type = {.kind = def->kind,
                          .has_interval = def->from != 0 || def->to != 0,
                          .from = def->from,
                          .to = def->to}},
        .class = def->kind != NULL ? force_find(def->kind) : NULL,
    };
    int slot = -1;
    char *trouble = d.class != NULL && d.class->is_goal
                        ? mem_print("'%s' is a formula: it comes from the scene language, tn_read_text", def->kind)
                    : d.class == NULL ? mem_print("there is no force kind '%s'", def->kind != NULL ? def->kind : "")
                                      : world_name_trouble(w, def->name, false);
    if (trouble == NULL)
        trouble = public_force(w, def, &d);
    if (trouble == NULL) {
        history_begin(w, "add a force");
        slot = world_add_force(w, &d, &trouble);
        history_end(w, slot >= 0);
    }
    if (message != NULL)
        *message = trouble;
    else
        mem_free(trouble);
    return force_id(w, slot);
}

tn_status tn_force_switch(tn_world *w, tn_force f, bool on)
{
    int slot = find_force(w, f);
    if (slot < 0)
        return TN_WRONG_USE;
    history_begin(w, on ? "switch a force on" : "switch a force off");
    world_switch_force(w, slot, on);
    history_end(w, true);
    return TN_OK;
}

tn_force tn_force_find(const tn_world *w, const char *name)
{
    int slot = w != NULL && name != NULL ? world_find_force(w, name) : -1;
    return force_id(w, slot < 0 && w != NULL ? labels_find_force(w, name) : slot);
}

const char *tn_force_name(const tn_world *w, tn_force f)
{
    int slot = find_force(w, f);
    return slot < 0 ? "" : world_force_label(w, slot);
}

bool tn_force_valid(const tn_world *w, tn_force f) { return find_force(w, f) >= 0; }
int tn_force_count(const tn_world *w) { return w != NULL ? w->things->force_pool.order.count : 0; }

tn_force tn_force_at(const tn_world *w, int i)
{
    return force_id(w, i >= 0 && i < tn_force_count(w) ? w->things->force_pool.order.at[i] : -1);
}
