/* world.c: creating and freeing a world; its settings, names, lets and formulas. */
#include <stdlib.h>
#include <string.h>

#include "base/reserve.h"
#include "world/features/feature.h"

const char *tn_version(void) { return TN_VERSION; }
int tn_version_number(void) { return TN_VERSION_NUMBER; }
void tn_free(void *p) { mem_free(p); }

void tn_allocator_default_fill(tn_allocator *out, size_t size)
{
    const tn_allocator d = {.reserve = RESERVE_BYTES};
    sized_fill(out, size, &d, sizeof d);
}

/* Nothing may be allocated here, a message neither. */
tn_status tn_allocate_with(const tn_allocator *a)
{
    const bool whole = a != NULL && a->size >= offsetof(tn_allocator, reserve) && a->size <= sizeof *a &&
                       a->allocate != NULL && a->resize != NULL && a->release != NULL;
    if (!whole || !mem_from(&(struct mem_source){a->allocate, a->resize, a->release, a->user}))
        return TN_WRONG_USE;
    if (a->size == sizeof *a)
        reserve_set_size(a->reserve);
    return TN_OK;
}
void tn_on_out_of_memory(void (*handler)(size_t bytes)) { mem_on_failure(handler); }

tn_world *world_new(const struct things *t)
{
    tn_world *w = MEM_NEW(tn_world);
    reserve_use(1);
    w->features = feature_list;
    w->things = t;
    w->settings = settings_default();
    w->work = MEM_NEW(struct work);
    w->reports.failure = mem_text("");
    w->run.assembled_at = -INFINITY;
    return w;
}

tn_world *tn_world_new(void) { return world_new(things_new()); }

static void free_texts(char **at, int count)
{
    for (int i = 0; i < count; i++)
        mem_free(at[i]);
}

static void free_reports(struct reports *r)
{
    if (r->limit_warning == 0) /* otherwise it is freed with the warnings */
        mem_free(r->limit_text);
    free_texts(r->warnings.at, r->warnings.count);
    ARRAY_FREE(&r->warnings);
    ARRAY_FREE(&r->redundant);
    ARRAY_FREE(&r->contradictory);
    ARRAY_FREE(&r->unmet);
    ARRAY_FREE(&r->undecided);
    ARRAY_FREE(&r->seen);
    mem_free(r->optimum_text);
    mem_free(r->failure);
}

void tn_world_free(tn_world *w)
{
    if (w == NULL || w->hooks.calling)
        return;
    call_free(w);
    history_free(w);
    if (w->scene_hooks != NULL)
        w->scene_hooks->release(w->scene);
    plan_free(w);
    contact_free(w);
    run_free(&w->run);
    free_reports(&w->reports);
    threads_free(w->threads);
    things_free(w->things);
    mem_free(w->data.at);
    mem_free(w);
    reserve_use(-1);
}

void probe_free(struct probe *p)
{
    expression_free(&p->value);
    mem_free(p->name);
    mem_free(p->text);
    mem_free(p->input);
    mem_free(p->special);
    mem_free(p);
}

void tn_world_settings_fill(const tn_world *w, tn_settings *out, size_t size)
{
    const tn_settings now = w != NULL ? w->settings : settings_default();
    sized_fill(out, size, &now, sizeof now);
}

tn_status tn_world_configure(tn_world *w, const tn_settings *s)
{
    tn_settings read = settings_default();
    if (w == NULL || !world_takes(w, SIZED_READ(&read, s, tn_settings, tn_settings_default)) ||
        !world_takes(w, settings_trouble(&read)))
        return TN_WRONG_USE;
    history_begin(w, "change settings");
    plan_drop(w);
    w->settings = read;
    history_end(w, true);
    return TN_OK;
}

tn_settings *world_settings(tn_world *w)
{
    plan_drop(w);
    return &w->settings;
}

double world_step(const tn_world *w)
{
    if (w->settings.step_given || w->plan == NULL || (w->plan->flexibles == 0 && !w->plan->contact) ||
        w->plan->displaces)
        return w->settings.step;
    return w->settings.step != settings_default().step ? w->settings.step : 0;
}

bool world_has_flexible(const tn_world *w)
{
    for (int i = 0; i < w->things->object_pool.order.count; i++) {
        const int slot = w->things->object_pool.order.at[i];
        if (object_flexible(&w->things->objects.at[slot]) != NULL && !world_object_gone(w, slot))
            return true;
    }
    return false;
}

/* Explicit steps shorter than this, in s, are for those who ask for them: for each of them an element costs about 30 ns, so that
 * a second of a thousand elements takes more than that in computing. */
static const double too_short = 2e-5;

/* Implicit steps are for blocks: what they carry swings explicitly, and long steps would feed it. */
static bool moves_others(const struct plan *plan)
{
    for (int i = 0; i < plan->bodies; i++)
        if (plan->body[i].dofs > 0 && !body_is_node(&plan->body[i]))
            return true;
    return false;
}

