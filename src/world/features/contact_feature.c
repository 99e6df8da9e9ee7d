/* contact_feature.c: contact in a world: from contact statements to the rules and pieces of a contact space.
 *
 * The space belongs to the world, not to the plan, because the warm start of its pairs outlasts a change of the model.
 * Bodies joined by an active constraint do not collide, unless a statement names the two.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/contact_grid.h"
#include "contact/contact_step.h"
#include "contact/contact_touch.h"
#include "world/features/feature.h"

/* The last statement that names a pair. */
struct named_pair {
    uint64_t key;
    int statement;
};

struct world_contacts {
    struct contact_state *state;
    ARRAY(uint64_t) joined;         /* pairs of objects with a constraint between them, sorted */
    ARRAY(struct named_pair) named; /* sorted by key */
    int for_all;                    /* the last statement for all bodies; -1: none */
    ARRAY(struct contact_rule) rules;
    ARRAY(vec3) belts;     /* by object slot; empty: no surface runs */
    unsigned char *memory; /* warm start of a snapshot, to be restored with the next plan */
    size_t memory_size;
};

static uint64_t pair_key(int a, int b)
{
    return a < b ? (uint64_t)(uint32_t)a << 32 | (uint32_t)b : (uint64_t)(uint32_t)b << 32 | (uint32_t)a;
}

/* ---- statements ---- */

int world_add_contact(tn_world *w, const struct contact_def *def)
{
    struct contact_def d;
    memset(&d, 0, sizeof d); /* also the padding: snapshots compare bytes */
    d.a = def->a;
    d.b = def->b;
    d.off = def->off;
    d.friction = def->friction;
    d.bounce = def->bounce;
    d.rolling = def->rolling;
    d.spinning = def->spinning;
    d.threshold = def->threshold;
    d.way = def->way;
    d.friction_rule = def->friction_rule;
    d.bounce_rule = def->bounce_rule;
    plan_drop(w);
    d.generation_a = d.a >= 0 ? world_object_generation(w, d.a) : 0;
    d.generation_b = d.b >= 0 ? world_object_generation(w, d.b) : 0;
    ARRAY_PUSH(&things_edit(w)->contact_defs, d);
    return w->things->contact_defs.count - 1;
}

void contact_forget_defs(struct things *t, int count)
{
    t->contact_defs.count = t->contact_defs.count < count ? t->contact_defs.count : count;
}

void world_remove_contact(tn_world *w, int i)
{
    plan_drop(w);
    things_edit(w)->contact_defs.at[i].removed = true;
}

bool world_contact_removed(const tn_world *w, int i) { return w->things->contact_defs.at[i].removed; }
int world_contact_count(const tn_world *w) { return w->things->contact_defs.count; }

static bool lives(const tn_world *w, int slot, uint32_t generation)
{
    return slot < 0 || (pool_lives(&w->things->object_pool, slot) && world_object_generation(w, slot) == generation &&
                        !world_object_gone(w, slot));
}

const struct contact_def *world_contact(const tn_world *w, int i)
{
    const struct contact_def *d = &w->things->contact_defs.at[i];
    return !d->removed && lives(w, d->a, d->generation_a) && lives(w, d->b, d->generation_b) ? d : NULL;
}

/* ---- rules ---- */

static int compare_named(const void *a, const void *b)
{
    const struct named_pair *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                            : (x->statement > y->statement) - (x->statement < y->statement);
}

static void find_named(tn_world *w)
{
    struct world_contacts *c = w->run.contacts;
    int kept = 0;
    c->named.count = 0;
    c->for_all = -1;
    for (int i = 0; i < w->things->contact_defs.count; i++) {
        const struct contact_def *d = world_contact(w, i);
        if (d != NULL && d->a < 0)
            c->for_all = i;
        else if (d != NULL)
            ARRAY_PUSH(&c->named, ((struct named_pair){pair_key(d->a, d->b), i}));
    }
    if (c->named.count > 0)
        qsort(c->named.at, (size_t)c->named.count, sizeof *c->named.at, compare_named);
    for (int i = 0; i < c->named.count; i++)
        if (i + 1 == c->named.count || c->named.at[i + 1].key != c->named.at[i].key)
            c->named.at[kept++] = c->named.at[i];
    c->named.count = kept;
}

