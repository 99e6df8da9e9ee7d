/* view.h: views: the visible state of a world, as data.
 *
 * A view is a copy of everything visible at one moment: shapes, poses, joints and forces. It is independent of the
 * world's next step, so that a run can continue while a frame is drawn or sent. Taking one needs no graphics;
 * libtenon-picture (picture.h) draws them, and any other program can from the arrays below. pick.h finds what lies
 * under the mouse. Views that share data (`like`) belong to one thread at a time.
 *
 *   tn_view *v = tn_view_take(w, last);                 one per frame
 *   if (tn_view_topology(v) != known)                   fetch the constant data again: objects, parts, meshes, …
 *   const tn_view_pose *p = tn_view_poses(v, &n);       every frame: one pose per object
 *
 * All functions take NULL: counts are then 0 and arrays NULL. Arrays and texts belong to the view and are valid until
 * it is freed. Indices (part, mesh, surface, object, …) count from 0 in the arrays of the same view; -1 is none.
 */
#ifndef TENON_VIEW_H
#define TENON_VIEW_H

#include "tenon/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tn_view tn_view;

/* A view of the world as it is now. `like` (may be NULL) is an earlier view of the same world: what has not changed
 * since is shared, so that one view per frame costs little. NULL only if w is NULL. Free it with tn_view_free. */
TN_API tn_view *tn_view_take(tn_world *w, const tn_view *like);
/* Frees a view. NULL is allowed. */
TN_API void tn_view_free(tn_view *v);
/* The time of the world when the view was taken, s. 0 for NULL. */
TN_API double tn_view_time(const tn_view *v);
/* The world's up direction, unit: z or y. Zero for NULL. */
TN_API tn_vec3 tn_view_up(const tn_view *v);

/* The camera of the scene at that moment (camera from … to … follow … fov …): eye, the point in the middle of the picture, m,
 * and the vertical field of view, rad (fov may be NULL), 0 if the scene does not say. False if the scene has none. */
TN_API bool tn_view_camera(const tn_view *v, tn_vec3 *from, tn_vec3 *to, double *fov);

/* The extent of a motion, for framing the camera and scaling force arrows. Start with zeros and add every view. */
typedef struct {
    bool any;
    tn_vec3 low, high; /* corners of a box around everything, m */
    double force;      /* mean over the views of the largest force of a constraint or contact in each, N */
    int forceful;      /* number of views with such forces */
    bool any_met;      /* the same box for the views in which parts that belong together meet, if there are any: */
    tn_vec3 met_low, met_high;
    tn_vec3 start_low, start_high; /* the box of the first view, or what the caller puts there */
    bool any_home, left_home;      /* the box of what stays near it, for a motion that something flies out of */
    tn_vec3 home_low, home_high;
} tn_bounds;
/* Extends the bounds by a view. */
TN_API void tn_bounds_add(tn_bounds *b, const tn_view *v);

/* ---- constant data ----
 *
 * Everything in this section is the same in two views with the same topology number: objects and their names, colours,
 * parts, meshes and points, constraints, forces, nails, and the triangles of surfaces. Motion does not change it.
 * Adding, removing, renaming and recolouring do, and so do events, undo and redo that have such an effect. */

/* A number made from the constant data: equal data give equal numbers, in every view, world and run. 0 for NULL. */
TN_API uint64_t tn_view_topology(const tn_view *v);

typedef enum {
    TN_VIEW_SOLID,    /* rigid, made of parts */
    TN_VIEW_PARTICLE, /* a point: draw a small ball */
    TN_VIEW_BODY,     /* rigid, without a shape: its part is a box with the same inertia */
    TN_VIEW_PLANE,    /* infinite, through its position, normal z of its frame */
    TN_VIEW_VARIABLE, /* a number; nothing to draw; its pose has the value as x */
    TN_VIEW_BLOCK,    /* flexible: its surface deforms */
    TN_VIEW_CURVE,    /* a tube along a curve: a surface, and a line along its middle */
    TN_VIEW_JELLO     /* an affine body or sheet: its surface deforms */
} tn_view_kind;

