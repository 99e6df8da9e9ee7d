/* image.h: gray images, and their edges as a smooth field. */
#ifndef OBJECT_IMAGE_H
#define OBJECT_IMAGE_H

struct image {
    int width, height;
    double *gray; /* rows from the top, 0 … 1 */
};

enum { IMAGE_LEAST_SIDE = 4, IMAGE_MOST_SIDE = 8192 };

/* From 8-bit gray values, rows from the top. */
struct image *image_new(int width, int height, const unsigned char *gray);
void image_free(struct image *m);

/* How strong the edges are: |∇(gray blurred by a Gauss function of width `blur` pixels)|, the strongest 1. The result
 * replaces the image. */
void image_edges(struct image *m, double blur);

/* The field between its pixels, by uniform cubic B-splines: twice differentiable, zero outside. x to the right and y
 * downwards in pixels, (0, 0) the middle of the first. */
double image_at(const struct image *m, double x, double y, double gradient[2]);

#endif
