/* triangle_batch.h: instanced drawing: triangle nets on the GPU, and the solids of a view sorted by net. */
#ifndef PICTURE_TRIANGLE_BATCH_H
#define PICTURE_TRIANGLE_BATCH_H

#include "picture/gl.h"
#include "picture/render.h"

struct gpu_net {
    unsigned array, vertices, corners;
    int count; /* corners */
};

struct gpu_mesh {
    struct mesh *mesh; /* counted */
    struct gpu_net net;
    bool used; /* in this picture */
};

struct run_of { /* solids that share a net */
    const struct gpu_net *net;
    int first, count;
};

struct batch {
    struct gpu_net nets[SOLID_KINDS][SOLID_DETAILS]; /* made when first needed */
    ARRAY(struct gpu_mesh) meshes;
    unsigned instances; /* buffer */
    ARRAY(struct run_of) runs;
};

void batch_open(struct gl *g, struct batch *b);
void batch_close(struct gl *g, struct batch *b);
/* Sorts and uploads the solids of a shot. */
void batch_fill(struct gl *g, struct batch *b, const struct shot *s);
/* Draws them with the program in use. */
void batch_draw(struct gl *g, const struct batch *b);

#endif
