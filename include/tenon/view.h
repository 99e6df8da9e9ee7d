/* view.h: views: the visible state of a world.
 *
 * A view is a copy of everything visible at one moment: shapes, poses, joints and forces. It is independent of the
 * world's next step, so that a run can continue while a frame is drawn. Taking one needs no graphics; libtenon-picture
 * (picture.h) draws them. Views that share data (`like`) belong to one thread at a time.
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
TN_API void tn_view_free(tn_view *v);
TN_API double tn_view_time(const tn_view *v);

/* The extent of a motion, for framing the camera and scaling force arrows. Start with zeros and add every view. */
typedef struct {
    bool any;
    tn_vec3 low, high; /* corners of a box around everything, m */
    double force;      /* mean over the views of the largest constraint force in each, N */
    int forceful;      /* number of views with constraint forces */
} tn_bounds;
TN_API void tn_bounds_add(tn_bounds *b, const tn_view *v);

/* What to show of a view, bits to be or-ed together: layers over the bodies, and how bodies are coloured. */
enum {
    TN_SHOW_GROUND = 1,      /* a floor with a grid (planes of the model are always drawn) */
    TN_SHOW_POINTS = 2,      /* the points that constraints hold, and those the user named */
    TN_SHOW_CONSTRAINTS = 4, /* a glyph per constraint; the gap of an unmet one is a dashed line */
    TN_SHOW_FORCES = 8,      /* constraint forces on the second partner, as arrows with their newtons */
    TN_SHOW_TRAILS = 16,     /* paths of the points given to tn_picture_trail */
    TN_SHOW_FRAMES = 32,     /* the axes of every object: x red, y green, z blue */
    TN_SHOW_NAMES = 64,      /* names of objects */
    TN_SHOW_TIME = 128,      /* the time in a corner */
    TN_SHOW_LIMITS = 256,    /* ranges of joints with limits, and where they are; another colour at a limit */
    TN_SHOW_STRAIN = 512,    /* flexible objects coloured by strain, */
    TN_SHOW_VOLUME = 1024,   /* or by change of volume: blue less, red more */
    TN_SHOW_TRACES = 2048,   /* paths of the points that the scene traces: trace P; */
    TN_SHOW_BONES = 4096     /* the solids under skins instead of the skins */
};

#ifdef __cplusplus
}
#endif
#endif
