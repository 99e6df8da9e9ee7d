/* flexible_feature.c: flexible objects in a world: making, placing, planning and reading them. */
#include <stdlib.h>
#include <string.h>

#include "contact/contact_step.h"
#include "world/features/feature.h"

/* More elements than this are taken for a mistake: a text must not decide how much memory is used. */
enum { MOST_ELEMENTS = 1000000, THREADED = 4000 };

static bool is_flexible(const tn_world *w, int slot) { return object_flexible(&w->things->objects.at[slot]) != NULL; }

static bool on_flexible(const tn_world *w, const struct connector *c)
{
    return c->type != CONNECTOR_CONSTANT && c->type != CONNECTOR_TIME && is_flexible(w, c->body);
}

/* ---- making ---- */

/* Material constants that the user need not give. The volume of an incompressible material is held by a bulk modulus K,
 * a damping of waves of the size of an element, and a multiplier that takes over within the time that such waves need
 * to spread through the object. K is twenty times Young's modulus, or more if the speed of a fall from the model's own
 * height is not small against its pressure waves: an impact compresses the material by the ratio of the two speeds. */
static void complete(struct object_type *d, double speed, const double length[3], const double size[3])
{
    struct material *m = &d->material;
    double shortest = fmin(length[0], fmin(length[1], length[2])), longest = fmax(size[0], fmax(size[1], size[2]));
    const double young = material_young(m), wave = sqrt(young / m->density);
    if (!d->has_bulk) {
        speed = fmax(speed, sqrt(2 * 9.81 * longest));
        m->bulk = fmax(20 * young, m->density * 400 * speed * speed);
    }
    double pressure_wave = sqrt(m->bulk / m->density);
    m->bulk_damping = 0.15 * m->density * pressure_wave * shortest;
    m->bulk_rate = 0.5 * m->bulk * shortest * pressure_wave / (longest * longest);
    m->flow = wave / (2 * shortest);
}

static char *wrong_numbers(const struct object_type *d, int others)
{
    const struct material *m = &d->material;
    double elements = (double)d->cells[0] * d->cells[1] * d->cells[2];
    for (int i = 0; i < 3; i++)
        if (d->cells[i] < 1)
            return mem_text("a block has at least one element along each axis");
    if (elements + others > MOST_ELEMENTS)
        return mem_print("the blocks of a world have at most %d elements in all, not %.0f", MOST_ELEMENTS,
                         elements + others);
    if (d->shape_count == 0 && !(d->size.x > 0 && d->size.y > 0 && d->size.z > 0 && v3_finite(d->size)))
        return mem_text("a block needs a size: size a b c;");
    const double young = material_young(m);
    if (!(young > 0) || !isfinite(young))
        return mem_text("a block needs Young's modulus, in pascal, greater than zero: young E;");
    if (m->young > 0 && m->stiffness > 0)
        return mem_text("expected either young or stiffness, not both");
    if (!(m->poisson > -1 && m->poisson < 0.5))
        return mem_text("poisson must be greater than -1 and less than 0.5");
    if (!(m->viscosity >= 0) || !isfinite(m->viscosity))
        return mem_text("its viscosity must be zero or greater");
    if (!(d->density > 0) || !isfinite(d->density))
        return mem_text("its density must be greater than zero");
    if (m->moldable && (!(m->yield > 0) || !isfinite(m->yield)))
        return mem_text("moldable needs a number greater than zero");
    if (d->has_bulk && (!(m->bulk > young / 9) || !isfinite(m->bulk)))
        return mem_print("the bulk modulus of incompressible must be greater than a ninth of Young's modulus, %.6g Pa",
                         young / 9);
    if (d->motion != MOTION_DYNAMIC)
        return mem_text("a flexible object moves by itself: hold it by constraints on its nodes instead of a kernel");
    return NULL;
}

