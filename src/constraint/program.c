/* program.c: a user's formula as a constraint: a tape that gives the same rows as a compiled kind. */
#include "base/counted.h"
#include "constraint/hooked.h"

#include <string.h>

/* The source of an input of the tape. */
struct load {
    enum symbol_kind kind;
    int index, component;
};

struct program {
    struct counted users;
    struct tape *tape;   /* or a function: */
    struct hooked *hook; /* NULL: a tape */
    struct load *load;
    int loads, rows, inputs;
    enum level level[CONSTRAINT_ROWS];
    enum connector_type type[CONSTRAINT_INPUTS];
};

struct program *program_new(struct formula *f, const node *rows, const enum level *levels, int count, int inputs,
                            const enum connector_type *types)
{
    struct program *p = MEM_NEW(struct program);
    p->rows = count;
    p->inputs = inputs;
    memcpy(p->level, levels, sizeof *levels * (size_t)count);
    memcpy(p->type, types, sizeof *types * (size_t)inputs);
    /* Outputs per row: C, Ċ, γ₀, then C_y of each input. */
    int width = 3 + 3 * inputs;
    node *outputs = MEM_ARRAY(node, count * width);
    for (int i = 0; i < count; i++) {
        node cy[CONSTRAINT_INPUTS][3];
        struct derived_row d = {.cy = cy};
        derive_row(f, rows[i], levels[i], inputs, &d);
        node *o = outputs + i * width;
        o[0] = d.c;
        o[1] = d.cd;
        o[2] = d.gamma;
        for (int k = 0; k < 3 * inputs; k++)
            o[3 + k] = cy[k / 3][k % 3];
    }
    p->tape = tape_compile(f, outputs, count * width);
    p->loads = tape_inputs(p->tape);
    p->load = MEM_ARRAY(struct load, p->loads);
    for (int s = 0; s < p->loads; s++) {
        uint64_t key = formula_symbol_key(f, s);
        p->load[s] = (struct load){symbol_kind_of(key), symbol_index(key), symbol_component(key)};
    }
    mem_free(outputs);
    return p;
}

struct program *program_hooked(const struct hooked *h, const enum connector_type *types)
{
    struct program *p = MEM_NEW(struct program);
    p->rows = h->rows;
    p->inputs = h->inputs;
    p->hook = mem_copy(h, sizeof *h);
    for (int i = 0; i < h->rows; i++)
        p->level[i] = h->level;
    memcpy(p->type, types, sizeof *types * (size_t)h->inputs);
    return p;
}

bool program_is_hooked(const struct program *p) { return p != NULL && p->hook != NULL; }

struct program *program_again(struct program *p)
{
    if (p != NULL)
        counted_again(&p->users);
    return p;
}

void program_free(struct program *p)
{
    if (p == NULL || !counted_last(&p->users))
        return;
    if (p->tape != NULL)
        tape_free(p->tape);
    mem_free(p->hook);
    mem_free(p->load);
    mem_free(p);
}

int program_rows(const struct program *p) { return p->rows; }
int program_loads(const struct program *p) { return p->loads; }
uint64_t program_load(const struct program *p, int i)
{
    return symbol_key(p->load[i].kind, p->load[i].index, p->load[i].component);
}

size_t program_scratch(const struct program *p)
{
    if (p->hook != NULL)
        return 0;
    return tape_scratch(p->tape) + (size_t)p->loads + (size_t)(p->rows * (3 + 3 * p->inputs));
}

static double component(const vec3 *v, int k) { return k == 0 ? v->x : k == 1 ? v->y : v->z; }

static double load_value(const struct load *l, const struct signal *in, double t, const double *lets,
                         const double *turns)
{
    switch (l->kind) {
    case SYMBOL_TIME:
        return t;
    case SYMBOL_PARAMETER:
        return lets[l->index];
    case SYMBOL_Y:
        return component(&in[l->index].y, l->component);
    case SYMBOL_YD:
        return component(&in[l->index].yd, l->component);
    case SYMBOL_YDD:
    case SYMBOL_BETA:
        return component(&in[l->index].beta, l->component);
    case SYMBOL_LEVER:
        return component(&in[l->index].lever, l->component);
    case SYMBOL_TURNS:
        return turns[l->index];
    case SYMBOL_PROBE:
        break;
    }
    return NAN;
}

/* C_y of one row by one input, through the chain rule into six columns. */
static void chain(enum connector_type type, const struct signal *s, vec3 g, double *j)
{
    vec3 linear = v3(0, 0, 0), angular = v3(0, 0, 0);
    switch (type) {
    case CONNECTOR_CONSTANT: /* the lever of a constant point is 0 */
    case CONNECTOR_TIME:
    case CONNECTOR_POINT:
        linear = g;
        angular = v3_cross(s->lever, g);
        break;
    case CONNECTOR_DIRECTION:
        angular = v3_cross(s->lever, g);
        break;
    case CONNECTOR_SPIN:
        angular = g;
        break;
    case CONNECTOR_SCALAR:
        linear = v3(g.x, 0, 0);
        break;
    }
    j[0] = linear.x;
    j[1] = linear.y;
    j[2] = linear.z;
    j[3] = angular.x;
    j[4] = angular.y;
    j[5] = angular.z;
}

static void run_hook(const struct program *p, const struct signal *in, double t, struct rows *out)
{
    tn_rows rows;
    hooked_rows(p->hook, p->type, in, t, &rows);
    for (int i = 0; i < p->rows; i++) {
        out->c[i] = rows.value[i];
        out->cd[i] = rows.rate[i];
        out->gamma[i] = rows.gamma[i];
        for (int k = 0; k < p->inputs; k++) {
            out->gamma[i] += v3_dot(rows.gradient[i][k], in[k].beta);
            chain(p->type[k], &in[k], rows.gradient[i][k], out->j[k] + 6 * i);
        }
    }
}

void program_run(const struct program *p, const struct signal *in, double t, const double *lets, const double *turns,
                 struct rows *out, double *scratch)
{
    if (p->hook != NULL) {
        run_hook(p, in, t, out);
        return;
    }
    double *inputs = scratch, *outputs = inputs + p->loads;
    int width = 3 + 3 * p->inputs;
    for (int s = 0; s < p->loads; s++)
        inputs[s] = load_value(&p->load[s], in, t, lets, turns);
    tape_run(p->tape, inputs, outputs, outputs + p->rows * width);
    for (int i = 0; i < p->rows; i++) {
        const double *o = outputs + i * width;
        out->c[i] = o[0];
        out->cd[i] = o[1];
        out->gamma[i] = o[2];
        for (int k = 0; k < p->inputs; k++) {
            vec3 g = v3(o[3 + 3 * k], o[4 + 3 * k], o[5 + 3 * k]);
            out->gamma[i] += v3_dot(g, in[k].beta);
            chain(p->type[k], &in[k], g, out->j[k] + 6 * i);
        }
    }
}

char *program_trouble(const struct program *p, const struct signal *in, double t, const double *lets,
                      const double *turns)
{
    if (p->hook != NULL)
        return mem_text("the function of the program gives a value that is not a finite number");
    double *inputs = MEM_ARRAY(double, p->loads);
    for (int s = 0; s < p->loads; s++)
        inputs[s] = load_value(&p->load[s], in, t, lets, turns);
    char *text = tape_trouble(p->tape, inputs);
    mem_free(inputs);
    return text;
}
