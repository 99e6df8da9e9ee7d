/* gltf_parts.h: declarations shared by the files of the glTF writer. */
#ifndef PICTURE_GLTF_PARTS_H
#define PICTURE_GLTF_PARTS_H

#include "picture/text.h"
#include "view/view.h"

struct gltf_writer {
    struct text json, numbers, accessors, views, meshes, materials, nodes, samplers, channels, skins;
    int accessor_count, view_count, mesh_count, node_count, sampler_count, channel_count, skin_count;
};

enum {
    GLTF_VERTICES = 34962,
    GLTF_CORNERS = 34963,
    GLTF_FLOAT = 5126,
    GLTF_UINT = 5125,
    GLTF_USHORT = 5123,
};

void gltf_comma(struct text *t);
/* Adds numbers with an accessor; `range` is a piece of JSON with min and max, or "". */
int gltf_numbers(struct gltf_writer *w, const void *data, size_t size, int target, int type, const char *kind,
                 int count, const char *range);
void gltf_material(struct gltf_writer *w, vec3 color); /* for the mesh that is added next */

/* A channel of the animation: animates the property `path` of a node. */
void gltf_channel(struct gltf_writer *w, int whose, const char *path, int times, int values, const char *how);

/* ---- gltf_affine.c: affine bodies ---- */

struct gltf_affine_frame {
    bool there;
    vec3 place; /* x = place + shape X */
    mat3 shape;
};
struct gltf_affine {
    tn_object id;
    char *name;
    struct mesh *mesh; /* at rest; counted */
    vec3 center;       /* of mass, in the mesh's coordinates */
    vec3 *color;       /* by vertex, sRGB */
    ARRAY(struct gltf_affine_frame) frames;
};
struct gltf_affines {
    ARRAY(struct gltf_affine) at;
};
/* Takes the affine bodies of a view that comes after so many frames. */
void gltf_affines_take(struct gltf_affines *list, const struct tn_view *v, int frames);
void gltf_affines_free(struct gltf_affines *list);
/* Writes one and returns the number of its node. */
int gltf_affine_write(struct gltf_writer *w, const struct gltf_affine *a);
void gltf_affine_animate(struct gltf_writer *w, const struct gltf_affine *a, int whose, int times);

/* ---- gltf_skin.c: skins over chains ---- */

/* A skin as it was in the first view that had it; from then on it follows its solids. */
struct gltf_skin {
    char *name;
    vec3 color;
    struct mesh *mesh; /* counted */
    vec3 *normal;
    struct skin_weight *weights;
    int bodies, *track;  /* of the solids */
    tn_view_pose *bound; /* where they were */
};
struct gltf_skin gltf_skin_take(const struct tn_view *v, const struct view_skin *h, const int *track_of_object);
void gltf_skin_free(struct gltf_skin *h);
/* Writes it and returns the number of its node; `number` has the nodes of the tracks. */
int gltf_skin_write(struct gltf_writer *w, const struct gltf_skin *h, const int *number);

#endif