static void take_block_surface(struct flexible_object *f)
{
    const struct lattice *l = f->lattice;
    int *quad, count = lattice_surface(l, &quad), *point = MEM_ARRAY(int, l->nodes), points = 0;
    vec3 *place = MEM_ARRAY(vec3, l->nodes);
    memset(point, -1, sizeof(int) * (size_t)l->nodes);
    f->surface.triangles = 2 * count;
    f->surface.triangle = mem_new(sizeof *f->surface.triangle * 2 * (size_t)count);
    for (int i = 0; i < 4 * count; i++)
        if (point[quad[i]] < 0) {
            point[quad[i]] = points;
            place[points++] = v3(l->rest[3 * quad[i]], l->rest[3 * quad[i] + 1], l->rest[3 * quad[i] + 2]);
        }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 6; k++) {
            static const int corner[6] = {0, 1, 2, 0, 2, 3};
            f->surface.triangle[2 * i + k / 3][k % 3] = point[quad[4 * i + corner[k]]];
        }
    f->surface.points = embed_points(l, place, points);
    mem_free(place);
    mem_free(point);
    mem_free(quad);
}

static void take_mesh_surface(struct flexible_object *f, const struct mesh *m)
{
    f->surface.points = embed_points(f->lattice, m->vertex, m->vertex_count);
    f->surface.triangles = m->triangle_count;
    f->surface.triangle = mem_copy(m->triangle, sizeof *m->triangle * (size_t)m->triangle_count);
}

/* Mass, centre and inertia of the nodes at rest. */
static struct mass_properties lumped_mass(const struct lattice *l)
{
    struct mass_properties m = {.mass = l->total_mass};
    for (int i = 0; i < l->nodes; i++)
        m.center = v3_add_scaled(m.center, l->mass[i] / l->total_mass,
                                 v3(l->rest[3 * i], l->rest[3 * i + 1], l->rest[3 * i + 2]));
    for (int i = 0; i < l->nodes; i++) {
        double k = l->mass[i], x = l->rest[3 * i] - m.center.x, y = l->rest[3 * i + 1] - m.center.y,
               z = l->rest[3 * i + 2] - m.center.z;
        m.inertia.xx += k * (y * y + z * z);
        m.inertia.yy += k * (x * x + z * z);
        m.inertia.zz += k * (x * x + y * y);
        m.inertia.xy -= k * x * y;
        m.inertia.xz -= k * x * z;
        m.inertia.yz -= k * y * z;
    }
    return m;
}

/* With a bulk modulus an incompressible material is one with a Poisson's ratio. One that has moved is written with its K
 * and its multipliers: these keep the volume. */
static void take_bulk(struct material *m, const struct object_type *d, bool has_multipliers)
{
    if (!m->incompressible || !d->has_bulk || has_multipliers)
        return;
    m->incompressible = false;
    m->poisson = material_poisson_of_bulk(material_young(m), m->bulk);
}

/* What is wrong with a given state: its counts must be those of the model. */
static char *wrong_state(const struct object_def *d, const struct lattice *l)
{
    static const char *const what[] = {"nodes", "node-velocities", "element-multipliers", "element-metrics"};
    const int wanted[] = {3 * l->nodes, 3 * l->nodes, l->constants.what & ELEMENT_INCOMPRESSIBLE ? l->elements : 0,
                          d->type.material.moldable ? 6 * l->elements : 0};
    for (int i = 0; i < FLEXIBLE_STATES; i++)
        if (d->state[i] != NULL && d->state_count[i] != wanted[i])
            return mem_print("%s takes %d numbers for this block, %d given", what[i], wanted[i], d->state_count[i]);
    return NULL;
}

bool flexible_load(struct own_coordinates *own, const struct object_def *d)
{
    double *const to[] = {own->q, own->v, own->lambda, own->metric};
    for (int i = 0; i < FLEXIBLE_STATES; i++)
        if (d->state[i] != NULL)
            memcpy(to[i], d->state[i], sizeof(double) * (size_t)d->state_count[i]);
    return d->state[FLEXIBLE_NODES] != NULL;
}

