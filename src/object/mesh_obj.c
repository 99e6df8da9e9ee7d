/* mesh_obj.c: the statements of an OBJ file: v and f are read, what belongs to rendering is ignored.
 *
 * A statement is a line; a backslash at its end carries it on to the next; # starts a comment; lines end in LF, CRLF or
 * CR. Vertices count from 1 over the whole file, negative numbers count back from the latest. Numbers are read in the
 * locale that the caller set (mesh_parse sets the plain one).
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "object/mesh.h"

struct reader {
    const char *name, *p, *end;
    int line, next_line; /* of the statement in `text`; of p */
    ARRAY(char) text;    /* the statement without comment, joined, zero-terminated */
    struct mesh_limits most;
    struct polygons *out;
    char *message;
};

/* A word of the file for a message: no control characters, at most 40 bytes. */
struct shown {
    char text[41];
};
static struct shown show(const char *word)
{
    struct shown s = {{0}};
    int n = 0;
    for (; n < 40 && word[n] != '\0'; n++)
        s.text[n] = (unsigned char)word[n] < ' ' || word[n] == 127 ? '?' : word[n];
    if (n == 40) /* do not cut a UTF-8 character */
        while (n > 0 && ((unsigned char)word[n] & 0xC0) == 0x80)
            s.text[--n] = '\0';
    return s;
}

static bool skip_newline(struct reader *r)
{
    if (r->p == r->end || (*r->p != '\n' && *r->p != '\r'))
        return false;
    bool pair = *r->p == '\r' && r->p + 1 < r->end && r->p[1] == '\n';
    r->p += pair ? 2 : 1;
    r->next_line++;
    return true;
}

static bool next_statement(struct reader *r)
{
    if (r->p == r->end)
        return false;
    bool comment = false;
    r->line = r->next_line;
    r->text.count = 0;
    while (r->p < r->end && !skip_newline(r)) {
        char c = *r->p++;
        if (c == '\\' && !comment && (r->p == r->end || skip_newline(r)))
            c = ' ';
        comment = comment || c == '#';
        if (!comment)
            ARRAY_PUSH(&r->text, c);
    }
    ARRAY_PUSH(&r->text, '\0');
    return true;
}

/* The next word of a statement, zero-terminated in place; NULL at its end. */
static char *next_word(char **rest)
{
    static const char blank[] = " \t\v\f";
    char *word = *rest + strspn(*rest, blank);
    if (*word == '\0')
        return NULL;
    char *end = word + strcspn(word, blank);
    *rest = end;
    if (*end != '\0') {
        *end = '\0';
        *rest = end + 1;
    }
    return word;
}

/* v x y z; numbers after them (a weight, a colour) are ignored. */
static void read_vertex(struct reader *r, char *rest)
{
    double x[3];
    int n = 0;
    for (char *word; (word = next_word(&rest)) != NULL; n++) {
        char *end;
        double value = strtod(word, &end);
        if (end == word || *end != '\0') {
            r->message = mem_print("%s:%d: '%s' is not a number", r->name, r->line, show(word).text);
            return;
        }
        if (!isfinite(value)) {
            r->message = mem_print("%s:%d: the coordinate '%s' is not finite", r->name, r->line, show(word).text);
            return;
        }
        if (n < 3)
            x[n] = value;
    }
    if (n < 3)
        r->message = mem_print("%s:%d: a vertex needs 3 coordinates, this one has %d", r->name, r->line, n);
    else if (r->out->vertex.count >= r->most.vertices)
        r->message = mem_print("%s:%d: too large: more than %d vertices", r->name, r->line, r->most.vertices);
    else
        ARRAY_PUSH(&r->out->vertex, v3(x[0], x[1], x[2]));
}

/* The vertex number at the head of v, v/t, v/t/n or v//n; false if the word is none of these. */
static bool read_corner(const char *word, long *number)
{
    char *end;
    *number = strtol(word, &end, 10);
    if (end == word)
        return false;
    int slashes = 0;
    for (; *end != '\0'; end++) {
        slashes += *end == '/';
        if (strchr("/-0123456789", *end) == NULL || slashes == 0 || slashes > 2)
            return false;
    }
    return true; /* a number too long for `long` is clamped, and so beyond every bound */
}

/* The index from 0 that a corner's word means, or -1 with the message. Numbers ahead of their vertices are allowed: they
 * are checked when the file has ended. */
