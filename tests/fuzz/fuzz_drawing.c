/* fuzz_drawing.c: any bytes as an SVG file: shapes with finite moments and matching triangles, or one message. */
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "object/drawing.h"

static void look(const struct drawing *d, int shape)
{
    struct moments m = drawing_moments(d, shape);
    struct drawing_mesh mesh = {0};
    drawing_triangulate(d, shape, 0.01 * (1 + sqrt(fabs(m.area))), &mesh);
    for (int i = 0; i < mesh.triangles.count; i++)
        for (int k = 0; k < 3; k++)
            PROMISE(mesh.triangles.at[i].at[k] >= 0 && mesh.triangles.at[i].at[k] < mesh.points.count, "%s",
                    "no such point");
    ARRAY_FREE(&mesh.points);
    ARRAY_FREE(&mesh.triangles);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* a copy of the exact length, so that a read past the end is detected */
    char *text = malloc(size > 0 ? size : 1), *message = NULL;
    if (size > 0)
        memcpy(text, data, size);
    struct drawing *d = drawing_read("a.svg", text, size, 0.01, &message);
    PROMISE((d == NULL) == (message != NULL), "%s", "a drawing, or a message, but not both or none");
    for (int i = 0; d != NULL && i < d->shapes.count && i < 20; i++)
        look(d, i);
    drawing_free(d);
    mem_free(message);
    free(text);
    return 0;
}