char *flexible_new(const struct object_def *def, int others, struct flexible_object **out, struct own_coordinates **own,
                   struct mass_properties *mass)
{
    struct object_type d = def->type;
    char *wrong = wrong_numbers(&d, others);
    if (wrong != NULL)
        return wrong;
    const struct mesh *mesh = d.shape_count > 0 ? d.shapes[0].mesh : NULL;
    double length[3] = {d.size.x / d.cells[0], d.size.y / d.cells[1], d.size.z / d.cells[2]}, size[3], *fill = NULL;
    vec3 corner = v3_scale(-0.5, d.size);
    if (mesh != NULL) {
        embed_box(mesh, d.cells, length, &corner);
        fill = embed_fill(mesh, d.cells, length, corner);
    }
    for (int i = 0; i < 3; i++)
        size[i] = d.cells[i] * length[i];
    d.material.density = d.density;
    complete(&d, v3_norm(def->begin.velocity), length, size);
    take_bulk(&d.material, &d, def->state[FLEXIBLE_LAMBDA] != NULL);
    struct flexible_object *f = MEM_NEW(struct flexible_object);
    f->lattice = lattice_new(d.cells, length, corner, fill, &d.material);
    mem_free(fill);
    if (f->lattice == NULL) {
        mem_free(f);
        return mem_text("no element of the block lies within the mesh: give it more elements");
    }
    if (mesh != NULL)
        lattice_set_mass(f->lattice,
                         d.has_mass ? d.mass : d.density * shapes_mass(d.shapes, 1).mass / d.shapes[0].density);
    else if (d.has_mass)
        lattice_set_mass(f->lattice, d.mass);
    if (mesh != NULL)
        take_mesh_surface(f, mesh);
    else
        take_block_surface(f);
    const struct lattice *l = f->lattice;
    *mass = lumped_mass(l);
    wrong = wrong_state(def, l);
    if (wrong != NULL) {
        flexible_free(f);
        return wrong;
    }
    *out = f;
    *own = coordinates_new(3 * l->nodes, d.material.incompressible ? l->elements : 0,
                           d.material.moldable ? 6 * l->elements : 0);
    if ((*own)->metric != NULL)
        lattice_rest_metric(l, (*own)->metric);
    return NULL;
}

void flexible_free(struct flexible_object *f)
{
    if (f == NULL)
        return;
    lattice_free(f->lattice);
    embed_free(&f->surface.points);
    mem_free(f->surface.triangle);
    mem_free(f);
}

void flexible_place(const struct object *o, struct object_state *s)
{
    const struct lattice *l = o->more->flexible->lattice;
    const mat3 r = q_matrix(s->orientation);
    for (int i = 0; i < l->nodes; i++) {
        vec3 rest = v3(l->rest[3 * i], l->rest[3 * i + 1], l->rest[3 * i + 2]);
        vec3 lever = m3_mul(&r, v3_sub(rest, o->type->weight.center)), x = v3_add(s->x, lever);
        vec3 v = v3_add(s->v, v3_cross(s->w, lever));
        memcpy(s->own->q + 3 * i, &x, sizeof x);
        memcpy(s->own->v + 3 * i, &v, sizeof v);
    }
}

/* Moves it to another pose as it is, deformed and moving: each node keeps its position and velocity relative to the
 * object's frame. The frame keeps its velocity and spin. */
