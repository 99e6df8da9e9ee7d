/* kind_examples.c: an example for every word of a kind that the example of the kind itself does not have. They run on the
 * stage of the tests (tests/kinds/stage.h), as those of the kinds do. */
#include <string.h>

#include "model/kinds.h"
#include "tenon/kinds.h"

static const char *const more[] = {
    "world: integrator rk4; step 0.01; substeps 2; solver sparse; order second; end",
    "world: joints coordinates; tolerance 1e-9; tau 0.05; assemble on; time 0; end",
    "world: method displacement; scheme A; correction 1e-5; alpha 1.2; iterations 100; on-limit continue; end",
    "object new: jello box 0.3 0.3 0.2; stiffness 2000; area-stiffness 5000; density 1200; end",
    "object new: box 0.2 0.1 0.1; rotation 0 0 1 30deg; spin 0 0 1; color orange; end",
    "object new: rod 1 0.02; orientation 0.8 0.6 0 0; velocity 0 1 0; end",
    "object new: rod 1 0.02; center 0 0 3; density 7800; kernel fixed; end",
    "object new: cone 0.1 0.2; offset 0 0 0.05; turned 1 0 0 90deg; end",
    "object new: ellipsoid 0.1 0.1 0.2; shape-orientation 0.8 0.6 0 0; end",
    "object new: body; mass 1; inertia 0.1 0.1 0.1; end",
    "object new: sphere 0.1; soft 0.02 stiffness 2e4 damping 50; end",
    "world: method displacement; end  object new: sphere 0.1; ability-to-move 1; ability-to-rotate 4; end",
    "object new: box 0.4 0.1 0.1; coordinates u 0.4; place (5, 0, 0); pose (0, 1, 0), u; end",
    "object new: block 2 2 2; size 0.2 0.2 0.2; stiffness 4000; viscosity 20; moldable 0.002; end",
    "object new: block 2 2 2; size 0.2 0.2 0.2; stiffness 4000; incompressible 1e5; end",
    "object new: circle 0 0 1; range 0 (pi/2); panels 4; width 0.02; color teal; end",
    "object new: circle 0 0 1; kernel fixed; end",
    "object new: spline 0 0  1 0  1 1  0 1; closed; mass 2; end",
    "object new: circle 0 0 1; drag 2; velocity r 0.1; end",
    "variable new 3 rate 0.5;",
    "constraint new: revolute a b a.end1 (0, 1, 0); min -1; max 1; bounce 0.2; end",
    "constraint new: revolute a b a.end1 (0, 1, 0); motor speed 3 limit 20; end",
    "constraint new: revolute a b a.end1 (0, 1, 0); motor angle sin(t) limit 20; end",
    "constraint new: connect a.end1 b.end2; feedback 400 40; during 0 3; end",
    "constraint new: connect a.end1 b.end2; by penalty; stiffness 2e4; damping 100; end",
    "constraint new: connect a.end1 b.end2; by multiplier; bound 200; end",
    "constraint new: connect a.end1 b.end2; off; end",
    "world: method displacement; end  constraint new: connect a.end1 b.end2; compliance 1e-4; end",
    "revolute a b a.end1 (0, 1, 0) min -1 max 1 bounce 0.2;",
    "revolute a b a.end1 (0, 1, 0) motor speed 3 limit 20;",
    "revolute a b a.end1 (0, 1, 0) motor angle sin(t) limit 20;",
    "slider world b b.center (0, 0, 1) min -1 max 2 bounce 0.2;",
    "slider world b b.center (0, 0, 1) motor speed 1 limit 20;",
    "slider world b b.center (0, 0, 1) motor angle sin(t) limit 20;",
    "distance a.end1 b.end1 min 0.1 max 3 bounce 0.2;",
    "constraint new: keep a.center.z >= -5; bounce 0.3; end",
    "force new: push a.end1 (0, 9, 0); during 1 1.2; off; end",
    "fit arc1 to \"points.csv\" strength 2;",
    "snake ring on \"image.png\" at 0 0 pixel 0.01 blur 3 strength 0.5 points 40 even 0.02;",
    "contact friction 0.6 bounce 0.1 threshold 0.05;",
    "contact exact friction 0.6;",
    "contact fast friction 0.6;",
    "contact between a b off;",
    "skin hide over a b color 0.4 0.4 0.5 margin 0.01;",
    "object new: block 2 2 2; size 0.2 0.2 0.2; young 40kPa; poisson 0.3; end",
    "object new: box 0.2 0.2 0.2; position 0 0 5; rolling 1mm; spinning 1mm; surface-velocity 0.5 0 0; end",
    "contact rolling 0.5mm spinning 0.5mm;",
    "contact friction-rule min bounce-rule max;",
};

static bool part_of_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

/* Does a text have a word, and not only as a part of another? */
static bool has_word(const char *text, const char *word)
{
    const size_t n = strlen(word);
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word))
        if ((at == text || !part_of_word(at[-1])) && !part_of_word(at[n]))
            return true;
    return false;
}

/* Does an example speak of the same sort of thing: an object, the world, a revolute? */
static bool same_sort(const char *example, const tn_kind *k)
{
    const char *last = strstr(example, "end  "); /* behind a world block that it needs */
    const char *own = last != NULL ? last + strlen("end  ") : example;
    const size_t first = strcspn(own, " ");
    const char *head = k->group == TN_KIND_CURVE ? "circle" : k->example != NULL ? k->example : k->name;
    if (k->group == TN_KIND_CURVE)
        return has_word(example, head) || has_word(example, "spline");
    return has_word(example, k->name) || (strncmp(own, head, first) == 0 && k->group != TN_KIND_OBJECT) ||
           (k->group == TN_KIND_OBJECT && has_word(example, "object"));
}

const char *tn_parameter_example(const tn_kind *k, const tn_parameter *p)
{
    if (k == NULL || p == NULL || p->argument)
        return NULL;
    if (k->example != NULL && has_word(k->example, p->word))
        return k->example;
    for (int sort = 1; sort >= 0; sort--)
        for (size_t i = 0; i < sizeof more / sizeof *more; i++)
            if (has_word(more[i], p->word) && (sort == 0 || same_sort(more[i], k)))
                return more[i];
    const tn_kind *other;
    for (int i = 0; (other = tn_kind_at(i)) != NULL; i++)
        if (other->example != NULL && has_word(other->example, p->word) &&
            parameter_find(other->parameters, p->word) != NULL)
            return other->example;
    return NULL;
}
