/* narrow.c: the routine for each pair of piece types. */
#include "collide/contact_parts.h"

static int no_contact(const struct piece *a, const struct placed *pa, const struct piece *b, const struct placed *pb,
                      double margin, struct pair_hint *hint, struct manifold *out)
{
    (void)a, (void)pa, (void)b, (void)pb, (void)margin, (void)hint, (void)out;
    return 0;
}

/* By type of a, then of b, where a's comes first. */
static narrow_routine *const routines[PIECE_TYPES][PIECE_TYPES] = {
    [PIECE_SPHERE] = {[PIECE_SPHERE] = narrow_sphere,
                      [PIECE_CAPSULE] = narrow_sphere,
                      [PIECE_BOX] = narrow_sphere,
                      [PIECE_CYLINDER] = narrow_sphere,
                      [PIECE_CONE] = narrow_sphere,
                      [PIECE_ELLIPSOID] = narrow_sphere,
                      [PIECE_HULL] = narrow_sphere,
                      [PIECE_RING] = narrow_sphere,
                      [PIECE_PLANE] = narrow_plane},
    [PIECE_CAPSULE] = {[PIECE_CAPSULE] = narrow_axes,
                       [PIECE_BOX] = narrow_convex,
                       [PIECE_CYLINDER] = narrow_axes,
                       [PIECE_CONE] = narrow_convex,
                       [PIECE_ELLIPSOID] = narrow_convex,
                       [PIECE_HULL] = narrow_convex,
                       [PIECE_RING] = narrow_ring,
                       [PIECE_PLANE] = narrow_plane},
    [PIECE_BOX] = {[PIECE_BOX] = narrow_box_box,
                   [PIECE_CYLINDER] = narrow_convex,
                   [PIECE_CONE] = narrow_convex,
                   [PIECE_ELLIPSOID] = narrow_convex,
                   [PIECE_HULL] = narrow_convex,
                   [PIECE_RING] = narrow_ring,
                   [PIECE_PLANE] = narrow_plane},
    [PIECE_CYLINDER] = {[PIECE_CYLINDER] = narrow_axes,
                        [PIECE_CONE] = narrow_convex,
                        [PIECE_ELLIPSOID] = narrow_convex,
                        [PIECE_HULL] = narrow_convex,
                        [PIECE_RING] = narrow_ring,
                        [PIECE_PLANE] = narrow_plane},
    [PIECE_CONE] = {[PIECE_CONE] = narrow_convex,
                    [PIECE_ELLIPSOID] = narrow_convex,
                    [PIECE_HULL] = narrow_convex,
                    [PIECE_RING] = narrow_ring,
                    [PIECE_PLANE] = narrow_plane},
    [PIECE_ELLIPSOID] = {[PIECE_ELLIPSOID] = narrow_convex,
                         [PIECE_HULL] = narrow_convex,
                         [PIECE_RING] = narrow_ring,
                         [PIECE_PLANE] = narrow_plane},
    [PIECE_HULL] = {[PIECE_HULL] = narrow_convex, [PIECE_RING] = narrow_ring, [PIECE_PLANE] = narrow_plane},
    [PIECE_RING] = {[PIECE_RING] = narrow_ring, [PIECE_PLANE] = narrow_plane},
    [PIECE_PLANE] = {[PIECE_PLANE] = no_contact},
};

int narrow_pair(const struct piece *a, const struct placed *pa, const struct piece *b, const struct placed *pb,
                double margin, struct pair_hint *hint, struct manifold *out)
{
    return routines[a->type][b->type](a, pa, b, pb, margin, hint, out);
}

int contact_pair(const struct piece *a, const struct pose *pa, const struct piece *b, const struct pose *pb,
                 double margin, struct manifold out[CONTACT_MANIFOLDS])
{
    struct placed at = place_piece(a, pa), bt = place_piece(b, pb);
    struct pair_hint hint = {0};
    const bool turned = a->type > b->type;
    int count =
        turned ? narrow_pair(b, &bt, a, &at, margin, &hint, out) : narrow_pair(a, &at, b, &bt, margin, &hint, out);
    for (int i = 0; i < count && turned; i++)
        out[i].normal = v3_neg(out[i].normal);
    return count;
}