static int compare_pair(const void *key, const void *pair)
{
    uint64_t x = *(const uint64_t *)key, y = ((const struct named_pair *)pair)->key;
    return (x > y) - (x < y);
}

/* The statement for two objects: the last one that names both, otherwise the last one for all; NULL: no contact. */
static const struct contact_def *statement_for(const tn_world *w, int a, int b, bool *named)
{
    const struct world_contacts *c = w->run.contacts;
    uint64_t key = pair_key(a, b);
    const struct named_pair *found =
        c->named.count > 0 ? bsearch(&key, c->named.at, (size_t)c->named.count, sizeof *found, compare_pair) : NULL;
    int statement = found != NULL ? found->statement : c->for_all;
    *named = found != NULL;
    return statement >= 0 ? &w->things->contact_defs.at[statement] : NULL;
}

static void add_layers(struct contact_rule *r, const struct object_type *a, const struct object_type *b)
{
    if (a->soft_thickness > 0 && b->soft_thickness > 0) {
        r->thickness = a->soft_thickness + b->soft_thickness;
        r->stiffness = a->soft_stiffness * b->soft_stiffness / (a->soft_stiffness + b->soft_stiffness);
        double c = a->soft_damping + b->soft_damping;
        r->damping = c > 0 ? a->soft_damping * b->soft_damping / c : 0;
    } else if (a->soft_thickness > 0 || b->soft_thickness > 0) {
        const struct object_type *soft = a->soft_thickness > 0 ? a : b;
        r->thickness = soft->soft_thickness;
        r->stiffness = soft->soft_stiffness;
        r->damping = soft->soft_damping;
    }
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static bool is_joined(const struct world_contacts *c, int a, int b)
{
    uint64_t key = pair_key(a, b);
    return c->joined.count > 0 &&
           bsearch(&key, c->joined.at, (size_t)c->joined.count, sizeof key, compare_keys) != NULL;
}

static double mix(tn_contact_mix how, double a, double b)
{
    switch (how) {
    case TN_MIX_MEAN:
        return (a + b) / 2;
    case TN_MIX_MIN:
        return fmin(a, b);
    case TN_MIX_PRODUCT:
        return a * b;
    case TN_MIX_MAX:
        return fmax(a, b);
    default:
        return a == b ? a : sqrt(a * b); /* equal ones to the last bit */
    }
}

/* The numbers of two objects under the statement for all: their own count before those of the statement. */
static void mix_surfaces(struct contact_rule *r, const struct contact_def *d, const struct object_type *a,
                         const struct object_type *b)
{
    const tn_contact_mix bounce = d->bounce_rule == TN_MIX_DEFAULT ? TN_MIX_MAX : d->bounce_rule;
    r->friction =
        mix(d->friction_rule, a->has_friction ? a->friction : d->friction, b->has_friction ? b->friction : d->friction);
    r->rolling =
        mix(TN_MIX_GEOMETRIC, a->has_rolling ? a->rolling : d->rolling, b->has_rolling ? b->rolling : d->rolling);
    r->spinning =
        mix(TN_MIX_GEOMETRIC, a->has_spinning ? a->spinning : d->spinning, b->has_spinning ? b->spinning : d->spinning);
    r->bounce = mix(bounce, a->has_bounce ? a->bounce : d->bounce, b->has_bounce ? b->bounce : d->bounce);
}

static int rule_for(void *ctx, int a, int b)
{
    tn_world *w = ctx;
    struct world_contacts *c = w->run.contacts;
    bool named;
    const struct contact_def *d = statement_for(w, a, b, &named);
    if (d == NULL || d->off || (!named && is_joined(c, a, b)))
        return -1;
    struct contact_rule r = {.friction = d->friction,
                             .bounce = d->bounce,
                             .threshold = d->threshold,
                             .rolling = d->rolling,
                             .spinning = d->spinning};
    if (!named)
        mix_surfaces(&r, d, w->things->objects.at[a].type, w->things->objects.at[b].type);
    add_layers(&r, w->things->objects.at[a].type, w->things->objects.at[b].type);
    for (int i = 0; i < c->rules.count; i++)
        if (memcmp(&c->rules.at[i], &r, sizeof r) == 0)
            return i;
    ARRAY_PUSH(&c->rules, r);
    c->state->rules = c->rules.at;
    return c->rules.count - 1;
}

/* ---- planning ---- */

static void note_joined(struct world_contacts *c, const struct connector *input, int inputs)
{
    for (int i = 0; i < inputs; i++)
        for (int k = 0; k < i; k++) {
            int a = build_owner(&input[i]), b = build_owner(&input[k]);
            if (a >= 0 && b >= 0 && a != b)
                ARRAY_PUSH(&c->joined, pair_key(a, b));
        }
}

static void find_joined(tn_world *w)
{
    struct world_contacts *c = w->run.contacts;
    c->joined.count = 0;
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const struct constraint *k = &w->things->constraints.at[w->things->constraint_pool.order.at[i]];
        if (!constraint_state(w, k)->active)
            continue;
        note_joined(c, k->input, k->inputs);
        for (int l = 0; l < k->limit_count; l++)
            note_joined(c, k->more->limits[l].input, k->more->limits[l].inputs);
        if (k->type->is_outside && object_flexible(&w->things->objects.at[k->more->outsider]) != NULL)
            ARRAY_PUSH(&c->joined, pair_key(k->more->outsider, k->more->inside_of)); /* kept apart already */
    }
    if (c->joined.count > 0)
        qsort(c->joined.at, (size_t)c->joined.count, sizeof *c->joined.at, compare_keys);
}