static int read_index(struct reader *r, const char *word)
{
    int so_far = r->out->vertex.count;
    long number;
    if (!read_corner(word, &number)) {
        r->message = mem_print("%s:%d: '%s' is not a vertex number", r->name, r->line, show(word).text);
        return -1;
    }
    if (number == 0) {
        r->message = mem_print("%s:%d: vertex 0 does not exist: numbers begin at 1", r->name, r->line);
        return -1;
    }
    int digits = (int)strcspn(word, "/");
    if (number < -(long)so_far) {
        r->message = mem_print("%s:%d: vertex %.*s does not exist: there are %d before this line", r->name, r->line,
                               digits, word, so_far);
        return -1;
    }
    if (number > r->most.vertices) {
        r->message = mem_print("%s:%d: vertex %.*s does not exist: a file may have %d", r->name, r->line, digits, word,
                               r->most.vertices);
        return -1;
    }
    return number < 0 ? so_far + (int)number : (int)number - 1;
}

static void read_face(struct reader *r, char *rest)
{
    struct polygons *p = r->out;
    int first = p->corner.count;
    for (char *word; (word = next_word(&rest)) != NULL;) {
        int index = read_index(r, word);
        if (index < 0)
            return;
        if (p->corner.count >= r->most.corners) {
            r->message = mem_print("%s:%d: too large: more than %d face corners", r->name, r->line, r->most.corners);
            return;
        }
        ARRAY_PUSH(&p->corner, index);
    }
    if (p->corner.count - first < 3) {
        r->message = mem_print("%s:%d: a face needs at least 3 vertices, this one has %d", r->name, r->line,
                               p->corner.count - first);
        return;
    }
    ARRAY_PUSH(&p->face, ((struct polygon){first, r->line}));
}

/* Statements for materials, groups and rendering: not part of the solid. */
static bool passed_over(const char *keyword)
{
    static const char *const known[] = {"vt",    "vn",       "vp",       "o",          "g",        "s",
                                        "mg",    "l",        "p",        "usemtl",     "mtllib",   "lod",
                                        "bevel", "c_interp", "d_interp", "shadow_obj", "trace_obj"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], keyword) == 0)
            return true;
    return false;
}

static void read_statement(struct reader *r)
{
    char *rest = r->text.at, *keyword = next_word(&rest);
    if (keyword == NULL)
        return;
    if (strcmp(keyword, "v") == 0)
        read_vertex(r, rest);
    else if (strcmp(keyword, "f") == 0)
        read_face(r, rest);
    else if (!passed_over(keyword))
        r->message = mem_print("%s:%d: '%s' is not a statement of an OBJ file of polygons; meshes are read from OBJ "
                               "and STL files",
                               r->name, r->line, show(keyword).text);
}

static char *check_corners(const char *name, const struct polygons *p)
{
    for (int f = 0; f < polygons_count(p); f++)
        for (int k = p->face.at[f].first; k < p->face.at[f + 1].first; k++)
            if (p->corner.at[k] >= p->vertex.count)
                return mem_print("%s:%d: vertex %d does not exist: the file has %d", name, p->face.at[f].line,
                                 p->corner.at[k] + 1, p->vertex.count);
    return NULL;
}

char *mesh_read_obj(const char *name, const char *text, size_t length, struct mesh_limits most, struct polygons *p)
{
    *p = (struct polygons){0};
    if (length == 0)
        return mem_print("%s: the file is empty", name);
    if (length >= INT_MAX)
        return mem_print("%s: too large: more than 2 GiB", name);
    if (memchr(text, '\0', length) != NULL)
        return mem_print("%s: not a text file", name);

    struct reader r = {.name = name, .p = text, .end = text + length, .next_line = 1, .most = most, .out = p};
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) /* byte order mark */
        r.p += 3;
    while (r.message == NULL && next_statement(&r))
        read_statement(&r);
    ARRAY_FREE(&r.text);
    if (r.message != NULL)
        return r.message;

    if (p->face.count == 0)
        return mem_print("%s: the file has no faces", name);
    ARRAY_PUSH(&p->face, ((struct polygon){p->corner.count, 0}));
    return check_corners(name, p);
}

void polygons_free(struct polygons *p)
{
    ARRAY_FREE(&p->vertex);
    ARRAY_FREE(&p->corner);
    ARRAY_FREE(&p->face);
}
