/* built.c: see built.h. */
#include "world/things/built.h"

#include <string.h>

/* The numbers of a kind; all zero, and no turns, if it has none. */
struct built_numbers {
    double parameter[CONSTRAINT_PARAMETERS];
    double least, most, angle_least, angle_most, twist_least, twist_most; /* of the articulation */
    int turns[CONSTRAINT_PARAMETERS];
};

/* Bitwise, so that +0 and −0 differ. */
static bool same_connector(const struct connector *a, const struct connector *b)
{
    return a->type == b->type && a->body == b->body && a->source == b->source &&
           memcmp(&a->local, &b->local, sizeof a->local) == 0;
}

static bool is_nothing(const struct connector *c)
{
    static const struct connector nothing;
    return same_connector(c, &nothing);
}

static struct built_numbers numbers_of(const struct constraint_build *b)
{
    const struct articulation *a = &b->articulation;
    struct built_numbers n = {.least = a->least,
                              .most = a->most,
                              .angle_least = a->angle_least,
                              .angle_most = a->angle_most,
                              .twist_least = a->twist_least,
                              .twist_most = a->twist_most};
    memcpy(n.parameter, b->parameter, sizeof n.parameter);
    memcpy(n.turns, b->turns, sizeof n.turns);
    return n;
}

static bool any_number(const struct built_numbers *n)
{
    static const struct built_numbers none = {.turns = {-1, -1, -1, -1}};
    return memcmp(n, &none, sizeof none) != 0;
}

/* Numbers the connectors of the articulation; those that are not inputs are added to `own`. */
static int number_connectors(const struct constraint_build *b, signed char *at, struct connector *own)
{
    const struct articulation *a = &b->articulation;
    const struct connector *part[BUILT_CONNECTORS] = {&a->p, &a->q, &a->u, &a->a1, &a->a2, &a->b1, &a->b2};
    int count = 0;
    for (int i = 0; i < BUILT_CONNECTORS; i++) {
        int k = 0;
        while (k < b->inputs && !same_connector(part[i], &b->input[k]))
            k++;
        at[i] = (signed char)(is_nothing(part[i]) ? -1 : k < b->inputs ? k : b->inputs + count);
        if (at[i] >= b->inputs)
            own[count++] = *part[i];
    }
    return count;
}

/* Offsets of the variable-size tail. */
static size_t numbers_at(void) { return sizeof(struct built); }
static size_t measure_at(const struct built *b)
{
    return numbers_at() + (b->has_numbers ? sizeof(struct built_numbers) : 0);
}
static size_t limits_at(const struct built *b) { return measure_at(b) + (b->has_measure ? sizeof(struct measure) : 0); }
static size_t own_at(const struct built *b)
{
    return limits_at(b) + sizeof(struct built_limit) * (size_t)(b->limits > 0 ? b->limits : 0);
}
static const void *behind(const struct built *b, size_t at) { return (const char *)b + at; }

struct built *built_new(const struct constraint_build *b)
{
    struct connector own[BUILT_CONNECTORS];
    struct built_numbers numbers = numbers_of(b);
    struct built head = {.form = b->form,
                         .has_numbers = any_number(&numbers) || (b->form != NULL && b->form->parameters[0] != NULL),
                         .has_measure = b->measure.type != MEASURE_NONE,
                         .limits = (signed char)b->limits,
                         .whole = b->articulation.whole,
                         .angles = b->articulation.angles,
                         .twists = b->articulation.twists,
                         .area = (unsigned char)b->articulation.area};
    head.own = (signed char)number_connectors(b, head.at, own);
    memcpy(head.partner, b->partner, sizeof head.partner);
    head.bytes = (int)(own_at(&head) + sizeof *own * (size_t)head.own);
    char *all = mem_new((size_t)head.bytes);
    memcpy(all, &head, offsetof(struct built, partner) + sizeof head.partner); /* the rest is padding */
    if (head.has_numbers)
        memcpy(all + numbers_at(), &numbers, sizeof numbers);
    if (head.has_measure)
        memcpy(all + measure_at(&head), &b->measure, sizeof b->measure);
    struct built_limit *limit = (struct built_limit *)(void *)(all + limits_at(&head));
    for (int i = 0; i < b->limits; i++) { /* member by member: padding stays zero */
        limit[i].form = b->limit[i].form;
        limit[i].part = b->limit[i].part;
        limit[i].low = b->limit[i].low;
        limit[i].high = b->limit[i].high;
    }
    if (head.own > 0)
        memcpy(all + own_at(&head), own, sizeof *own * (size_t)head.own);
    return (struct built *)(void *)all;
}

static const struct built_numbers *numbers(const struct built *b)
{
    return b != NULL && b->has_numbers ? behind(b, numbers_at()) : NULL;
}

const struct measure *built_measure(const struct built *b)
{
    return b != NULL && b->has_measure ? behind(b, measure_at(b)) : NULL;
}

double built_parameter(const struct built *b, int k)
{
    const struct built_numbers *n = numbers(b);
    return n != NULL ? n->parameter[k] : 0;
}

void built_set_parameter(struct built *b, int k, double value)
{
    if (b != NULL && b->has_numbers)
        ((struct built_numbers *)(void *)((char *)b + numbers_at()))->parameter[k] = value;
}

int built_turns(const struct built *b, int k)
{
    const struct built_numbers *n = numbers(b);
    return n != NULL ? n->turns[k] : -1;
}

int built_limits(const struct built *b) { return b != NULL ? b->limits : 0; }

const struct built_limit *built_limit(const struct built *b, int i)
{
    return (const struct built_limit *)behind(b, limits_at(b)) + i;
}

struct articulation built_articulation(const struct built *b, const struct connector *input, int inputs)
{
    struct articulation a = {.whole = false};
    if (b == NULL)
        return a;
    const struct connector *own = behind(b, own_at(b));
    struct connector *part[BUILT_CONNECTORS] = {&a.p, &a.q, &a.u, &a.a1, &a.a2, &a.b1, &a.b2};
    for (int i = 0; i < BUILT_CONNECTORS; i++)
        if (b->at[i] >= 0)
            *part[i] = b->at[i] < inputs ? input[b->at[i]] : own[b->at[i] - inputs];
    a.whole = b->whole;
    a.area = (enum area)b->area;
    a.angles = b->angles;
    a.twists = b->twists;
    const struct built_numbers *n = numbers(b);
    if (n != NULL) {
        a.least = n->least;
        a.most = n->most;
        a.angle_least = n->angle_least;
        a.angle_most = n->angle_most;
        a.twist_least = n->twist_least;
        a.twist_most = n->twist_most;
    }
    return a;
}