static int count_pieces(const tn_world *w)
{
    int count = 0;
    for (int i = 0; i < w->things->object_pool.order.count; i++) {
        const struct object_type *d = w->things->objects.at[w->things->object_pool.order.at[i]].type;
        count += d->kind == OBJECT_SOLID ? d->shape_count : 1;
    }
    return count;
}

static void warn_of_hollows(tn_world *w, const struct object *o)
{
    const struct object_type *d = o->type;
    for (int i = 0; i < d->shape_count; i++)
        if (d->shapes[i].mesh != NULL && !piece_mesh_is_convex(d->shapes[i].mesh))
            world_warn(w, mem_print("contact uses the convex hull of the mesh of '%s', which is not convex; build it "
                                    "from convex meshes in a compound if that matters",
                                    o->name != NULL ? o->name : "an object"));
}

static int pieces_of(tn_world *w, const struct plan *plan, struct piece *out, bool *movable)
{
    int count = 0;
    for (int i = 0; i < pool_slots(&w->things->object_pool); i++) {
        const struct object *o = &w->things->objects.at[i];
        movable[i] = false;
        if (!pool_lives(&w->things->object_pool, i) || !w->run.objects.at[i].present)
            continue;
        movable[i] = plan->body[i].dofs > 0;
        if (o->type->kind == OBJECT_SOLID) {
            warn_of_hollows(w, o);
            count += piece_of_shapes(o->type->shapes, o->type->shape_count, i, o->type->weight.center, out + count);
        } else if (o->type->kind == OBJECT_PLANE) {
            out[count++] = piece_of_plane(i);
        } else if (o->type->kind == OBJECT_PARTICLE) {
            out[count++] = piece_of_particle(i);
        }
    }
    return count;
}

bool world_has_contacts(const tn_world *w)
{
    bool any = false;
    for (int i = 0; i < w->things->contact_defs.count; i++)
        any = any || world_contact(w, i) != NULL;
    return any;
}