void flexible_shift(struct object_state *s, vec3 center, quat orientation)
{
    double *q = s->own->q, *u = s->own->v;
    const bool turns = memcmp(&orientation, &s->orientation, sizeof orientation) != 0;
    const mat3 r = q_matrix(q_mul(orientation, q_conj(s->orientation)));
    for (int i = 0; 3 * i < s->own->count; i++) {
        vec3 arm = v3_sub(v3(q[3 * i], q[3 * i + 1], q[3 * i + 2]), s->x);
        vec3 v = v3(u[3 * i], u[3 * i + 1], u[3 * i + 2]);
        vec3 own = v3_sub(v3_sub(v, s->v), v3_cross(s->w, arm));
        if (turns) {
            arm = m3_mul(&r, arm);
            v = v3_add(v3_add(s->v, v3_cross(s->w, arm)), m3_mul(&r, own));
        }
        vec3 x = v3_add(center, arm);
        memcpy(q + 3 * i, &x, sizeof x);
        memcpy(u + 3 * i, &v, sizeof v);
    }
}

void flexible_set_motion(struct object_state *s)
{
    const double *q = s->own->q;
    for (int i = 0; 3 * i < s->own->count; i++) {
        vec3 lever = v3_sub(v3(q[3 * i], q[3 * i + 1], q[3 * i + 2]), s->x);
        vec3 v = v3_add(s->v, v3_cross(s->w, lever));
        memcpy(s->own->v + 3 * i, &v, sizeof v);
    }
}

/* Pose and motion of the object as a whole, from the state of its nodes. */
static void note_frame(const struct lattice *l, struct object_state *s)
{
    struct lattice_frame frame = {.orientation = s->orientation};
    lattice_frame(l, s->own->q, s->own->v, &frame);
    s->x = frame.center;
    s->v = frame.velocity;
    s->w = frame.spin;
    s->orientation = frame.orientation;
}

bool world_node(const tn_world *w, int object, int i, int j, int k, vec3 *local)
{
    const struct lattice *l = object_flexible(&w->things->objects.at[object])->lattice;
    int at = lattice_node(l, i, j, k);
    if (at >= 0)
        *local = v3(l->rest[3 * at], l->rest[3 * at + 1], l->rest[3 * at + 2]);
    return at >= 0;
}

/* ---- the points of a plan ---- */

static int compare_points(const void *a, const void *b)
{
    const struct plan_point *x = a, *y = b;
    if (x->owner != y->owner)
        return x->owner - y->owner;
    const double p[3] = {x->local.x, x->local.y, x->local.z}, q[3] = {y->local.x, y->local.y, y->local.z};
    for (int k = 0; k < 3; k++)
        if (p[k] != q[k])
            return p[k] < q[k] ? -1 : 1;
    return 0;
}

/* Directions and spins are those of the material at the joint's point on the object, or at its centre. */
static struct plan_point point_of(const tn_world *w, const struct connector *c, const struct constraint *owner)
{
    struct plan_point p = {.owner = plan_body(w, c->body), .has_frame = c->type != CONNECTOR_POINT};
    if (!p.has_frame)
        p.local = c->local;
    for (int i = 0; p.has_frame && owner != NULL && i < owner->inputs; i++)
        if (owner->input[i].type == CONNECTOR_POINT && owner->input[i].body == c->body) {
            p.local = owner->input[i].local;
            break;
        }
    return p;
}

static void add_points(tn_world *w, const struct connector *c, int count, const struct constraint *owner)
{
    for (int i = 0; i < count; i++)
        if (on_flexible(w, &c[i]))
            ARRAY_PUSH(&w->planned->points, point_of(w, &c[i], owner));
}

