/* displacement_energy.c: an energy balance per island, so that contradictory models do not fly apart (method §3). */
#include "displacement/displacement_parts.h"

double island_kinetic_product(const struct displacement *d, const struct island *l, const double *x, const double *y)
{
    double sum = 0;
    for (int i = l->mover; i < l->mover + l->movers; i++) {
        const struct body *b = d->island_mover[i]->b;
        const double *v = x + b->v, *w = y + b->v;
        if (b->weightless)
            continue;
        for (int k = 0; k < (b->dofs < 3 ? b->dofs : 3); k++)
            sum += b->mass * v[k] * w[k];
        if (b->coordinates == COORDINATES_RIGID) {
            const mat3 *turned = &d->island_mover[i]->p->r;
            sum += v3_dot(m3_tmul(turned, v3(v[3], v[4], v[5])),
                          s3_mul(&b->build->inertia, m3_tmul(turned, v3(w[3], w[4], w[5]))));
        }
    }
    return sum;
}

/* Velocities free + share (now − free). */
static void draw_back(struct displacement *d, const struct island *l, const double *free, double share)
{
    for (int i = l->mover; i < l->mover + l->movers; i++) {
        const struct body *b = d->island_mover[i]->b;
        for (int k = b->v; k < b->v + b->dofs; k++)
            d->y[k] = free[k] + share * (d->y[k] - free[k]);
    }
}

/* Energy stored in soft constraints, from the forces that they exert: c f²/2. Their gaps would overestimate it if the
 * iterations did not converge. */
static double stored(const struct displacement *d, const struct island *l)
{
    double twice = 0, scale = 1 / (d->h * d->h * d->h * d->h); /* a pull is a force times h² */
    for (int i = l->link; i < l->link + l->links; i++)
        twice += d->link[i].compliance * v3_dot(d->link[i].pull, d->link[i].pull);
    for (int i = l->swing; i < l->swing + l->swings; i++)
        twice += d->swing[i].compliance * v3_dot(d->swing[i].pull, d->swing[i].pull);
    for (int i = l->twist; i < l->twist + l->twists; i++)
        twice += d->twist[i].compliance * v3_dot(d->twist[i].pull, d->twist[i].pull);
    for (int i = l->relation; i < l->relation + l->relations; i++)
        for (int k = 0; k < d->relation[i].constraint->rows; k++)
            twice += d->relation[i].compliance * d->relation[i].pull[k] * d->relation[i].pull[k];
    return scale * twice / 2;
}

/* Contacts transfer energy between islands. */
static bool touches(const struct displacement *d, const struct island *l)
{
    for (int i = l->mover; i < l->mover + l->movers; i++)
        if (d->island_mover[i]->touched)
            return true;
    return false;
}

/* The fraction x between free velocities and those of d->y at which the energy is `most`: the energy of
 * free + x (now − free) is zero + b x + c x². If it is never that low, the x of its minimum. */
static double share_with(double zero, double common, double now, double most)
{
    double c = zero + now - common, b = now - zero - c, root = b * b - 4 * c * (zero - most);
    double x = !(c > 0) ? 0 : root >= 0 ? (-b + sqrt(root)) / (2 * c) : -b / (2 * c);
    return fmin(fmax(x, 0), 1);
}

/* Constraints do no work. Corrections may: closing gaps, large rotations and unfinished iterations leave velocities
 * that no force has caused, and a model with contradictory constraints would fly apart. So each island keeps a balance,
 * over about the last second, of the energy that forces and that corrections have added. If corrections have added more
 * than a tenth of what forces have, velocities are moved back towards those of free motion.
 *
 * Soft constraints may return the energy that they have stored. The amount follows from their forces, but is never more
 * than they have received: without convergence those forces jump from step to step, and every downward jump would
 * create energy. Energy from contacts, paths and motors counts as work of forces. */
void island_limit_energy(struct displacement *d, struct island *l)
{
    const double memory = exp(-d->h), part = 0.1, *before = d->before, *free = d->free;
    const bool fed = l->driven || touches(d, l);
    double start = l->known ? l->kinetic : island_kinetic_product(d, l, before, before) / 2;
    double alone = island_kinetic_product(d, l, free, free) / 2, after = island_kinetic_product(d, l, d->y, d->y) / 2;
    double pulled = l->soft ? stored(d, l) : 0;
    double there = alone + (l->known ? l->stored : pulled); /* energy after free motion */
    l->gross = memory * (l->known ? l->gross : start) + fmax(alone - start, 0);
    l->injected = fmax(memory * (l->known ? l->injected : 0), -part * l->gross);
    double most = fmax(fmax(there - pulled, 0) + part * l->gross - l->injected, 0);
    if (after > most && !fed) {
        double common = island_kinetic_product(d, l, free, d->y), x = share_with(alone, common, after, most);
        draw_back(d, l, free, x);
        after = (1 - x) * (1 - x) * alone + x * (1 - x) * common + x * x * after;
    }
    double spare = there + part * l->gross - l->injected - after;
    l->stored = l->known && !fed ? fmin(pulled, fmax(spare, 0)) : pulled;
    if (fed)
        l->gross += fmax(after + l->stored - there, 0);
    else
        l->injected += after + l->stored - there;
    l->kinetic = after;
    l->known = true;
}

static bool begins(bool held, int *steps)
{
    *steps = !held ? 0 : *steps < 3 ? *steps + 1 : 3;
    return *steps == 1 || *steps == 2;
}

/* Was a limit reached in this step or the previous one? The energy that bodies lose there is lost in the impact; it
 * takes two steps, because after the step that reaches the limit they still have the velocity of the distance to it. */
bool displacement_struck(struct displacement *d)
{
    bool any = false;
    for (int i = 0; i < d->links; i++) {
        struct link *l = &d->link[i];
        any = begins(l->held != 0 && l->least < l->most, &l->held_for) || any;
    }
    for (int i = 0; i < d->swings + d->twists; i++) {
        struct swing *w = i < d->swings ? &d->swing[i] : &d->twist[i - d->swings];
        any = begins(w->held != 0 && w->least < w->most, &w->held_for) || any;
    }
    for (int i = 0; i < d->relations; i++) {
        struct relation *r = &d->relation[i];
        any = begins(r->constraint->bounds == BOUND_ONE_SIDED && r->pull[0] != 0, &r->held_for) || any;
    }
    return any;
}

void displacement_forget_held(struct displacement *d)
{
    for (int i = 0; i < d->links; i++)
        d->link[i].held_for = 0;
    for (int i = 0; i < d->swings; i++)
        d->swing[i].held_for = 0;
    for (int i = 0; i < d->twists; i++)
        d->twist[i].held_for = 0;
    for (int i = 0; i < d->relations; i++)
        d->relation[i].held_for = 0;
}