static void mark(tn_world *w, struct plan *plan)
{
    (void)w;
    plan->contact = true;
}

static void find_belts(tn_world *w)
{
    struct world_contacts *c = w->run.contacts;
    c->belts.count = 0;
    bool any = false;
    for (int i = 0; i < pool_slots(&w->things->object_pool); i++) {
        const bool runs = pool_lives(&w->things->object_pool, i) && w->things->objects.at[i].type->has_belt;
        ARRAY_PUSH(&c->belts, runs ? w->things->objects.at[i].type->belt : v3(0, 0, 0));
        any = any || runs;
    }
    c->belts.count = any ? c->belts.count : 0;
    c->state->belt = any ? c->belts.at : NULL;
    c->state->belts = c->belts.count;
}

/* The last statement that says how decides. */
static tn_contact_way way_of(const tn_world *w)
{
    tn_contact_way way = TN_CONTACT_BY_COST;
    for (int i = 0; i < w->things->contact_defs.count; i++) {
        const struct contact_def *d = world_contact(w, i);
        if (d != NULL && d->way != TN_CONTACT_BY_COST)
            way = d->way;
    }
    return way;
}

/* A block of memory: how large its first part is, the pairs of the space, the grid of steps. */
static void restore_memory(struct world_contacts *c)
{
    size_t pairs = 0;
    if (c->memory == NULL)
        return;
    if (c->memory_size >= sizeof pairs)
        memcpy(&pairs, c->memory, sizeof pairs);
    const size_t before = sizeof pairs + pairs;
    contact_memory_restore(c->state->space, c->memory + sizeof pairs, pairs);
    if (c->memory_size > before)
        contact_grid_restore(c->state->grid, c->memory + before, c->memory_size - before);
    mem_free(c->memory);
    c->memory = NULL;
}

static void plan_contacts(tn_world *w, const struct plan *plan, struct work *work)
{
    if (w->run.contacts == NULL) {
        w->run.contacts = MEM_NEW(struct world_contacts);
        w->run.contacts->state = contact_state_new();
    }
    struct world_contacts *c = w->run.contacts;
    int bodies = pool_slots(&w->things->object_pool);
    struct piece *pieces = MEM_ARRAY(struct piece, count_pieces(w) + 1);
    bool *movable = MEM_ARRAY(bool, bodies + 1);
    int count = pieces_of(w, plan, pieces, movable);
    c->rules.count = 0;
    find_joined(w);
    find_named(w);
    find_belts(w);
    contact_space_fill(c->state->space, pieces, count, movable, bodies, rule_for, w);
    contact_plan_touches(w, plan, c->state, rule_for);
    contact_grid_drop(c->state->grid);
    contact_grid_room(c->state->grid, plan->y_count, ldl_rows(plan->matrix));
    restore_memory(c);
    bool rings = false;
    for (int i = 0; i < count; i++) {
        rings = rings || pieces[i].type == PIECE_RING;
        piece_release(&pieces[i]);
    }
    mem_free(pieces);
    mem_free(movable);
    c->state->shown = 0;
    c->state->acts = false;
    c->state->substeps = w->settings.substeps > 0 ? w->settings.substeps : 4;
    c->state->divides = w->settings.substeps > 0;
    c->state->rings = rings;
    c->state->way = (enum contact_way)way_of(w);
    work->contact = c->state;
}

void contact_clone_memory(const tn_world *from, tn_world *to)
{
    if (from->run.contacts == NULL)
        return;
    to->run.contacts = MEM_NEW(struct world_contacts);
    to->run.contacts->state = contact_state_new();
    to->run.contacts->memory_size = contact_save(from, &to->run.contacts->memory);
}

