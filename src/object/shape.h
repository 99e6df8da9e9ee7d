/* shape.h: the shapes that rigid bodies are made of: their mass, centre, inertia and named points.
 *
 * Mass properties are exact for the ideal solid (a chain link is two half tori and
 * two cylinders; a capsule a cylinder and two half balls; a mesh the polyhedron
 * itself). One file per shape, each with a class table, listed in shape_list.h.
 */
#ifndef OBJECT_SHAPE_H
#define OBJECT_SHAPE_H

#include <stdatomic.h>

#include "base/diagnostics.h"
#include "base/kind.h"
#include "base/memory.h"
#include "math/vec3.h"

struct mass_properties {
    double mass;  /* kg */
    vec3 center;  /* centre of mass in the object's axes */
    sym3 inertia; /* about the centre of mass, in the object's axes */
};

/* A closed triangle mesh: vertices in the file's coordinates times scale. Shared, reference counted. */
struct mesh {
    int vertex_count, triangle_count;
    atomic_int references;
    vec3 *vertex;
    int (*triangle)[3];
    struct mesh_tree *tree; /* mesh_tree.h; NULL for few triangles */
};
/* Reads an OBJ file (v and f lines; polygons are split into triangles; negative indices; groups, normals and texture
 * ignored). NULL with *message set (caller frees) if the file cannot be read, is not OBJ, or is not a closed,
 * outward-facing surface: the message names the file and line, or the edge that is open, or says that it is inside out. */
struct mesh *mesh_read(const char *path, double scale, char **message);
/* The same of triangles that a program has, vertices numbered from 0. */
struct mesh *mesh_make(const double (*vertex)[3], int vertices, const int (*triangle)[3], int triangles,
                       char **message);
struct mesh *mesh_parse(const char *name, const char *text, size_t length, double scale, char **message);
FOR_PICTURES void mesh_free(struct mesh *m); /* drops one reference */

enum { SHAPE_SIZES = 3 };

/* A size of a shape as a parameter. */
#define SHAPE_SIZE(name, what)                                                                                         \
    {                                                                                                                  \
        .word = name, .symbol = name, .unit = "m", .fewest = 1, .most = 1, .range = TN_POSITIVE, .argument = true,     \
        .required = true, .help = what                                                                                 \
    }

struct shape_class;
struct shape {
    const struct shape_class *class;
    double size[SHAPE_SIZES]; /* in the order of the statement, e.g. rod length radius */
    struct mesh *mesh;        /* mesh only */
    vec3 offset;              /* of the shape's centre in the object's frame */
    quat turned;              /* of the shape in the object's frame */
    double density;           /* kg/m³, this shape's own inside a compound */
};

struct shape_class {
    tn_kind kind; /* the first parameters are its sizes, */
    int sizes;    /* so many */
    /* NULL if the sizes make a solid; otherwise what is wrong ("a torus needs R > r"). Positive, finite sizes are
     * checked before this is called. May be NULL. */
    const char *(*check)(const double *size);
    /* Mass properties for density 1, in the shape's own axes. */
    struct mass_properties (*mass)(const struct shape *s);
    /* Named points in the shape's own axes: the i-th name and place, false when i is past the last. `center` is not
     * among them (it is the centre of mass). May be NULL. */
    bool (*point)(const struct shape *s, int i, const char **name, vec3 *at);
    /* Half the extent of a box around the shape in its own axes, for framing and contact. */
    vec3 (*extent)(const struct shape *s);
};

const struct shape_class *shape_find(const char *name); /* NULL if unknown */
int shape_class_count(void);
const struct shape_class *shape_class_at(int i);

/* Mass properties of a set of shapes in the object's frame, each with its own density. */
struct mass_properties shapes_mass(const struct shape *shapes, int count);
/* A named point of the object (first shape that has it), in the object's frame; false if none has it. */
bool shapes_point(const struct shape *shapes, int count, const char *name, vec3 *at);
/* The same as text for lists of near names. */
void shapes_offer_points(const struct shape *shapes, int count, const char *word, const char **best);

#endif
