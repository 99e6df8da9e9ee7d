/* png.c: PNG files through libpng. They are encoded in memory first and written in one go. */
#include "base/memory.h"
#include "picture/outfile.h"
#include "picture/png.h"
#include "tenon/picture.h"

#ifdef TENON_PNG

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

struct bytes {
    ARRAY(unsigned char) data;
};

static void take_bytes(png_structp png, png_bytep data, size_t size)
{
    struct bytes *b = png_get_io_ptr(png);
    int need = b->data.count + (int)size;
    ARRAY_RESERVE(&b->data, need);
    memcpy(b->data.at + b->data.count, data, size);
    b->data.count = need;
}

static void nothing_to_flush(png_structp png) { (void)png; }
static void stay_silent(png_structp png, png_const_charp text) { (void)png, (void)text; }
static void give_up(png_structp png, png_const_charp text)
{
    (void)text;
    png_longjmp(png, 1);
}
static void *take_memory(png_structp png, png_alloc_size_t size)
{
    (void)png;
    return mem_new(size);
}
static void give_memory(png_structp png, void *p)
{
    (void)png;
    mem_free(p);
}

static bool encode(png_structp png, png_infop info, const unsigned char *pixels, int width, int height, bool alpha)
{
    if (setjmp(png_jmpbuf(png)) != 0)
        return false;
    png_set_IHDR(png, info, (unsigned)width, (unsigned)height, 8, alpha ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    /* Level 4 takes half the time of the default for a few per cent more bytes. */
    png_set_compression_level(png, 4);
    png_set_filter(png, 0, PNG_FILTER_SUB | PNG_FILTER_UP);
    png_write_info(png, info);
    if (!alpha)
        png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (int y = 0; y < height; y++)
        png_write_row(png, pixels + 4 * (size_t)width * (size_t)y);
    png_write_end(png, info);
    return true;
}

char *png_save(const char *path, const unsigned char *pixels, int width, int height, bool alpha)
{
    struct bytes b = {0};
    png_structp png =
        png_create_write_struct_2(PNG_LIBPNG_VER_STRING, NULL, give_up, stay_silent, NULL, take_memory, give_memory);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    bool ok = info != NULL;
    if (ok) {
        png_set_write_fn(png, &b, take_bytes, nothing_to_flush);
        ok = encode(png, info, pixels, width, height, alpha);
    }
    png_destroy_write_struct(&png, &info);
    char *message =
        ok ? outfile_save(path, b.data.at, (size_t)b.data.count) : mem_print("libpng could not encode %.500s", path);
    ARRAY_FREE(&b.data);
    return message;
}

enum { MOST_SIDE = 8192 };

/* libpng's simplified interface: any PNG becomes 8 bits of gray, on black where it is transparent. NULL or a message. */
static char *decode(FILE *file, const char *path, png_image *png, unsigned char **gray)
{
    const png_color black = {0, 0, 0};
    char *message = NULL;
    if (!png_image_begin_read_from_stdio(png, file))
        return mem_print("%s is not a readable PNG file: %s", path, png->message);
    png->format = PNG_FORMAT_GRAY;
    if (png->width > MOST_SIDE || png->height > MOST_SIDE) {
        message = mem_print("%s has %u by %u pixels; at most %d each way can be read", path, (unsigned)png->width,
                            (unsigned)png->height, MOST_SIDE);
    } else {
        *gray = MEM_ARRAY(unsigned char, PNG_IMAGE_SIZE(*png));
        if (!png_image_finish_read(png, &black, *gray, 0, NULL))
            message = mem_print("%s is damaged: %s", path, png->message);
    }
    png_image_free(png);
    return message;
}

static char *read_gray(const char *path, png_image *png, unsigned char **gray)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return mem_print("%s: %s", path, strerror(errno));
    char *message = decode(file, path, png, gray);
    fclose(file);
    return message;
}

bool tn_read_png(const char *path, int *width, int *height, unsigned char **gray, char **message)
{
    png_image png = {.version = PNG_IMAGE_VERSION};
    unsigned char *values = NULL;
    char *wrong = path == NULL || width == NULL || height == NULL || gray == NULL
                      ? mem_text("a path, or a place for what is read, is NULL")
                      : read_gray(path, &png, &values);
    if (wrong != NULL) {
        mem_free(values);
        outfile_fail(message, wrong, TN_NO_FILE);
        return false;
    }
    *width = (int)png.width;
    *height = (int)png.height;
    *gray = values;
    return true;
}

#else

bool tn_read_png(const char *path, int *width, int *height, unsigned char **gray, char **message)
{
    (void)width, (void)height, (void)gray;
    outfile_fail(message, mem_print("%s cannot be read: this Tenon was built without libpng", path), TN_NO_FILE);
    return false;
}

char *png_save(const char *path, const unsigned char *pixels, int width, int height, bool alpha)
{
    (void)pixels, (void)width, (void)height, (void)alpha;
    return mem_print("cannot write %.500s: this Tenon was built without libpng", path);
}

#endif