/* Makes the same contacts in the work of a clone. */
static void clone(const tn_world *from, tn_world *to, const struct plan *plan, struct work *work)
{
    (void)plan;
    const struct world_contacts *f = from->run.contacts;
    struct world_contacts *c = to->run.contacts = MEM_NEW(struct world_contacts);
    c->for_all = f->for_all;
    c->state = contact_state_copy(f->state, rule_for, to);
    for (int i = 0; i < f->joined.count; i++)
        ARRAY_PUSH(&c->joined, f->joined.at[i]);
    for (int i = 0; i < f->named.count; i++)
        ARRAY_PUSH(&c->named, f->named.at[i]);
    for (int i = 0; i < f->rules.count; i++)
        ARRAY_PUSH(&c->rules, f->rules.at[i]);
    c->state->rules = c->rules.at;
    find_belts(to);
    contact_plan_touches(to, plan, c->state, rule_for);
    if (f->state->touch != NULL && c->state->touch != NULL)
        touch_copy(f->state->touch, c->state->touch);
    work->contact = c->state;
}

/* ---- reading contacts ---- */

/* The i-th point of all manifolds of the last step; false past the end. */
static bool point_at(const tn_world *w, int i, const struct manifold **m, const struct contact_point **p)
{
    if (w->plan == NULL || !w->plan->contact || w->work->contact->shown == 0)
        return false;
    const struct contact_state *c = w->work->contact;
    for (int k = 0; k < contact_all(c); k++) {
        *m = contact_any(c, k);
        if (i < (*m)->count) {
            *p = &(*m)->point[i];
            return true;
        }
        i -= (*m)->count;
    }
    return false;
}

static vec3 force_of(const tn_world *w, const struct manifold *m, const struct contact_point *p)
{
    return v3_scale(1 / w->work->contact->shown, v3_add_scaled(p->drag, p->push, m->normal));
}

/* Returns the sum of the pushes. */
static double add_to_sum(const tn_world *w, const struct manifold *m, struct contact_sum *out)
{
    double all = 0;
    for (int k = 0; k < m->count; k++) {
        const struct contact_point *p = &m->point[k];
        out->points += p->push > 0;
        out->at = v3_add_scaled(out->at, p->push, p->at);
        out->force = v3_add(out->force, force_of(w, m, p));
        all += p->push;
    }
    return all;
}

bool world_contact_sum(const tn_world *w, int *next, struct contact_sum *out)
{
    if (w->run.shown_touches.count > 0) { /* the moment of a record */
        if (*next >= w->run.shown_touches.count)
            return false;
        *out = w->run.shown_touches.at[(*next)++];
        return true;
    }
    if (w->plan == NULL || !w->plan->contact || w->work->contact->shown == 0)
        return false;
    const struct contact_state *c = w->work->contact;
    const int pieces = contact_count(c->space), count = contact_all(c);
    while (*next < count) {
        const int first = *next, a = contact_any(c, first)->a, b = contact_any(c, first)->b;
        double all = 0;
        *out = (struct contact_sum){.a = a, .b = b};
        do /* touches of two objects follow one another: they are one sum */
            all += add_to_sum(w, contact_any(c, (*next)++), out);
        while (first >= pieces && *next < count && contact_any(c, *next)->a == a && contact_any(c, *next)->b == b);
        if (out->points == 0 || !(all > 0))
            continue;
        out->at = v3_scale(1 / all, out->at);
        return true;
    }
    return false;
}

int contact_points(const tn_world *w)
{
    int count = 0;
    const struct manifold *m;
    const struct contact_point *p;
    for (int i = 0; point_at(w, i, &m, &p); i++)
        count += p->push > 0;
    return count;
}

vec3 contact_force(const tn_world *w, int a, int b)
{
    vec3 sum = v3(0, 0, 0);
    if (w->plan == NULL || !w->plan->contact || w->work->contact->shown == 0)
        return sum;
    const struct contact_state *c = w->work->contact;
    for (int i = 0; i < contact_all(c); i++) {
        const struct manifold *m = contact_any(c, i);
        bool on_b = m->b == b && (a < 0 || m->a == a), on_a = m->a == b && (a < 0 || m->b == a);
        if (m->a == m->b) /* its own parts */
            continue;
        for (int k = 0; k < m->count && (on_a || on_b); k++)
            sum = v3_add_scaled(sum, on_b ? 1 : -1, force_of(w, m, &m->point[k]));
    }
    return sum;
}

