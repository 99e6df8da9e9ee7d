/* fuzz_mesh.c: any bytes as an OBJ and as an STL file: a closed solid with a finite, positive mass, or one message. */
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "object/mesh.h"

static void look(const char *name, const char *text, size_t size)
{
    char *message = NULL;
    struct mesh *m = mesh_parse(name, text, size, 1, &message);
    PROMISE((m == NULL) == (message != NULL), "%s", "a mesh, or a message, but not both or none");
    if (m != NULL) {
        struct mass_properties p = mesh_mass(m);
        PROMISE(isfinite(p.mass) && p.mass > 0, "%s", "the mass is not finite and positive");
        PROMISE(isfinite(p.center.x + p.center.y + p.center.z), "%s", "the centre is not finite");
        for (int i = 0; i < m->triangle_count; i++)
            for (int k = 0; k < 3; k++)
                PROMISE(m->triangle[i][k] >= 0 && m->triangle[i][k] < m->vertex_count, "%s", "no such vertex");
    }
    mesh_free(m);
    mem_free(message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* a copy of the exact length, so that a read past the end is detected */
    char *text = malloc(size > 0 ? size : 1);
    if (size > 0)
        memcpy(text, data, size);
    look("a.obj", text, size);
    look("a.stl", text, size);
    free(text);
    return 0;
}