/* Objects that exist now, in order of creation. */
typedef struct {
    tn_object id;
    const char *name; /* "" if it has none */
    tn_view_kind kind;
    bool fixed;        /* cannot be moved by forces: fixed, on a path, or a plane */
    bool covered;      /* under a skin: draw the skin instead */
    tn_vec3 color;     /* sRGB, 0 … 1 */
    tn_vec3 center;    /* centre of mass in the object's frame, m */
    int part, parts;   /* the first of its parts, and how many */
    int point, points; /* the first of its named points, and how many */
    int surface;       /* of a block, a curve or a jello body; -1: rigid */
} tn_view_object;
/* The objects; *count is how many. */
TN_API const tn_view_object *tn_view_objects(const tn_view *v, int *count);
/* The index of an object in this view; -1 if it is not in it. */
TN_API int tn_view_find(const tn_view *v, tn_object id);

/* A solid of a rigid object: a mesh, placed in the object's frame. */
typedef struct {
    int object, mesh;
    tn_vec3 offset; /* m */
    tn_quat turned;
} tn_view_part;
/* The parts of all objects; *count is how many. */
TN_API const tn_view_part *tn_view_parts(const tn_view *v, int *count);

/* The shape of parts; equal shapes share one. Its triangles are made when they are first asked for. */
typedef struct {
    uint64_t key;      /* equal for equal shapes, in every view, world and run */
    const char *shape; /* "sphere", "box", "cylinder", "capsule", "torus", "link", "cone", "ellipsoid", "mesh" */
    tn_vec3 size;      /* sphere: radius; box: sides; cylinder, capsule: radius, length of the straight part;
                          torus: R, r; link: length, width, radius; cone: r, h; ellipsoid: a, b, c; mesh: 0 */
    tn_vec3 low, high; /* corners of a box around it, m */
} tn_view_mesh;
/* The meshes of all parts; *count is how many. */
TN_API const tn_view_mesh *tn_view_meshes(const tn_view *v, int *count);

/* Triangles: three floats per vertex, three vertex indices per triangle, counterclockwise seen from outside. Normals
 * are unit and point outwards. Vertices are repeated along sharp edges; those at one place have equal coordinates. */
typedef struct {
    int vertices, triangles;
    const float *position, *normal; /* 3 per vertex; positions in m */
    const uint32_t *corner;         /* 3 per triangle */
} tn_triangles;
enum { TN_DETAILS = 4 };
/* The triangles of a mesh, in its own frame, at a level of detail from 0 (coarse: for a few pixels) to TN_DETAILS − 1.
 * Edges of boxes and cylinders are slightly rounded. TN_WRONG_USE if there is no such mesh or detail. */
TN_API tn_status tn_view_triangles(const tn_view *v, int mesh, int detail, tn_triangles *out);

/* Named points of objects: center, origin, those of the shapes (end1, corner3), and those the user named. Nodes of
 * blocks are not among them: tn_view_nodes. */
typedef struct {
    int object;
    const char *name;
    tn_vec3 local; /* object's frame, at rest, m */
    bool user;     /* named by the user */
} tn_view_point;
/* The named points of all objects; *count is how many. */
TN_API const tn_view_point *tn_view_points(const tn_view *v, int *count);

/* Places that the scene names: nail NAME x y z. */
typedef struct {
    const char *name;
    tn_vec3 at; /* m */
} tn_view_nail;
/* The nails; *count is how many. */
TN_API const tn_view_nail *tn_view_nails(const tn_view *v, int *count);

/* A surface that deforms: of a block, a curve, a jello body, or a skin over solids. Its vertices are below. */
typedef struct {
    int object;       /* -1: a skin */
    const char *name; /* of the object or the skin; "" if it has none */
    tn_vec3 color;    /* sRGB, 0 … 1 */
    int vertices, triangles;
    const uint32_t *corner; /* 3 per triangle */
    const float *paint;     /* sRGB, 3 per vertex: colours of its own; NULL: `color` */
} tn_view_surface;
/* The surfaces; *count is how many. */
TN_API const tn_view_surface *tn_view_surfaces(const tn_view *v, int *count);

/* Classes of constraint glyphs; the kind says more. */
typedef enum {
    TN_GLYPH_POINT, /* the two points meet: connect, weld, universal, follow */
    TN_GLYPH_AXIS,  /* they meet, and there is an axis: revolute */
    TN_GLYPH_ROD,   /* a massless rod between them: distance */
    TN_GLYPH_LINE,  /* a point moves along the axis: slider, on-line */
    TN_GLYPH_OTHER
} tn_glyph;
/* Constraints that exist now, in order of creation, without those of handles. */
typedef struct {
    tn_constraint id;
    const char *name; /* or kind@line */
    const char *kind; /* "connect", "revolute", … */
    tn_glyph glyph;
    int object[2]; /* the partners; -1: the world, or no second one */
    bool motor;    /* it has a motor */
    bool limited;  /* it holds within limits: a rope or a bumper */
} tn_view_constraint;
/* The constraints; *count is how many. */
TN_API const tn_view_constraint *tn_view_constraints(const tn_view *v, int *count);