vec3 contact_torque(const tn_world *w, int a, int b)
{
    vec3 sum = v3(0, 0, 0);
    if (w->plan == NULL || !w->plan->contact || w->work->contact->shown == 0)
        return sum;
    struct contact_space *space = w->work->contact->space;
    const vec3 center = w->work->contact->center[b];
    for (int i = 0; i < contact_count(space); i++) {
        const struct manifold *m = contact_at(space, i);
        bool on_b = m->b == b && (a < 0 || m->a == a), on_a = m->a == b && (a < 0 || m->b == a);
        if (m->a == m->b) /* its own parts */
            continue;
        for (int k = 0; k < m->count && (on_a || on_b); k++) {
            const vec3 f = v3_scale(on_b ? 1 : -1, force_of(w, m, &m->point[k]));
            const vec3 lever = v3_add_scaled(v3_sub(m->point[k].at, center), on_b ? -1 : 1, m->drift);
            sum = v3_add(sum, v3_cross(lever, f));
        }
        if (on_a || on_b)
            sum = v3_add_scaled(sum, (on_b ? 1 : -1) / w->work->contact->shown, m->twist);
    }
    return sum;
}

static tn_object id_of(const tn_world *w, int slot)
{
    return (tn_object){(uint32_t)slot, world_object_generation(w, slot)};
}

/* Every object but a variable may be named; only solids, planes and particles collide. */
static bool can_touch(const tn_world *w, int slot) { return w->things->objects.at[slot].type->kind != OBJECT_VARIABLE; }

void tn_contact_default_fill(tn_contact_def *out, size_t size)
{
    const tn_contact_def d = {.off = false};
    sized_fill(out, size, &d, sizeof d);
}

/* Why there can be no contact by these numbers; NULL if there can. */
static char *contact_trouble(const tn_world *w, const tn_contact_def *def, bool named, const struct contact_def *d)
{
    const struct {
        const char *word;
        double value, most;
    } number[] = {{"friction", def->friction, DBL_MAX},
                  {"bounce", def->bounce, 1},
                  {"rolling", def->rolling, DBL_MAX},
                  {"spinning", def->spinning, DBL_MAX}};
    const bool rules = def->friction_rule != TN_MIX_DEFAULT || def->bounce_rule != TN_MIX_DEFAULT;
    if (named && (d->a < 0 || d->b < 0))
        return mem_text("a contact needs both objects, or none for all: one of the two does not exist");
    if (named && d->a == d->b)
        return mem_print("'%s' cannot touch itself: a contact needs two objects", world_object_name(w, d->a));
    if (named && !(can_touch(w, d->a) && can_touch(w, d->b)))
        return mem_print("'%s' is a variable, which touches nothing",
                         world_object_name(w, can_touch(w, d->a) ? d->b : d->a));
    if (def->off && !named)
        return mem_text("contact is switched off between two objects: both must be given");
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        if (!(number[i].value >= 0 && number[i].value <= number[i].most))
            return mem_print("the %s of a contact is %s, not %.6g", number[i].word,
                             number[i].most == 1 ? "a number from 0 to 1" : "0 or more, and finite", number[i].value);
    if (!isfinite(def->threshold))
        return mem_print("the threshold of a contact is a finite speed, not %.6g", def->threshold);
    if ((int)def->friction_rule < 0 || def->friction_rule > TN_MIX_PRODUCT || (int)def->bounce_rule < 0 ||
        def->bounce_rule > TN_MIX_PRODUCT)
        return mem_print("there is no rule of mixing %d",
                         (int)def->friction_rule < 0 || def->friction_rule > TN_MIX_PRODUCT ? (int)def->friction_rule
                                                                                            : (int)def->bounce_rule);
    if (named && rules)
        return mem_text("rules of mixing belong to the contact between all, not to that of a pair");
    if ((int)def->way < TN_CONTACT_BY_COST || def->way > TN_CONTACT_FAST)
        return mem_print("there is no way %d of solving contacts", (int)def->way);
    return NULL;
}