/* Finds the points that constraints and forces are attached to; returns the largest number of bodies they need. */
static int find_points(tn_world *w)
{
    w->planned->points.count = 0;
    for (int i = 0; i < w->things->constraint_pool.order.count; i++) {
        const struct constraint *c = &w->things->constraints.at[w->things->constraint_pool.order.at[i]];
        if (!constraint_state(w, c)->active)
            continue;
        if (c->type->is_outside)
            continue;
        add_points(w, c->input, c->inputs, c);
        for (int l = 0; l < c->limit_count; l++)
            add_points(w, c->more->limits[l].input, c->more->limits[l].inputs, c);
        if (built_measure(c->build) != NULL)
            add_points(w, built_measure(c->build)->input, 3, c);
    }
    for (int i = 0; i < w->things->force_pool.order.count; i++) {
        const struct force *f = &w->things->forces.at[w->things->force_pool.order.at[i]];
        if (!w->run.forces.at[w->things->force_pool.order.at[i]].active)
            continue;
        add_points(w, f->def.connector, f->def.connector_count, NULL);
        add_points(w, f->input, f->inputs, NULL);
        if (f->def.body >= 0 && is_flexible(w, f->def.body)) /* a torque */
            add_points(w, &(struct connector){.type = CONNECTOR_SPIN, .body = f->def.body}, 1, NULL);
    }
    if (w->planned->points.count == 0)
        return 0;
    qsort(w->planned->points.at, (size_t)w->planned->points.count, sizeof *w->planned->points.at, compare_points);
    int kept = 0;
    for (int i = 1; i < w->planned->points.count; i++) {
        struct plan_point *last = &w->planned->points.at[kept], *p = &w->planned->points.at[i];
        if (compare_points(last, p) == 0)
            last->has_frame |= p->has_frame;
        else
            w->planned->points.at[++kept] = *p;
    }
    w->planned->points.count = kept + 1;
    return (LATTICE_AROUND + 1) * w->planned->points.count;
}

static struct plan_point *find_point(const tn_world *w, struct plan_point wanted)
{
    return w->planned->points.count == 0 ? NULL
                                         : bsearch(&wanted, w->planned->points.at, (size_t)w->planned->points.count,
                                                   sizeof *w->planned->points.at, compare_points);
}

static bool point_connector(const tn_world *w, const struct connector *c, const struct constraint *owner,
                            struct connector *out)
{
    if (!on_flexible(w, c))
        return false;
    out->body = find_point(w, point_of(w, c, owner))->body;
    if (c->type == CONNECTOR_POINT)
        out->local = v3(0, 0, 0);
    return true;
}

/* ---- planning ---- */

/* The body of a corner, made when it is first needed. */
static int node_body(struct plan *plan, struct flexible *f, int index, int corner, int *body_of)
{
    if (body_of[corner] >= 0)
        return body_of[corner];
    plan->make_body[plan->bodies] = flexible_node(plan, index, corner);
    f->make_touched_node[f->touched] = corner;
    f->make_touched_body[f->touched++] = plan->bodies;
    return body_of[corner] = plan->bodies++;
}

/* An embedded point, whose nodes are bodies already: nodes that affect neither its position nor its rotation are left
 * out. */
static void embed_point(tn_world *w, struct plan *plan, struct plan_point *p, int index, int *body_of)
{
    struct flexible *f = &plan->make_flexible[index];
    struct embedded *e = &plan->make_embedded[plan->embeddeds];
    int corner[LATTICE_AROUND], count = 8;
    double weight[LATTICE_AROUND];
    vec3 gradient[LATTICE_AROUND];
    *e = (struct embedded){.index = plan->embeddeds, .flexible = index, .has_frame = p->has_frame};
    const vec3 at = v3_add(p->local, w->things->objects.at[plan_object(w, p->owner)].type->weight.center);
    if (p->has_frame)
        count = lattice_embed_frame(f->lattice, at, corner, weight, gradient);
    else
        lattice_embed(f->lattice, at, corner, weight, gradient);
    for (int b = 0; b < count; b++) {
        if (fabs(weight[b]) < 1e-12 && !p->has_frame)
            continue;
        e->node[e->count] = corner[b];
        e->node_body[e->count] = node_body(plan, f, index, corner[b], body_of);
        e->weight[e->count] = weight[b];
        e->gradient[e->count++] = gradient[b];
    }
    p->body = e->body = plan->bodies;
    plan->make_body[plan->bodies++] = (struct body){.build = &build_none,
                                                    .q = -1,
                                                    .v = -1,
                                                    .source = -1,
                                                    .turning = -1,
                                                    .owner = &flexible_evaluation,
                                                    .member = index,
                                                    .point = ++plan->embeddeds};
}

