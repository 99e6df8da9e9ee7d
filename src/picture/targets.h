/* targets.h: the framebuffers that the passes of a picture draw into. */
#ifndef PICTURE_TARGETS_H
#define PICTURE_TARGETS_H

#include "picture/gl.h"

struct targets {
    int width, height; /* of the picture as drawn, before downsampling */
    int out_width, out_height;
    int samples, shade_size;
    unsigned picture, picture_color, picture_depth; /* bodies, many samples per pixel */
    unsigned bodies, bodies_color, bodies_depth;    /* the same, averaged */
    unsigned empty, empty_color, empty_depth;       /* floors and background without bodies, kept while they stay */
    unsigned plain, plain_color, plain_depth;       /* all together */
    unsigned out, out_color;                        /* downsampled */
    unsigned shade, shade_map;                      /* seen from the sun */
    unsigned shade_compare, shade_plain;            /* samplers */
    unsigned surface, surface_map, surface_depth;   /* half size */
    unsigned occlusion[2], occlusion_map[2];
};

struct target_sizes {
    int width, height, shrink; /* of the final picture; it is drawn `shrink` times larger */
    int samples;
    int shade; /* texels per side of the shadow map; 0: no shadows, no occlusion */
};

/* Makes the framebuffers for these sizes unless they exist (*anew: they did not). False if the driver cannot. */
bool targets_fit(struct gl *g, struct targets *t, const struct target_sizes *s, bool *anew);
void targets_drop(struct gl *g, struct targets *t);

#endif