tn_status tn_contact_add(tn_world *w, const tn_contact_def *given)
{
    tn_contact_def read = tn_contact_default(), *const def = &read;
    if (w == NULL || !world_takes(w, SIZED_READ(&read, given, tn_contact_def, tn_contact_default)))
        return TN_WRONG_USE;
    struct contact_def d = {.a = -1, .b = -1, .off = def->off, .friction = def->friction, .bounce = def->bounce};
    d.rolling = def->rolling;
    d.spinning = def->spinning;
    d.threshold = def->threshold > 0 ? def->threshold : def->threshold < 0 ? 0 : -1;
    d.way = def->way;
    d.friction_rule = def->friction_rule;
    d.bounce_rule = def->bounce_rule;
    bool named = def->a.generation != 0 || def->b.generation != 0;
    if (named) {
        d.a = pool_find(&w->things->object_pool, def->a.slot, def->a.generation);
        d.b = pool_find(&w->things->object_pool, def->b.slot, def->b.generation);
    }
    if (!world_takes(w, contact_trouble(w, def, named, &d)))
        return TN_WRONG_USE;
    history_begin(w, "add a contact");
    world_add_contact(w, &d);
    history_end(w, true);
    return TN_OK;
}

bool tn_contact_get_way(const tn_world *w, tn_contact_way *out)
{
    const bool any = w != NULL && out != NULL && world_has_contacts(w);
    if (any)
        *out = way_of(w);
    return any;
}

tn_status tn_contact_set_way(tn_world *w, tn_contact_way way)
{
    if (w == NULL || !world_has_contacts(w) || (int)way < TN_CONTACT_BY_COST || way > TN_CONTACT_FAST)
        return TN_WRONG_USE;
    history_begin(w, "choose the solver of contacts");
    plan_drop(w);
    struct things *t = things_edit(w);
    int last = 0;
    for (int i = 0; i < t->contact_defs.count; i++) {
        t->contact_defs.at[i].way = TN_CONTACT_BY_COST;
        last = world_contact(w, i) != NULL ? i : last;
    }
    t->contact_defs.at[last].way = way;
    history_end(w, true);
    return TN_OK;
}

static tn_touch touch_of(const tn_world *w, const struct manifold *m, const struct contact_point *p)
{
    return (tn_touch){.a = id_of(w, m->a),
                      .b = id_of(w, m->b),
                      .point = p->at,
                      .normal = m->normal,
                      .force = force_of(w, m, p),
                      .gap = p->gap};
}

bool tn_touch_get(const tn_world *w, int i, tn_touch *out)
{
    const struct manifold *m;
    const struct contact_point *p;
    if (w == NULL || out == NULL || i < 0 || !point_at(w, i, &m, &p))
        return false;
    *out = touch_of(w, m, p);
    return true;
}

void world_touches(const tn_world *w, struct touch_list *list)
{
    if (w->plan == NULL || !w->plan->contact || w->work->contact->shown == 0)
        return;
    const struct contact_state *c = w->work->contact;
    for (int i = 0; i < contact_all(c); i++) {
        const struct manifold *m = contact_any(c, i);
        for (int k = 0; k < m->count; k++)
            ARRAY_PUSH(list, touch_of(w, m, &m->point[k]));
    }
}

/* ---- snapshots ---- */