static void plan_model(tn_world *w, struct plan *plan, int slot)
{
    const struct flexible_object *o = object_flexible(&w->things->objects.at[slot]);
    const int index = plan->flexibles++, n = o->lattice->nodes, body = plan_body(w, slot);
    struct flexible *f = &plan->make_flexible[index];
    *f = (struct flexible){.lattice = o->lattice, .index = index, .body = body, .q = plan->q_count, .v = plan->v_count};
    f->lambda = f->metric = -1;
    plan->q_count += 3 * n;
    plan->v_count += 3 * n;
    plan->make_body[body].owner = &flexible_evaluation;
    plan->make_body[body].member = index;
}

/* Bodies of nodes and points; called when q_count is known, since velocities begin there. */
static void plan_model_points(tn_world *w, struct plan *plan, int index)
{
    struct flexible *f = &plan->make_flexible[index];
    int points = 0;
    for (int i = 0; i < w->planned->points.count; i++)
        points += w->planned->points.at[i].owner == f->body;
    f->touched_node = PLAN_ARRAY(w, int, LATTICE_AROUND *points);
    f->touched_body = PLAN_ARRAY(w, int, LATTICE_AROUND *points);
    int *body_of = points > 0 ? MEM_ARRAY(int, f->lattice->nodes) : NULL;
    if (points > 0)
        memset(body_of, -1, sizeof(int) * (size_t)f->lattice->nodes);
    for (int i = 0; i < w->planned->points.count; i++)
        if (w->planned->points.at[i].owner == f->body)
            embed_point(w, plan, &w->planned->points.at[i], index, body_of);
    mem_free(body_of);
}

/* The numbers of elements, after the work done. */
static void plan_element_numbers(const tn_world *w, struct plan *plan)
{
    int elements = 0;
    for (int i = 0; i < plan->flexibles; i++) {
        struct flexible *f = &plan->make_flexible[i];
        const struct own_coordinates *o = w->run.objects.at[plan_object(w, f->body)].own;
        elements += f->lattice->elements;
        if (o->lambda != NULL) {
            f->lambda = plan->y_count;
            plan->y_count += f->lattice->elements;
        }
        if (o->metric != NULL) {
            f->metric = plan->y_count;
            plan->y_count += 6 * f->lattice->elements;
        }
    }
    plan->many_elements = elements >= THREADED;
}

static int count_present(const tn_world *w)
{
    int count = 0;
    for (int i = 0; i < w->things->object_pool.order.count; i++) {
        int slot = w->things->object_pool.order.at[i];
        count += is_flexible(w, slot) && w->run.objects.at[slot].present;
    }
    return count;
}

static bool wanted(const tn_world *w) { return count_present(w) > 0; }

static void place_models(tn_world *w, struct plan *plan)
{
    plan->flexible = PLAN_ARRAY(w, struct flexible, count_present(w));
    for (int i = 0; i < pool_slots(&w->things->object_pool); i++) {
        const int slot = plan_object(w, i);
        if (pool_lives(&w->things->object_pool, slot) && w->run.objects.at[slot].present && is_flexible(w, slot))
            plan_model(w, plan, slot);
    }
}

static void plan_models(tn_world *w, struct plan *plan)
{
    plan->embedded = PLAN_ARRAY(w, struct embedded, w->planned->points.count);
    for (int i = 0; i < plan->flexibles; i++) {
        plan->make_flexible[i].v += plan->q_count; /* velocities follow all positions */
        plan_model_points(w, plan, i);
    }
    plan_element_numbers(w, plan);
}

