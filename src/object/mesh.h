/* mesh.h: the stages from an OBJ or STL file to a mesh: text to polygons, polygons checked, polygons to triangles, mass.
 *
 * The checks work on polygons as the file has them, not on the triangles they are split into: a diagonal of a
 * split may run along another face's edge without anything being wrong.
 */
#ifndef OBJECT_MESH_H
#define OBJECT_MESH_H

#include "object/shape.h"

/* A surface as the file gives it: face i has the vertices corner[face[i].first] … corner[face[i + 1].first - 1]; one
 * more entry ends the list of faces. Coordinates are the file's. */
struct polygon {
    int first, line;
};
struct polygons {
    ARRAY(vec3) vertex;
    ARRAY(int) corner;
    ARRAY(struct polygon) face;
};
void polygons_free(struct polygons *p);
static inline int polygons_count(const struct polygons *p) { return p->face.count - 1; }

/* Limits of one file, so that its text cannot claim any amount of memory. */
struct mesh_limits {
    int vertices, corners;
};

/* Reads the statements of an OBJ text. NULL, or the message (caller frees); *p is the caller's to free either way. */
char *mesh_read_obj(const char *name, const char *text, size_t length, struct mesh_limits most, struct polygons *p);
/* The same of an STL file: one whose name ends in .stl, binary or ASCII, or whose first word is "solid". The line of a face
 * of a binary file is its number, from 1. */
char *mesh_read_stl(const char *name, const char *text, size_t length, struct mesh_limits most, struct polygons *p);
bool mesh_is_stl(const char *name, const char *text, size_t length);
bool mesh_named_stl(const char *name);
/* NULL if every edge is shared by two faces that run along it in opposite directions; otherwise the message. */
char *mesh_check_closed(const char *name, const struct polygons *p);
/* Merges vertices at the same place, and removes corners and faces that become degenerate. */
void mesh_weld(struct polygons *p);
/* Mass, centre and inertia of the polyhedron for density 1, in the mesh's coordinates. */
struct mass_properties mesh_mass(const struct mesh *m);

#endif