size_t contact_save(const tn_world *w, unsigned char **out)
{
    *out = NULL;
    if (w->run.contacts == NULL)
        return 0;
    if (w->run.contacts->memory != NULL) {
        *out = mem_copy(w->run.contacts->memory, w->run.contacts->memory_size + 1);
        return w->run.contacts->memory_size;
    }
    const struct contact_state *c = w->run.contacts->state;
    const size_t grid = contact_grid_size(c->grid);
    size_t pairs = contact_memory_size(c->space);
    *out = mem_new(sizeof pairs + pairs + grid + 1);
    pairs = contact_memory_save(c->space, *out + sizeof pairs);
    memcpy(*out, &pairs, sizeof pairs);
    contact_grid_save(c->grid, *out + sizeof pairs + pairs);
    return sizeof pairs + pairs + grid;
}

void contact_restore(tn_world *w, unsigned char *memory, size_t size)
{
    if (w->run.contacts == NULL) {
        mem_free(memory);
        return;
    }
    mem_free(w->run.contacts->memory);
    w->run.contacts->memory = memory;
    w->run.contacts->memory_size = size;
}

/* With contact, the modes of limits and motors are left from the last step: each goes back to its initial mode. */
static void forget_modes(tn_world *w)
{
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const int slot = w->things->constraint_pool.order.at[i];
        const struct constraint *c = &w->things->constraints.at[slot];
        for (int k = 0; k < c->limit_count; k++) {
            struct limit_mode *l = &w->run.constraints.at[slot].limits[k];
            const enum limit_kind kind = c->more->limits[k].kind;
            const int index = w->plan != NULL ? w->planned->constraint[slot].limit[k] : -1;
            l->mode = kind == LIMIT_SPEED || kind == LIMIT_ANGLE ? MODE_HELD : MODE_FREE;
            l->push = 0;
            if (index >= 0) {
                w->work->constraint[index].mode = l->mode;
                w->work->constraint[index].push = 0;
            }
        }
    }
}

void world_forget_contacts(tn_world *w)
{
    if (w->run.contacts == NULL)
        return;
    forget_modes(w);
    contact_forget(w->run.contacts->state->space);
    contact_grid_drop(w->run.contacts->state->grid);
    w->run.contacts->state->shown = 0;
    w->run.contacts->state->acts = false;
    mem_free(w->run.contacts->memory);
    w->run.contacts->memory = NULL;
    w->run.evaluated = false;
}

void contact_leave_step(tn_world *w)
{
    if (w->run.contacts != NULL)
        contact_grid_drop(w->run.contacts->state->grid);
}

void contact_free(tn_world *w)
{
    if (w->run.contacts == NULL)
        return;
    contact_state_free(w->run.contacts->state);
    ARRAY_FREE(&w->run.contacts->joined);
    ARRAY_FREE(&w->run.contacts->named);
    ARRAY_FREE(&w->run.contacts->rules);
    ARRAY_FREE(&w->run.contacts->belts);
    mem_free(w->run.contacts->memory);
    mem_free(w->run.contacts);
}

/* ---- the feature ---- */

/* Warns about flexible objects where only sweeps can solve contact. */
static void warn_of_passing(tn_world *w, const struct integrator_class *class)
{
    const struct plan *plan = w->plan;
    (void)class;
    for (int i = 0; i < plan->flexibles && !contact_is_plain(plan); i++) {
        const char *name = w->things->objects.at[plan->flexible[i].body].name;
        if (plan->flexible[i].outsides == 0)
            world_warn(w, mem_print("in a world with such joints or curves contact ignores the flexible object '%s', "
                                    "which passes through all others; "
                                    "'outside %s OTHER;' keeps it off a solid or a plane",
                                    name != NULL ? name : "unnamed", name != NULL ? name : "BLOCK"));
    }
}

static bool holds_numbers(const struct plan *plan) { return plan->contact; }

const struct feature feature_contact = {
    .name = "contact",
    .evaluation = &contact_evaluation,
    .wanted = world_has_contacts,
    .constraints = mark,
    .work = plan_contacts,
    .clone = clone,
    .holds_numbers = holds_numbers,
    .warn = warn_of_passing,
};
