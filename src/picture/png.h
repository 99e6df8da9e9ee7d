/* png.h: an image as a PNG file: 8 bits, not interlaced, RGB or RGBA. */
#ifndef PICTURE_PNG_H
#define PICTURE_PNG_H

#include <stdbool.h>

/* `pixels` are R G B A, rows from the top; without `alpha` the fourth byte is left out. NULL, or what is wrong. */
char *png_save(const char *path, const unsigned char *pixels, int width, int height, bool alpha);

#endif
