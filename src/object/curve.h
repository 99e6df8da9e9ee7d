/* curve.h: curves as formulas, X(q, u): a point in space for the parameters q that are the curve's coordinates, and the
 * curve parameter u between `from` and `to` (method §5).
 *
 * A curve is a graph of operations. Its points, tangents, length and area are built as nodes of another formula
 * context, with given nodes for the parameters; differentiation is left to the users. Integrals over u are sums:
 * over Gauss points, eight in each of `panels` equal pieces of the range; of a closed curve, whose functions are
 * periodic, over as many points at equal distances, which converge faster than any power (unless the curve is made
 * of pieces, as splines are).
 */
#ifndef OBJECT_CURVE_H
#define OBJECT_CURVE_H

#include "object/general.h"

enum { CURVE_GAUSS = 8, CURVE_PANELS = 8, CURVE_MOST_PANELS = 1000, CURVE_PARAMETERS = 256 };

/* Symbols of a curve's formula: its parameters, u, and numbers of the world (lets). */
#define CURVE_U ((uint64_t)1 << 32)
#define CURVE_LET ((uint64_t)1 << 33)
#define CURVE_RATE ((uint64_t)1 << 34) /* added to the key of a parameter or of u: its rate */
static inline uint64_t curve_parameter_key(int i) { return (uint64_t)i; }
static inline uint64_t curve_let_key(int let) { return CURVE_LET + (uint64_t)let; }

struct curve {
    struct formula *f;
    node x[3];
    int parameters;
    double from, to;  /* of u */
    bool closed;      /* the end is the beginning: u is taken modulo the range */
    int panels;       /* of the integrals */
    bool pieces;      /* it is made of `panels` pieces, and smooth in each */
    bool constant[3]; /* this component of X is a number, whatever the parameters: */
    double level[3];
    struct tape *tape; /* X, X_u, X_uu */
    uint64_t *load;    /* what the tape's inputs are */
    int loads;
};

/* Takes the nodes x of f, over the symbols above; f stays the caller's. */
struct curve *curve_new(const struct formula *f, const node x[3], int parameters, double from, double to, bool closed,
                        int panels, bool pieces);
void curve_free(struct curve *c);

/* The points of the sums: how many, and the i-th with its weight. The weights add up to to − from. */
int curve_points(const struct curve *c);
void curve_gauss(const struct curve *c, int i, double *u, double *weight);

/* What replaces the symbols of a curve in another context: nodes of the parameters, and of lets by number (NULL where
 * the curve has none). */
struct curve_place {
    struct formula *f;
    const node *parameter;
    node (*let)(struct formula *f, int let);
};
node curve_let_node(struct formula *f, int let); /* the symbol that a curve's own formula has */
/* X and X_u as nodes. */
void curve_point(const struct curve *c, const struct curve_place *p, node u, node out[3]);
void curve_tangent(const struct curve *c, const struct curve_place *p, node u, node out[3]);

/* Numbers. `scratch` holds curve_scratch doubles; lets may be NULL if there are none. */
size_t curve_scratch(const struct curve *c);
struct curve_at {
    vec3 x, xu, xuu;
};
struct curve_at curve_now(const struct curve *c, const double *q, const double *lets, double u, double *scratch);
/* u within the range: of a closed curve modulo its length, of an open one no further than its ends. */
double curve_wrap(const struct curve *c, double u);
/* The parameter of the point of the curve that is nearest to p, the best of a search over the whole range. */
double curve_nearest(const struct curve *c, const double *q, const double *lets, vec3 p, double *scratch);
/* ∫|X_u|du as a number. */
double curve_length_now(const struct curve *c, const double *q, const double *lets, double *scratch);

/* ---- curves as objects (curved.c) ---- */

/* What is shown of one, beside its parameters (numbers 0 … n−1): these numbers; and at (u, sort, u̇) a point, a tangent,
 * or a point that slides (from CURVED_SLIDER on, each of its own sort), for which an open curve goes on straight beyond its
 * ends. */
enum { CURVED_LENGTH = -1, CURVED_AREA = -2 };
enum { CURVED_POINT, CURVED_TANGENT, CURVED_SLIDER };
extern const struct general_class general_curved;
/* Takes the curve over. drag: N s/m of a metre, where the order of the world is the first; mass: kg in all, where it is the
 * second. The names of its coordinates are left to the caller. */
struct general *curved_new(struct curve *c, double drag, double mass);
const struct curve *curved_curve(const struct general *g); /* NULL: it is none */

#endif
