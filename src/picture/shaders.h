/* shaders.h: the sources of the GPU programs.
 *
 * Coordinates are the world's, shifted so that the middle of the picture is the
 * origin (floats stay precise far from the world's origin). Light is linear; the
 * last step applies tone mapping and encodes sRGB.
 */
#ifndef PICTURE_SHADERS_H
#define PICTURE_SHADERS_H

extern const char shader_solid_vertex[];          /* a solid's net with its sizes and pose (solid.h) */
extern const char shader_ground_vertex[];         /* a square of the floor or of a plane */
extern const char shader_screen_vertex[];         /* squares of the screen */
extern const char shader_light[];                 /* shared: shadows, occlusion, material, tone */
extern const char shader_solid_fragment[];        /* a body */
extern const char shader_floor_fragment[];        /* a floor without anything on it */
extern const char shader_shadow_fragment[];       /* shadows and occlusion on it */
extern const char shader_join_fragment[];         /* bodies over floors */
extern const char shader_join_samples_fragment[]; /* the same, averaged over many samples per pixel */
extern const char shader_depth_fragment[];        /* shadow map: nothing but depth */
extern const char shader_surface_fragment[];      /* for occlusion: normal and distance */
extern const char shader_occlusion_fragment[];
extern const char shader_blur_fragment[];
extern const char shader_head[]; /* #version */

#endif