/* Forces that exist now, in order of creation, without those of handles. */
typedef struct {
    tn_force id;
    const char *name; /* "" if it has none */
    const char *kind; /* "spring", "torsion", "gravity", … */
    int object[2];    /* what it acts on; -1: the world, or everything */
} tn_view_force;
/* The forces; *count is how many. */
TN_API const tn_view_force *tn_view_forces(const tn_view *v, int *count);

/* ---- data of this moment ---- */

typedef struct {
    tn_vec3 position;    /* of the frame's origin, m */
    tn_quat orientation; /* body to world, unit */
} tn_view_pose;
/* One per object. A number may be infinite or not a number where a simulation has diverged. */
TN_API const tn_view_pose *tn_view_poses(const tn_view *v, int *count);
enum { TN_PACKED_POSE = 20 };
/* The same for a network: TN_PACKED_POSE bytes per object, little-endian: x, y, z minus `origin` as 32-bit floats, then
 * w, x, y, z of the orientation as 16-bit integers, times 32767. Returns the number of bytes; nothing is written if
 * `room` is less, or if `bytes` is NULL. */
TN_API size_t tn_view_pack(const tn_view *v, tn_vec3 origin, void *bytes, size_t room);

/* Where a surface is now; `index` as in tn_view_surfaces. Computed at the first request. Positions are relative to
 * `origin`, so that floats are precise far from the world's origin. TN_WRONG_USE if there is no such surface. */
typedef struct {
    tn_vec3 origin;                 /* m */
    const float *position, *normal; /* 3 per vertex */
    const float *strain, *volume;   /* per vertex, of a block: ½|G − 1|, and the relative change of volume; NULL */
    int line_count;                 /* of a curve: points along its middle, */
    const float *line;              /* 3 per point; NULL for others */
    double radius;                  /* of the tube around them, m */
} tn_view_shape;
/* The vertices of a surface at this moment. */
TN_API tn_status tn_view_deformed(const tn_view *v, int index, tn_view_shape *out);

/* The nodes of a block, i fastest, then j, then k, in world coordinates. Returns how many; 0 for other objects.
 * `nodes` (may be NULL) is set to the array. */
TN_API int tn_view_nodes(const tn_view *v, int object, const tn_vec3 **nodes);
/* The places of the named points, in the order of tn_view_points, in world coordinates. Writes at most `room`; returns
 * how many points there are. */
TN_API int tn_view_places(const tn_view *v, tn_vec3 *places, int room);

/* One per constraint, in the order of tn_view_constraints. */
typedef struct {
    bool on;           /* switched on, and within its interval of time */
    bool has_point[2]; /* of each partner; kinds without points have none */
    bool anchored[2];  /* that partner is the world, or an object that cannot move: a nail */
    bool moved[2];     /* it is the world, and the point moves: a path */
    bool has_axis;
    bool at_limit;    /* held by one of its limits */
    tn_vec3 point[2]; /* where they are, m; their difference is the gap of kinds whose points meet */
    tn_vec3 axis;     /* unit, world axes */
    tn_vec3 at;       /* where the glyph belongs: a point, otherwise the centre of a partner */
    tn_vec3 force;    /* on the second partner, N */
    tn_vec3 torque;   /* on the second partner, about its point, N m */
    double deviation; /* |C| */
    double motor;     /* of a motor: the wanted speed or value, NaN if it is a formula, */
    double effort;    /* and its force or torque, N or N m */
} tn_view_joint;
/* The states of the constraints; *count is how many. */
TN_API const tn_view_joint *tn_view_joints(const tn_view *v, int *count);