tn_integrator world_integrator(const tn_world *w)
{
    const struct plan *plan = w->plan;
    const tn_settings *s = &w->settings;
    if (s->integrator_given || s->integrator != TN_ADAMS || plan == NULL || plan->flexibles == 0 || plan->displaces ||
        plan->contact || plan->first_order || plan->linked != NULL || moves_others(plan))
        return s->integrator;
    double square = 0, damping = 0;
    for (int i = 0; i < plan->flexibles; i++) {
        double own, slow;
        lattice_rest_rates(plan->flexible[i].lattice, &own, &slow);
        square = fmax(square, own);
        damping = fmax(damping, slow);
    }
    return (sqrt(damping * damping + 4 * square) - damping) / square < too_short ? TN_IMPLICIT : TN_ADAMS;
}

void *world_scene(const tn_world *w) { return w != NULL ? w->scene : NULL; }

void world_set_scene(tn_world *w, void *scene, const struct scene_hooks *hooks)
{
    w->scene = scene;
    w->scene_hooks = hooks;
}

int world_nail(const tn_world *w, int i, const char **name, vec3 *at)
{
    return w->scene_hooks != NULL && w->scene_hooks->nail != NULL ? w->scene_hooks->nail(w->scene, i, name, at) : -1;
}

bool world_camera(tn_world *w, struct scene_camera *out)
{
    return w->scene_hooks != NULL && w->scene_hooks->camera != NULL && w->scene_hooks->camera(w, out);
}

void world_share_scene(const tn_world *from, tn_world *to)
{
    to->scene = from->scene_hooks != NULL ? from->scene_hooks->share(from->scene) : NULL;
    to->scene_hooks = from->scene_hooks;
}

void world_warn(tn_world *w, char *message)
{
    for (int i = 0; i < w->reports.warnings.count; i++)
        if (strcmp(w->reports.warnings.at[i], message) == 0) {
            mem_free(message);
            return;
        }
    ARRAY_PUSH(&w->reports.warnings, message);
}

const char *tn_warning(const tn_world *w, int i)
{
    return w != NULL && i >= 0 && i < w->reports.warnings.count ? w->reports.warnings.at[i] : NULL;
}
const char *tn_failure(const tn_world *w) { return w != NULL ? w->reports.failure : ""; }

/* ---- lets and formulas ---- */

int world_add_let(tn_world *w, double value)
{
    plan_drop(w);
    ARRAY_PUSH(&w->run.lets, value);
    return w->run.lets.count - 1;
}

double world_let(const tn_world *w, int let) { return w->run.lets.at[let]; }
int world_let_count(const tn_world *w) { return w->run.lets.count; }

void scope_begin(struct scope *s) { *s = (struct scope){.formula = formula_new()}; }

void scope_end(struct scope *s)
{
    formula_free(s->formula);
    ARRAY_FREE(&s->connectors);
    ARRAY_FREE(&s->specials);
}

int scope_connector(struct scope *s, struct connector c)
{
    for (int i = 0; i < s->connectors.count; i++) {
        const struct connector *o = &s->connectors.at[i];
        if (o->type == c.type && o->body == c.body && o->source == c.source && o->local.x == c.local.x &&
            o->local.y == c.local.y && o->local.z == c.local.z)
            return i;
    }
    ARRAY_PUSH(&s->connectors, c);
    return s->connectors.count - 1;
}

struct value scope_vector(struct scope *s, enum symbol_kind kind, struct connector c)
{
    int i = scope_connector(s, c);
    struct value v = {.type = VALUE_VECTOR};
    for (int k = 0; k < 3; k++)
        v.e[k] = formula_symbol(s->formula, symbol_key(kind, i, k));
    return v;
}

struct value scope_scalar(struct scope *s, enum symbol_kind kind, struct connector c)
{
    int i = scope_connector(s, c);
    return (struct value){.type = VALUE_SCALAR, .e = {formula_symbol(s->formula, symbol_key(kind, i, 0))}};
}

struct value scope_special(struct scope *s, enum special_kind kind, int constraint, bool vector)
{
    struct special special = {.kind = kind, .constraint = constraint};
    ARRAY_PUSH(&s->specials, special);
    struct value v = {.type = vector ? VALUE_VECTOR : VALUE_SCALAR};
    for (int k = 0; k < (vector ? 3 : 1); k++)
        v.e[k] = formula_symbol(s->formula, symbol_key(SYMBOL_PROBE, s->specials.count - 1, k));
    return v;
}

struct value scope_contact(struct scope *s, enum special_kind kind, int a, int b)
{
    struct value v = scope_special(s, kind, -1, true);
    s->specials.at[s->specials.count - 1].a = a;
    s->specials.at[s->specials.count - 1].b = b;
    return v;
}

struct value scope_measure(tn_world *w, struct scope *s, int constraint, enum measure_type type)
{
    const struct measure *m = world_joint(w, constraint);
    if (m == NULL || m->type != type)
        return (struct value){.type = VALUE_ERROR};
    int connector[3];
    for (int k = 0; k < 3; k++)
        connector[k] = scope_connector(s, m->input[k]);
    return (struct value){.type = VALUE_SCALAR, .e = {derive_measure(s->formula, m, connector)}};
}

