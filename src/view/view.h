/* view.h: a view: what there is to see of a world at one moment.
 *
 * A model (what the objects look like: shapes, colours, names) is shared by all
 * views between two changes of topology; a view adds where they are, and what the
 * joints do. Everything is copied or counted, nothing points into the world.
 */
#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

#include "view/surface.h"
#include "tenon/view.h"
#include "world/world.h"

/* One solid of an object, in the object's frame. */
struct piece {
    struct solid solid;
    vec3 offset;
    quat turned;
};

struct view_object {
    tn_object id;
    int slot;
    char *name; /* "" if it has none */
    enum object_kind kind;
    bool fixed;
    vec3 color;      /* sRGB, 0 … 1 */
    vec3 center;     /* centre of mass, object's frame */
    int part, parts; /* in the list of the model */
    int point, points;
};

struct view_model {
    int references;
    ARRAY(struct view_object) objects;
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

/* A dragged point: where it is, the target that pulls it, and where the target was dragged to. */
struct held {
    vec3 point, target, goal;
    bool hard;
};

/* A skin over a chain of solids (figure_skin.h). */
struct skin_weight {
    int body[4]; /* the bodies of the chain that a vertex follows, with weights */
    double weight[4];
};
struct view_skin {
    char *name;
    vec3 color;
    struct surface surface;      /* without a mesh if something is nowhere */
    int bodies, *object;         /* the chain */
    struct skin_weight *weights; /* one per vertex */
};

struct tn_view {
    double time;
    vec3 up;
    struct view_model *model;
    struct placement *placement; /* one per object */
    struct surface *surface;     /* one per object; without a mesh for rigid ones */
    ARRAY(struct joint) joints;
    ARRAY(struct held) handles;
    ARRAY(vec3) traces; /* where the traced points are now */
    ARRAY(struct view_skin) skins;
    bool *covered; /* by object: covered by a skin */
};

/* Is an object drawn as a solid? Not under a skin, unless bones are shown. */
FOR_PICTURES bool view_is_drawn(const struct tn_view *v, int object, unsigned show);
/* The object with a slot, -1 if it is not in the view. */
int view_of_slot(const struct tn_view *v, int slot);
/* ---- view_skins.c ---- */
void view_take_skins(tn_world *w, struct tn_view *v);
void view_free_skins(struct tn_view *v);

/* The number of the object with this id, -1 if it is not in the view. */
FOR_PICTURES int view_find(const struct tn_view *v, tn_object id);
/* A point of an object's frame, in the world. */
FOR_PICTURES vec3 view_point(const struct tn_view *v, int object, vec3 local);
/* A part in the world. */
FOR_PICTURES struct placement view_part(const struct tn_view *v, int object, const struct piece *p);
/* Does an object take part in framing, and can it be drawn as a solid? Planes and variables do not. */
FOR_PICTURES bool view_is_solid(const struct view_object *a);

#endif