static void take_threads(tn_world *w, const struct plan *plan, struct work *work)
{
    if (plan->many_elements)
        work->threads = world_threads(w);
}

static void copy(double *to, const double *from, int count)
{
    if (to != NULL && from != NULL)
        memcpy(to, from, sizeof(double) * (size_t)count);
}

static void load(tn_world *w)
{
    const struct plan *plan = w->plan;
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        const struct own_coordinates *o = w->run.objects.at[plan_object(w, f->body)].own;
        copy(w->run.y + f->q, o->q, 3 * f->lattice->nodes);
        copy(w->run.y + f->v, o->v, 3 * f->lattice->nodes);
        copy(f->lambda >= 0 ? w->run.y + f->lambda : NULL, o->lambda, f->lattice->elements);
        copy(f->metric >= 0 ? w->run.y + f->metric : NULL, o->metric, 6 * f->lattice->elements);
    }
}

static void store(tn_world *w)
{
    const struct plan *plan = w->plan;
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        const struct own_coordinates *o = w->run.objects.at[plan_object(w, f->body)].own;
        copy(o->q, w->run.y + f->q, 3 * f->lattice->nodes);
        copy(o->v, w->run.y + f->v, 3 * f->lattice->nodes);
        copy(o->lambda, f->lambda >= 0 ? w->run.y + f->lambda : NULL, f->lattice->elements);
        copy(o->metric, f->metric >= 0 ? w->run.y + f->metric : NULL, 6 * f->lattice->elements);
        if (w->run.touched) /* until then it keeps the given pose exactly */
            note_frame(f->lattice, &w->run.objects.at[plan_object(w, f->body)]);
    }
}

/* Flexible models are stable only for steps shorter than the time that waves need from element to element. */
static void warn(tn_world *w, const struct integrator_class *class)
{
    const struct plan *plan = w->plan;
    if (class->step == NULL) /* the integrator chooses its steps */
        return;
    const int pieces = plan->contact                                 ? w->work->contact->substeps
                       : plan->displaces && w->settings.substeps > 0 ? w->settings.substeps
                                                                     : 1;
    if (class->limit == 0) /* it chooses its steps, or takes any */
        return;
    for (int i = 0; i < plan->flexibles; i++) {
        const struct flexible *f = &plan->flexible[i];
        double square, damping;
        lattice_rates(f->lattice, w->run.y + f->q, f->metric >= 0 ? w->run.y + f->metric : NULL, &square, &damping);
        double most = plan->first_order   ? (class->stable > 0 ? class->stable : 2) / square
                      : class->stable > 0 ? class->stable / fmax(sqrt(square), damping)
                                          : (sqrt(damping * damping + 4 * square) - damping) / square;
        const char *name = w->things->objects.at[plan_object(w, f->body)].name;
        if (world_step(w) / pieces > most)
            world_warn(w, mem_print("a step of %.4g s is too long for the flexible object '%s': %s needs steps shorter "
                                    "than %.3g s, or it blows up; 'step auto;' finds them",
                                    w->settings.step, name != NULL ? name : "unnamed", class->kind.name, most));
    }
}

static void clone(const tn_world *from, tn_world *to, const struct plan *plan, struct work *work)
{
    (void)from;
    take_threads(to, plan, work);
}

const struct feature feature_flexible = {
    .name = "flexible objects",
    .evaluation = &flexible_evaluation,
    .wanted = wanted,
    .find = find_points,
    .place = place_models,
    .bodies = plan_models,
    .connect = point_connector,
    .work = take_threads,
    .clone = clone,
    .load = load,
    .store = store,
    .warn = warn,
};

/* ---- reading ---- */

const struct flexible_surface *world_surface(const tn_world *w, int object)
{
    return is_flexible(w, object) ? &object_flexible(&w->things->objects.at[object])->surface : NULL;
}

