/* image.h: pictures from PNG files, and their edges as a smooth field. */
#ifndef OBJECT_IMAGE_H
#define OBJECT_IMAGE_H

struct image {
    int width, height;
    double *gray; /* rows from the top, 0 … 1 */
};

/* NULL with *message if it is no PNG file or cannot be read. */
struct image *image_read(const char *path, char **message);
void image_free(struct image *m);

/* How strong the edges are: |∇(gray blurred by a Gauss function of width `blur` pixels)|, the strongest 1. The result takes
 * the picture's place. */
void image_edges(struct image *m, double blur);

/* The field between its pixels, by uniform cubic B-splines: twice differentiable, zero outside. x to the right and y
 * downwards in pixels, (0, 0) the middle of the first. */
double image_at(const struct image *m, double x, double y, double gradient[2]);

#endif
