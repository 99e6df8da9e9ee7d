/* view.h: what there is to see of a world at one moment.
 *
 * A cast (what the objects look like: shapes, colours, names) is shared by all
 * views between two changes of topology; a view adds where they are, and what the
 * joints do. Everything is copied or counted, nothing points into the world.
 */
#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

#include "view/surface.h"
#include "tenon/view.h"
#include "world/world.h"

/* One piece of an object, in the object's frame. */
struct piece {
    struct solid solid;
    vec3 offset;
    quat turned;
};

struct actor {
    tn_object id;
    int slot;
    char *name; /* "" if it has none */
    enum object_kind kind;
    bool fixed;
    vec3 color;      /* sRGB, 0 … 1 */
    vec3 center;     /* centre of mass, object's frame */
    int part, parts; /* in the cast's list */
    int point, points;
};

struct cast {
    int references;
    ARRAY(struct actor) actors;
    ARRAY(struct piece) parts;
    ARRAY(vec3) points; /* those the user named, object's frame */
};

struct placement {
    vec3 position;
    quat orientation;
};

/* How a constraint is drawn. */
enum glyph { GLYPH_JOINT, GLYPH_AXIS, GLYPH_ROD, GLYPH_LINE, GLYPH_LOOSE };

struct joint {
    enum glyph glyph;
    bool has_point[2]; /* of each partner */
    vec3 point[2];     /* where they are */
    bool anchored[2];  /* that partner is the world, or an object that cannot move */
    bool has_axis;
    vec3 axis;        /* unit; world axes */
    vec3 at, force;   /* what acts on the second partner, N, and where */
    double deviation; /* |C| */
    bool has_range;
    struct joint_range range;
};

/* A point that is held by the mouse: where it is, what draws it, and where that was dragged to. */
struct held {
    vec3 point, target, goal;
    bool hard;
};

/* A skin over a chain of solids (figure_skin.h). */
struct skin_weight {
    int body[4]; /* which of the chain's bodies a vertex goes with, and how much */
    double weight[4];
};
struct view_skin {
    char *name;
    vec3 color;
    struct surface surface;      /* without a mesh if something is nowhere */
    int bodies, *actor;          /* the chain */
    struct skin_weight *weights; /* one a vertex */
};

struct tn_view {
    double time;
    vec3 up;
    struct cast *cast;
    struct placement *placement; /* one an actor */
    struct surface *surface;     /* one an actor; without a mesh for what does not bend */
    ARRAY(struct joint) joints;
    ARRAY(struct held) handles;
    ARRAY(vec3) traces; /* where the points are now whose ways are drawn */
    ARRAY(struct view_skin) skins;
    bool *covered; /* by actor: it has a skin over it */
};

/* Whether an actor is to be drawn as a solid: not what is under a skin, unless bones are shown. */
FOR_PICTURES bool view_is_drawn(const struct tn_view *v, int actor, unsigned show);
/* The actor with a slot, -1 if it is not in the view. */
int view_of_slot(const struct tn_view *v, int slot);
/* ---- view_skins.c ---- */
void view_take_skins(tn_world *w, struct tn_view *v);
void view_free_skins(struct tn_view *v);

/* The number of the actor with this id, -1 if it is not in the view. */
FOR_PICTURES int view_find(const struct tn_view *v, tn_object id);
/* A point of an actor's frame, in the world. */
FOR_PICTURES vec3 view_point(const struct tn_view *v, int actor, vec3 local);
/* A part in the world. */
FOR_PICTURES struct placement view_part(const struct tn_view *v, int actor, const struct piece *p);
/* Whether an actor takes part in framing and can be drawn as a solid: not planes, not variables. */
FOR_PICTURES bool view_is_solid(const struct actor *a);

#endif