bool world_flexible(tn_world *w, int object, struct flexible_state *out)
{
    const struct flexible_object *o = object_flexible(&w->things->objects.at[object]);
    if (o == NULL)
        return false;
    const struct own_coordinates *own = w->run.objects.at[object].own;
    *out = (struct flexible_state){o->lattice, own->q, own->v, own->lambda, own->metric};
    int index = w->plan != NULL ? flexible_model_of(&w->plan->body[plan_body(w, object)]) : -1;
    if (index >= 0) {
        const struct flexible *f = &w->plan->flexible[index];
        out->q = w->run.y + f->q;
        out->v = w->run.y + f->v;
        out->lambda = f->lambda >= 0 ? w->run.y + f->lambda : NULL;
        out->metric = f->metric >= 0 ? w->run.y + f->metric : NULL;
    }
    return true;
}

bool world_set_nodes(tn_world *w, int object, const double *q, const double *v, int nodes)
{
    const struct object *o = &w->things->objects.at[object];
    double check = 0;
    if (o->type->general != NULL)
        return general_set_nodes(w, object, q, v, nodes);
    if (object_flexible(o) == NULL || object_flexible(o)->lattice->nodes != nodes)
        return false;
    for (int i = 0; i < 3 * nodes; i++)
        check += 0 * q[i] + 0 * v[i];
    if (check != 0)
        return false;
    plan_drop_moved(w);
    struct object_state *s = &w->run.objects.at[object];
    copy(s->own->q, q, 3 * nodes);
    copy(s->own->v, v, 3 * nodes);
    note_frame(object_flexible(o)->lattice, s);
    w->run.touched = true;
    return true;
}

static vec3 node_vector(const double *at, int i) { return v3(at[3 * i], at[3 * i + 1], at[3 * i + 2]); }

/* The present value of a point of the material; for a direction, it turns with the material there. */
struct signal flexible_signal(tn_world *w, const struct connector *c)
{
    struct flexible_state f;
    int corner[8];
    double weight[8];
    vec3 gradient[8], y = v3(0, 0, 0), yd = y, ydd = y;
    mat3 g = {{0}}, r, u;
    bool point = c->type == CONNECTOR_POINT;
    world_flexible(w, c->body, &f);
    vec3 at = w->things->objects.at[c->body].type->weight.center;
    lattice_embed(f.lattice, point ? v3_add(at, c->local) : at, corner, weight, gradient);
    int index = w->plan != NULL ? flexible_model_of(&w->plan->body[plan_body(w, c->body)]) : -1;
    const double *a = index >= 0 && w->run.evaluated ? w->run.ydot + w->plan->flexible[index].v : NULL;
    for (int b = 0; b < 8; b++) {
        vec3 x = node_vector(f.q, corner[b]);
        const double xs[3] = {x.x, x.y, x.z}, gs[3] = {gradient[b].x, gradient[b].y, gradient[b].z};
        y = v3_add_scaled(y, weight[b], x);
        yd = v3_add_scaled(yd, weight[b], node_vector(f.v, corner[b]));
        if (a != NULL)
            ydd = v3_add_scaled(ydd, weight[b], node_vector(a, corner[b]));
        for (int i = 0; i < 9; i++)
            g.m[i] += xs[i / 3] * gs[i % 3];
    }
    if (point)
        return (struct signal){y, yd, ydd, v3(0, 0, 0)};
    flexible_frame(&g, &r, &u);
    vec3 spin = w->run.objects.at[c->body].w;
    if (w->plan != NULL) {
        struct lattice_frame whole = {.orientation = w->run.objects.at[c->body].orientation};
        lattice_frame(f.lattice, f.q, f.v, &whole);
        spin = whole.spin;
    }
    y = c->type == CONNECTOR_SPIN ? v3(0, 0, 0) : m3_mul(&r, c->local);
    return (struct signal){y, c->type == CONNECTOR_SPIN ? spin : v3_cross(spin, y), v3(0, 0, 0), y};
}
