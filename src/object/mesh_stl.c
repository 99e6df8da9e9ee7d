/* mesh_stl.c: STL files, binary and ASCII: triangles, each with its three corners written out. Normals are not used: the
 * order of the corners tells the outside. Corners at the same place become one vertex when the mesh is welded. */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "object/mesh.h"

enum { HEAD = 84, FACET = 50, CORNERS_AT = 12 };

static uint32_t get_u32(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static double get_f32(const unsigned char *p)
{
    const uint32_t bits = get_u32(p);
    float x;
    memcpy(&x, &bits, sizeof x);
    return (double)x;
}

/* A binary file has 80 bytes of anything, which may begin with "solid" too, the number of triangles, and 50 bytes each. */
static bool is_binary(const char *text, size_t length)
{
    return length >= HEAD &&
           length - HEAD == FACET * (uint64_t)get_u32((const unsigned char *)text + HEAD - sizeof(uint32_t));
}

bool mesh_named_stl(const char *name)
{
    const size_t n = strlen(name);
    return n >= 4 && strcasecmp(name + n - 4, ".stl") == 0;
}

bool mesh_is_stl(const char *name, const char *text, size_t length)
{
    const char *p = text, *end = text + length;
    while (p < end && strchr(" \t\r\n", *p) != NULL && *p != '\0')
        p++;
    return mesh_named_stl(name) || (end - p >= 6 && strncasecmp(p, "solid", 5) == 0);
}

static char *add_facet(const char *name, int number, int line, const vec3 corner[3], struct mesh_limits most,
                       struct polygons *p)
{
    if (p->vertex.count > most.vertices - 3 || p->corner.count > most.corners - 3)
        return mem_print("%s: too large: more than %d facets", name, most.vertices / 3);
    ARRAY_PUSH(&p->face, ((struct polygon){p->corner.count, line > 0 ? line : number}));
    for (int k = 0; k < 3; k++) {
        if (!v3_finite(corner[k]))
            return mem_print("%s: facet %d has a corner that is not finite", name, number);
        ARRAY_PUSH(&p->corner, p->vertex.count);
        ARRAY_PUSH(&p->vertex, corner[k]);
    }
    return NULL;
}

static char *read_binary(const char *name, const char *text, size_t length, struct mesh_limits most, struct polygons *p)
{
    const unsigned char *at = (const unsigned char *)text + HEAD;
    const size_t facets = (length - HEAD) / FACET;
    char *message = NULL;
    for (size_t i = 0; i < facets && message == NULL; i++, at += FACET) {
        vec3 corner[3];
        for (int k = 0; k < 3; k++) {
            const unsigned char *c = at + CORNERS_AT + 12 * k;
            corner[k] = v3(get_f32(c), get_f32(c + 4), get_f32(c + 8));
        }
        message = add_facet(name, (int)i + 1, 0, corner, most, p);
    }
    return message;
}

/* ---- ASCII ---- */

enum { WORD = 64 };
struct words {
    const char *name, *p, *end;
    int line;
    char word[WORD]; /* the present one, cut if it is longer; "" at the end */
    bool line_ended; /* before it */
};

static void next_word(struct words *w)
{
    int n = 0;
    w->line_ended = false;
    for (; w->p < w->end && strchr(" \t\r\n", *w->p) != NULL; w->p++)
        if (*w->p == '\n') {
            w->line++;
            w->line_ended = true;
        }
    for (; w->p < w->end && strchr(" \t\r\n", *w->p) == NULL; w->p++)
        if (n < WORD - 1)
            w->word[n++] = (unsigned char)*w->p < ' ' || *w->p == 127 ? '?' : *w->p;
    w->word[n] = '\0';
}

static char *expect(struct words *w, const char *word)
{
    if (strcasecmp(w->word, word) != 0)
        return mem_print("%s:%d: expected '%s' of an STL file, met '%.40s'", w->name, w->line, word,
                         w->word[0] != '\0' ? w->word : "the end of the file");
    next_word(w);
    return NULL;
}

static char *read_place(struct words *w, vec3 *out)
{
    double x[3];
    for (int k = 0; k < 3; k++) {
        char *end;
        x[k] = strtod(w->word, &end);
        if (end == w->word || *end != '\0' || !isfinite(x[k]))
            return mem_print("%s:%d: expected a number, met '%.40s'", w->name, w->line,
                             w->word[0] != '\0' ? w->word : "the end of the file");
        next_word(w);
    }
    *out = v3(x[0], x[1], x[2]);
    return NULL;
}

/* facet normal x y z  outer loop  vertex x y z  vertex …  vertex …  endloop  endfacet */
static char *read_facet(struct words *w, struct mesh_limits most, struct polygons *p)
{
    static const char *const before[] = {"facet", "normal", NULL}, *const loop[] = {"outer", "loop", NULL},
                             *const after[] = {"endloop", "endfacet", NULL};
    vec3 corner[3];
    char *message = NULL;
    const int line = w->line;
    for (int i = 0; before[i] != NULL && message == NULL; i++)
        message = expect(w, before[i]);
    for (int k = 0; k < 3 && message == NULL; k++) /* anything: some programs write nan for the normal of a sliver */
        next_word(w);
    for (int i = 0; loop[i] != NULL && message == NULL; i++)
        message = expect(w, loop[i]);
    for (int k = 0; k < 3 && message == NULL; k++) {
        message = expect(w, "vertex");
        if (message == NULL)
            message = read_place(w, &corner[k]);
    }
    for (int i = 0; after[i] != NULL && message == NULL; i++)
        message = expect(w, after[i]);
    return message == NULL ? add_facet(w->name, p->face.count + 1, line, corner, most, p) : message;
}

/* The rest of the line is a name. */
static void skip_line(struct words *w)
{
    while (w->word[0] != '\0' && !w->line_ended)
        next_word(w);
}

static char *read_ascii(const char *name, const char *text, size_t length, struct mesh_limits most, struct polygons *p)
{
    struct words w = {.name = name, .p = text, .end = text + length, .line = 1};
    char *message = NULL;
    next_word(&w);
    while (w.word[0] != '\0' && message == NULL) {
        message = expect(&w, "solid");
        if (message == NULL)
            skip_line(&w);
        while (message == NULL && strcasecmp(w.word, "facet") == 0)
            message = read_facet(&w, most, p);
        if (message == NULL)
            message = expect(&w, "endsolid");
        if (message == NULL)
            skip_line(&w);
    }
    return message;
}

char *mesh_read_stl(const char *name, const char *text, size_t length, struct mesh_limits most, struct polygons *p)
{
    *p = (struct polygons){0};
    if (length == 0)
        return mem_print("%s: the file is empty", name);
    if (length >= INT_MAX)
        return mem_print("%s: too large: more than 2 GiB", name);
    const bool binary = is_binary(text, length);
    if (!binary && memchr(text, '\0', length) != NULL)
        return mem_print("%s: not an STL file, or cut off: a binary one has 84 bytes and 50 for each of its facets",
                         name);
    char *message = (binary ? read_binary : read_ascii)(name, text, length, most, p);
    if (message == NULL && p->face.count == 0)
        return mem_print("%s: the file has no facets", name);
    ARRAY_PUSH(&p->face, ((struct polygon){p->corner.count, 0}));
    return message;
}