/* The ranges of joints with limits that are on: an angle about `axis`, or a travel along it. */
typedef struct {
    int constraint; /* index */
    bool turns;     /* an angle, rad; otherwise a travel, m */
    bool has_least, has_most;
    bool at_least, at_most; /* held there */
    double least, most, now;
    tn_vec3 point;      /* of the joint, on the first partner */
    tn_vec3 axis, zero; /* unit, perpendicular; `zero` of an angle only: the direction of angle 0 */
    double reach;       /* radius of gyration of the second partner about the joint, m; 0: it is the world */
} tn_view_range;
/* The ranges; *count is how many. */
TN_API const tn_view_range *tn_view_ranges(const tn_view *v, int *count);

/* One per force, in the order of tn_view_forces. */
typedef struct {
    bool on;           /* switched on, and within its interval of time */
    bool has_point[2]; /* where it acts */
    tn_vec3 point[2];  /* m */
    tn_vec3 at;        /* where a glyph belongs: a point, otherwise the centre of an object; zero for gravity */
    tn_vec3 vector;    /* push: N; turn: N m; gravity: m/s²; spring: the force on the second point, N */
    double length;     /* of a spring, m */
    double rest;       /* its length without force, m */
    double stiffness;  /* N/m, */
    double damping;    /* and N s/m, of a spring */
} tn_view_pull;
/* The states of the forces; *count is how many. */
TN_API const tn_view_pull *tn_view_pulls(const tn_view *v, int *count);

/* Where two objects press on each other by contact: one for each pair of pieces that touch. */
typedef struct {
    int a, b;      /* objects, by index; b can move, unless neither can */
    int points;    /* with a force */
    tn_vec3 at;    /* their mean by force, m */
    tn_vec3 force; /* of a on b, N */
} tn_view_touch;
/* The contacts of the last step; *count is how many. */
TN_API const tn_view_touch *tn_view_touches(const tn_view *v, int *count);

/* What is grabbed: the point, the target that pulls it, and where the target was dragged to. */
typedef struct {
    tn_object object;
    tn_vec3 point, target, goal; /* m */
    bool hard;
} tn_view_handle;
/* The active handles; *count is how many. */
TN_API const tn_view_handle *tn_view_handles(const tn_view *v, int *count);

/* The path of a point that the scene traces (trace P;), as far as views were taken of it, each `like` the one before.
 * It grows at its end; when the world goes back in time it is cut. A program that has the path of the earlier view
 * keeps `kept` points of it and fetches the rest. */
typedef struct {
    int count;             /* of points */
    int kept;              /* leading points that are those of the view it was taken like */
    const tn_vec3 *points; /* m */
    const double *times;   /* s, rising */
} tn_view_trace;
/* The number of traces. */
TN_API int tn_view_trace_count(const tn_view *v);
/* The i-th, in the order of the trace statements. TN_WRONG_USE if there is none. */
TN_API tn_status tn_view_trace_get(const tn_view *v, int i, tn_view_trace *out);

/* ---- what pictures show ---- */

/* What to show of a view, bits to be or-ed together: layers over the bodies, and how bodies are coloured. */
enum {
    TN_SHOW_GROUND = 1,      /* a floor with a grid (planes of the model are always drawn) */
    TN_SHOW_POINTS = 2,      /* the points that constraints hold, and those the user named */
    TN_SHOW_CONSTRAINTS = 4, /* a glyph per constraint; the gap of an unmet one is a dashed line */
    TN_SHOW_FORCES =
        8, /* constraint forces on the second partner, and those of contacts, as arrows with their newtons */
    TN_SHOW_TRAILS = 16,     /* paths of the points given to tn_picture_trail */
    TN_SHOW_FRAMES = 32,     /* the axes of every object: x red, y green, z blue */
    TN_SHOW_NAMES = 64,      /* names of objects */
    TN_SHOW_TIME = 128,      /* the time in a corner */
    TN_SHOW_LIMITS = 256,    /* ranges of joints with limits, and where they are; another colour at a limit */
    TN_SHOW_STRAIN = 512,    /* flexible objects coloured by strain, */
    TN_SHOW_VOLUME = 1024,   /* or by change of volume: blue less, red more */
    TN_SHOW_TRACES = 2048,   /* paths of the points that the scene traces: trace P; */
    TN_SHOW_BONES = 4096,    /* the solids under skins instead of the skins */
    TN_SHOW_FITTINGS = 8192, /* pins, nails, massless rods, springs, dampers, motors, small; ranges of joints */
    TN_SHOW_TENSION = 16384  /* rods, ropes and springs coloured by their force: red pulls, blue pushes */
};

#ifdef __cplusplus
}
#endif
#endif