struct expression expression_make(const struct scope *s, const node *outputs, int count)
{
    struct expression e = {.tape = tape_compile(s->formula, outputs, count), .outputs = count, .only_time = true};
    e.loads = tape_inputs(e.tape);
    e.load = MEM_ARRAY(uint64_t, e.loads);
    for (int i = 0; i < e.loads; i++) {
        uint64_t key = formula_symbol_key(s->formula, i);
        enum symbol_kind kind = symbol_kind_of(key);
        e.make_load[i] = key;
        if (kind != SYMBOL_TIME && kind != SYMBOL_PARAMETER)
            e.only_time = false;
    }
    bool *used = MEM_ARRAY(bool, e.loads);
    for (int i = 0; i < count; i++)
        formula_mark_symbols(s->formula, outputs[i], used, e.loads);
    for (int i = 0; i < e.loads; i++) {
        enum symbol_kind kind = symbol_kind_of(e.load[i]);
        bool moves = used[i] && (kind == SYMBOL_YD || kind == SYMBOL_YDD) &&
                     s->connectors.at[symbol_index(e.load[i])].type != CONNECTOR_TIME;
        e.times |= used[i] && kind == SYMBOL_TIME;
        e.paths |= used[i] && kind == SYMBOL_Y && s->connectors.at[symbol_index(e.load[i])].type == CONNECTOR_TIME;
        e.rates |= moves && kind == SYMBOL_YD;
        e.second_rates |= moves && kind == SYMBOL_YDD;
    }
    mem_free(used);
    return e;
}

void expression_of_lets(const tn_world *w, const struct expression *e, double *out)
{
    double *scratch = MEM_ARRAY(double, (size_t)e->loads + tape_scratch(e->tape));
    for (int i = 0; i < e->loads; i++)
        scratch[i] = symbol_kind_of(e->load[i]) == SYMBOL_PARAMETER ? w->run.lets.at[symbol_index(e->load[i])] : 0;
    tape_run(e->tape, scratch, out, scratch + e->loads);
    mem_free(scratch);
}

struct expression expression_copy(const struct expression *e)
{
    struct expression copy = *e;
    tape_again(e->tape);
    copy.load = mem_copy(e->load, sizeof *e->load * (size_t)e->loads);
    return copy;
}

void expression_free(struct expression *e)
{
    tape_free(e->tape);
    mem_free(e->make_load);
}

int world_add_source(tn_world *w, struct scope *s, const node value[3])
{
    plan_drop(w);
    node outputs[9];
    for (int k = 0; k < 3; k++) {
        struct value v = {.type = VALUE_SCALAR, .e = {value[k]}};
        outputs[k] = value[k];
        v = derive_rate(s->formula, v);
        outputs[3 + k] = v.e[0];
        v = derive_rate(s->formula, v);
        outputs[6 + k] = v.e[0];
    }
    struct expression e = expression_make(s, outputs, 9);
    ARRAY_PUSH(&things_edit(w)->sources, e);
    return w->things->sources.count - 1;
}

/* ---- threads ---- */

struct threads *world_threads(tn_world *w)
{
    int wanted = w->settings.threads;
    if (w->threads == NULL || w->threads_wanted != wanted) {
        threads_free(w->threads);
        w->threads = threads_new(wanted);
        w->threads_wanted = wanted;
    }
    return w->threads;
}

/* ---- undo of a failed reading ---- */

struct world_mark world_mark(const tn_world *w)
{
    return (struct world_mark){
        .objects = w->things->object_pool.order.count,
        .constraints = w->things->constraint_pool.order.count,
        .forces = w->things->force_pool.order.count,
        .probes = w->things->probes.count,
        .traces = w->things->traces.count,
        .all_probes = w->things->all_probes.count,
        .sources = w->things->sources.count,
        .lets = w->run.lets.count,
        .trackers = w->things->trackers.count,
        .events = w->things->events.count,
        .contacts = w->things->contact_defs.count,
        .skins = w->things->skins.count,
        .settings = w->settings,
    };
}

void world_return_to(tn_world *w, struct world_mark m)
{
    plan_drop(w);
    while (w->things->force_pool.order.count > m.forces)
        world_remove_force(w, w->things->force_pool.order.at[w->things->force_pool.order.count - 1]);
    while (w->things->constraint_pool.order.count > m.constraints)
        world_remove_constraint(w, w->things->constraint_pool.order.at[w->things->constraint_pool.order.count - 1]);
    while (w->things->object_pool.order.count > m.objects)
        world_remove_object(w, w->things->object_pool.order.at[w->things->object_pool.order.count - 1]);
    struct things *t = things_edit(w);
    t->probes.count = m.probes;
    t->traces.count = m.traces;
    while (t->all_probes.count > m.all_probes)
        probe_free(t->all_probes.at[--t->all_probes.count]);
    while (t->sources.count > m.sources)
        expression_free(&t->sources.at[--t->sources.count]);
    w->run.lets.count = m.lets;
    t->trackers.count = w->run.angles.count = w->run.turns.count = m.trackers;
    t->events.count = m.events;
    contact_forget_defs(t, m.contacts);
    skins_forget(t, m.skins);
    w->settings = m.settings;
}
