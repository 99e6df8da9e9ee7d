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
    const char *name; /* "" if it has none */
    enum object_kind kind;
    bool fixed;
    vec3 color;      /* sRGB, 0 … 1 */
    vec3 center;     /* centre of mass, object's frame */
    int part, parts; /* in the list of the model */
    int point;       /* the first of its named points; those the user named come first: */
    int points, all_points;
    double reach;            /* how far parts and points are from the origin at most: for rays */
    int soft_point;          /* of a deformable object: the first of its points in tn_view.soft_place */
    uint64_t look;           /* hash of all this, with addresses of what is held: */
    struct lattice *lattice; /* counted; NULL for most */
    struct general *general; /* counted; of a curve or an affine body */
};

/* A shape that parts share, with its triangles once they were asked for. Counted: models share them. */
struct view_mesh {
    int references;
    uint64_t key;
    struct solid solid; /* its mesh is counted */
    struct view_triangles {
        bool made;
        int vertices, triangles;
        float *position, *normal;
        uint32_t *corner;
    } detail[SOLID_DETAILS];
    struct triangle_tree *tree; /* of a mesh, for rays; NULL: not needed yet */
};

/* The constant side of a surface: its vertices, repeated along edges that are sharp at rest. */
struct sheet {
    int skin; /* index among the view's skins; -1: of an object */
    int mesh_vertices, mesh_triangles;
    int *source; /* by vertex: the vertex of the surface's mesh */
};

struct view_model {
    int references;
    uint64_t topology; /* 0: the surfaces are not known yet */
    uint64_t look;     /* of constraints, forces and nails */
    ARRAY(struct view_object) objects;
    ARRAY(struct piece) parts;
    int slots, *object_of; /* by slot of an object: its index; -1: not there */
    int soft_points;
    double longest; /* curve, while the model is made (tube.h) */
    ARRAY(int) constraint_slot;
    ARRAY(int) force_slot;
    ARRAY(struct view_mesh *) meshes;
    int *mesh_slot, mesh_slots; /* a table by key: 1 + an index in `meshes`, 0: free */
    ARRAY(struct sheet) sheets;
    struct arena texts;
    /* the same as programs see it (tenon/view.h) */
    ARRAY(tn_view_object) seen;
    ARRAY(tn_view_part) seen_parts;
    ARRAY(tn_view_mesh) seen_meshes;
    ARRAY(tn_view_point) points;
    ARRAY(tn_view_nail) nails;
    ARRAY(tn_view_surface) surfaces;
    ARRAY(tn_view_constraint) constraints;
    ARRAY(tn_view_force) forces;
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

/* The path of a traced point. Counted: views that follow one another share it, and each knows how much of it is its own. */
struct trace_path {
    int references;
    ARRAY(vec3) points;
    ARRAY(double) times;
};
struct view_trace {
    struct trace_path *path;
    int count, kept;
    vec3 now; /* not finite where it is nowhere */
};

/* A surface as programs see it; made when it is asked for. */
struct deformed {
    bool made;
    vec3 origin;
    float *position, *normal, *strain, *volume, *line;
};

struct tn_view {
    double time;
    vec3 up;
    struct view_model *model;
    tn_view_pose *placement; /* one per object */
    struct surface *surface; /* one per object; without a mesh for rigid ones */
    vec3 *soft_place;        /* of named points of deformable objects */
    tn_view_joint *joints;   /* one per constraint of the model */
    tn_view_pull *pulls;     /* one per force of the model */
    ARRAY(tn_view_range) ranges;
    ARRAY(tn_view_touch) touches;
    ARRAY(tn_view_handle) handles;
    ARRAY(struct view_trace) traces;
    ARRAY(struct view_skin) skins;
    bool *covered;              /* by object: covered by a skin */
    struct deformed *deformed;  /* one per surface of the model */
    bool has_camera;            /* the scene has one, */
    struct scene_camera camera; /* which is here now */
};

/* Is an object drawn as a solid? Not under a skin, unless bones are shown. */
FOR_PICTURES bool view_is_drawn(const struct tn_view *v, int object, unsigned show);
/* The object with a slot, -1 if it is not in the view. */
int view_of_slot(const struct tn_view *v, int slot);
/* The number of the object with this id, -1 if it is not in the view. */
FOR_PICTURES int view_find(const struct tn_view *v, tn_object id);
/* A point of an object's frame, in the world. */
FOR_PICTURES vec3 view_point(const struct tn_view *v, int object, vec3 local);
/* A part in the world. */
FOR_PICTURES tn_view_pose view_part(const struct tn_view *v, int object, const struct piece *p);
/* Does an object take part in framing, and can it be drawn as a solid? Planes and variables do not. */
FOR_PICTURES bool view_is_solid(const struct view_object *a);
/* Is a glyph drawn for a constraint? It is on and has a point. */
static inline bool view_joint_shown(const tn_view_joint *j) { return j->on && (j->has_point[0] || j->has_point[1]); }
/* Where a named point is. */
vec3 view_named_place(const struct tn_view *v, int point);
/* The surface behind a sheet of the model. */
const struct surface *view_sheet_surface(const struct tn_view *v, int sheet);

/* ---- view_model.c: what objects look like ---- */

struct view_model *view_model_make(tn_world *w, const struct view_model *like);
bool view_model_fits(const struct view_model *c, tn_world *w);
void view_model_free(struct view_model *c); /* drops one reference */

/* ---- view_names.c: constraints, forces and nails of a model ---- */

void view_model_names(struct view_model *c, tn_world *w);
uint64_t view_names_look(tn_world *w, const struct view_model *c); /* hash of what view_model_names would make */

/* ---- view_sheets.c: surfaces that deform ---- */

/* Are the surfaces of the view those that its model knows? */
bool view_sheets_fit(const struct tn_view *v);
void view_sheets_make(struct tn_view *v); /* in its model, which is new; then its topology number is known */
const struct deformed *view_deformed(const struct tn_view *v, int sheet);
void view_free_deformed(struct tn_view *v);

/* ---- view_meshes.c: shapes that parts share ---- */

/* The index of the shape of a solid in a model; taken over from `like` (may be NULL) if that has it. */
int view_mesh_find(struct view_model *c, const struct solid *s, const struct view_model *like);
void view_meshes_free(struct view_model *c);
const struct view_triangles *view_mesh_triangles(struct view_mesh *m, int detail);

/* ---- view_joints.c: constraints and forces at this moment ---- */

void view_take_joints(tn_world *w, struct tn_view *v);
void view_take_pulls(tn_world *w, struct tn_view *v);

/* ---- view_traces.c ---- */

void view_take_traces(tn_world *w, struct tn_view *v, const struct tn_view *like);
void view_free_traces(struct tn_view *v);

/* ---- view_skins.c ---- */

void view_take_skins(tn_world *w, struct tn_view *v);
void view_free_skins(struct tn_view *v);

#endif
