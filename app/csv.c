/* csv.c: columns by name, rows at full precision. */
#include "csv.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "texts.h"

struct csv_column {
    char *name;
    tn_object object; /* zero while there is none of that name */
};

/* ---- fields ---- */

void csv_put_text(FILE *out, const char *text, const char *suffix)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fprintf(out, "%s%s", text, suffix);
        return;
    }
    putc('"', out);
    for (const char *p = text; *p; p++) {
        if (*p == '"')
            putc('"', out);
        putc(*p, out);
    }
    fprintf(out, "%s\"", suffix);
}

void csv_put_number(FILE *out, double x)
{
    putc(',', out);
    if (isfinite(x))
        fprintf(out, "%.17g", x);
}

void csv_put_time(FILE *out, bool units) { fputs(units ? "t [s]" : "t", out); }

void csv_put_names(FILE *out, const char *name, bool units)
{
    static const char *const parts[2][7] = {{".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz"},
                                            {".x [m]", ".y [m]", ".z [m]", ".qw", ".qx", ".qy", ".qz"}};
    for (int j = 0; j < 7; j++) {
        putc(',', out);
        csv_put_text(out, name, parts[units][j]);
    }
}

void csv_put_pose(FILE *out, const tn_pose *p)
{
    if (!p) {
        fputs(",,,,,,,", out);
        return;
    }
    csv_put_number(out, p->position.x);
    csv_put_number(out, p->position.y);
    csv_put_number(out, p->position.z);
    if (!p->has_orientation) {
        fputs(",,,,", out);
        return;
    }
    csv_put_number(out, p->orientation.w);
    csv_put_number(out, p->orientation.x);
    csv_put_number(out, p->orientation.y);
    csv_put_number(out, p->orientation.z);
}

static void put_header(const struct csv *c, FILE *out, const tn_world *w)
{
    csv_put_time(out, c->units);
    for (int i = 0; i < c->probes; i++) {
        putc(',', out);
        csv_put_text(out, tn_probe_name(w, i), "");
    }
    for (int i = 0; i < c->count; i++)
        csv_put_names(out, c->columns[i].name, c->units);
    putc('\n', out);
}

/* ---- columns ---- */

/* Looks up the objects again and adds columns for new ones. */
static void look_again(struct csv *c, const tn_world *w)
{
    int before = c->count;
    c->variables = 0;
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_object o = tn_object_at(w, i);
        const char *name = tn_object_name(w, o);
        bool known = false;
        if (tn_object_is_variable(w, o) || !name) {
            c->variables++;
            continue;
        }
        for (int j = 0; j < before && !known; j++)
            known = !strcmp(c->columns[j].name, name);
        if (known)
            continue;
        if ((c->count & (c->count + 1)) == 0) /* capacity grows by doubling: 1, 3, 7, … */
            c->columns = texts_memory(c->columns, sizeof *c->columns * (2 * (size_t)c->count + 1));
        c->columns[c->count++] = (struct csv_column){texts_copy(name), o};
    }
}

static void update_columns(struct csv *c, const tn_world *w)
{
    int living = 0;
    for (int i = 0; i < c->count; i++) {
        if (!tn_object_valid(w, c->columns[i].object))
            c->columns[i].object = tn_object_find(w, c->columns[i].name);
        living += tn_object_valid(w, c->columns[i].object);
    }
    if (living + c->variables != tn_object_count(w))
        look_again(c, w);
}

/* ---- the file ---- */

bool csv_open(struct csv *c, const char *path, const tn_world *w, bool units)
{
    *c = (struct csv){.probes = tn_probe_count(w), .units = units};
    if (!files_open(&c->file, path))
        return false;
    look_again(c, w);
    c->header_count = c->count;
    put_header(c, c->file.stream, w);
    return true;
}

bool csv_row(struct csv *c, tn_world *w)
{
    FILE *out = c->file.stream;
    update_columns(c, w);
    fprintf(out, "%.17g", tn_time(w));
    for (int i = 0; i < c->probes; i++)
        csv_put_number(out, tn_probe_value(w, i));
    for (int i = 0; i < c->count; i++) {
        tn_pose p;
        tn_object o = c->columns[i].object;
        csv_put_pose(out, tn_object_present(w, o) && tn_object_pose(w, o, &p) == TN_OK ? &p : NULL);
    }
    putc('\n', out);
    c->file.error = ferror(out) ? errno : 0;
    return !c->file.error;
}

/* Objects were added after the header was written: rewrite the file with a header that includes them. */
static bool widen(struct csv *c, const tn_world *w)
{
    struct outfile wide;
    int full = 1 + c->probes + 7 * c->count, fields = 1, ch;
    bool in_header = true;
    if (fflush(c->file.stream) || !files_open(&wide, c->file.path))
        return false;
    put_header(c, wide.stream, w);
    rewind(c->file.stream);
    while ((ch = getc(c->file.stream)) != EOF) {
        if (in_header) { /* rows contain only numbers, but the header may contain quoted line ends */
            static const char quote = '"';
            if (ch == quote)
                while ((ch = getc(c->file.stream)) != EOF && ch != quote)
                    ;
            in_header = ch != '\n';
            continue;
        }
        fields += ch == ',';
        for (; ch == '\n' && fields < full; fields++)
            putc(',', wide.stream);
        if (ch == '\n')
            fields = 1;
        putc(ch, wide.stream);
    }
    files_abandon(&c->file);
    c->file = wide;
    return true;
}

bool csv_finish(struct csv *c, const tn_world *w)
{
    bool ok = (c->count == c->header_count || widen(c, w)) && files_finish(&c->file);
    int error = c->file.error ? c->file.error : errno;
    csv_abandon(c);
    c->file.error = ok ? 0 : error;
    return ok;
}

void csv_abandon(struct csv *c)
{
    files_abandon(&c->file);
    for (int i = 0; i < c->count; i++)
        free(c->columns[i].name);
    free(c->columns);
    *c = (struct csv){0};
}
