/* snake: a curve attracted to the edges of a picture (Kass, Witkin and Terzopoulos 1988).
 *
 *   E = −s Σ P(y_k)/K + s e Σ (ℓ_k − ℓ)²/(K h²)
 *
 * P is the strength of the edge at a point, between 0 and 1, ℓ_k the distances between neighbours among the K points
 * along the curve and ℓ their mean, h the size of a pixel. The second sum spaces the points evenly and prefers no
 * length.
 */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "force/goal.h"
#include "force/force_parts.h"

struct snake {
    struct goal_data goal;
    struct image *edges;
    double pixel, even;
    bool closed;
};

static double edges_at(const struct snake *s, vec3 y, const double *value, double *gradient)
{
    double slope[2], x = (y.x - value[0]) / s->pixel - 0.5, down = s->edges->height - 0.5 - (y.y - value[1]) / s->pixel;
    double p = image_at(s->edges, x, down, slope);
    gradient[0] = slope[0] / s->pixel;
    gradient[1] = -slope[1] / s->pixel;
    return p;
}

/* s e Σ (ℓ_k − ℓ)²/(K h²): since Σ (ℓ_k − ℓ) = 0 the change of the mean adds nothing to the gradient. */
static double spread(const struct snake *s, const struct signal *y, int count, double strength, double *gradient)
{
    const int pairs = s->closed ? count : count - 1;
    const double weight = strength * s->even / (count * s->pixel * s->pixel);
    double mean = 0, sum = 0;
    for (int k = 0; k < pairs; k++)
        mean += v3_norm(v3_sub(y[(k + 1) % count].y, y[k].y)) / pairs;
    for (int k = 0; k < pairs; k++) {
        const int next = (k + 1) % count;
        vec3 d = v3_sub(y[next].y, y[k].y);
        double length = v3_norm(d), off = length - mean;
        if (!(length > 0))
            continue;
        vec3 f = v3_scale(2 * weight * off / length, d);
        sum += weight * off * off;
        gradient[3 * next] += f.x;
        gradient[3 * next + 1] += f.y;
        gradient[3 * k] -= f.x;
        gradient[3 * k + 1] -= f.y;
    }
    return sum;
}

static double evaluate(const struct goal_data *g, const struct signal *y, int count, const double *value,
                       const double *lets, double *gradient, double *scratch)
{
    const struct snake *s = (const struct snake *)(void *)g;
    double sum = 0;
    (void)lets;
    (void)scratch;
    memset(gradient, 0, sizeof(double) * 3 * (size_t)count);
    for (int k = 0; k < count; k++) {
        double slope[2], p = edges_at(s, y[k].y, value, slope);
        sum -= value[2] * p / count;
        gradient[3 * k] -= value[2] * slope[0] / count;
        gradient[3 * k + 1] -= value[2] * slope[1] / count;
    }
    return sum + spread(s, y, count, value[2], gradient);
}

static void snake_free(struct goal_data *g) { image_free(((struct snake *)(void *)g)->edges); }

static const struct goal_class class = {.evaluate = evaluate, .free = snake_free};

struct goal_data *snake_new(struct image *edges, double pixel, double even, bool closed, int first, int points)
{
    struct snake *s = MEM_NEW(struct snake);
    *s = (struct snake){.goal = {.class = &class, .first = first, .count = points},
                        .edges = edges,
                        .pixel = pixel,
                        .even = even,
                        .closed = closed};
    return &s->goal;
}

static const tn_parameter parameters[] = {
    {.word = "at",
     .symbol = "x y",
     .unit = "m",
     .fewest = 2,
     .most = 2,
     .formula = true,
     .standard = "0 0",
     .help = "lower left corner of the picture"},
    {.word = "pixel",
     .symbol = "h",
     .unit = "m",
     .fewest = 1,
     .most = 1,
     .range = TN_BETWEEN,
     .low = 1e-9,
     .high = 1e9,
     .standard = "0.01",
     .help = "size of a pixel"},
    {.word = "blur",
     .symbol = "b",
     .unit = "pixels",
     .fewest = 1,
     .most = 1,
     .range = TN_BETWEEN,
     .low = 0,
     .high = 100,
     .standard = "2",
     .help = "distance over which edges are blurred"},
    {.word = "strength",
     .symbol = "f",
     .unit = "J",
     .fewest = 1,
     .most = 1,
     .formula = true,
     .standard = "1",
     .help = "strength of the attraction; a formula of lets, paths and t"},
    {.word = "points",
     .symbol = "n",
     .unit = "1",
     .fewest = 1,
     .most = 1,
     .range = TN_BETWEEN,
     .low = 3,
     .high = 2000,
     .whole = true,
     .standard = "60",
     .help = "number of points along the curve that are attracted"},
    {.word = "even",
     .symbol = "e",
     .unit = "1/m^2",
     .fewest = 1,
     .most = 1,
     .range = TN_BETWEEN,
     .low = 0,
     .high = 1e6,
     .standard = "0.02",
     .help = "strength of equal distances between the points"},
    {.word = NULL},
};

const struct force_class force_snake = {
    .kind = {.group = TN_KIND_FORCE,
             .name = "snake",
             .synonyms = {"active-contour"},
             .arguments = "s on \"image.png\"",
             .help = "attracts a curve to the edges of a picture",
             .formula = "U = -f*mean(edges(s(u_k)))",
             .example = "snake ring on \"image.png\" pixel 0.01;",
             .parameters = parameters},
    .source = FORCE_OF_PICTURE,
    .apply = goal_apply,
    .potential = goal_potential,
    .is_goal = true,
};
