/* shell_look.c: values of expressions and pictures of the present state, in the shell. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawing.h"
#include "shell.h"

/* ---- show EXPR ---- */

/* Adds "FORMAT with the expression" as a probe of a copy of the world. */
static bool add(tn_world *copy, const char *expression, const char *component, tn_diagnostics *d)
{
    struct buffer text = {0};
    buffer_print(&text, "shown%s = %s%s%s%s", component, *component ? "(" : "", expression, *component ? ")." : "",
                 component);
    bool good = tn_probe_add(copy, text.at, d) == TN_OK;
    buffer_free(&text);
    return good;
}

bool shell_is_value(struct shell *s, const char *expression)
{
    tn_diagnostics *d = tn_diagnostics_new();
    tn_world *copy = tn_world_clone(s->world);
    bool value = add(copy, expression, "", d) || add(copy, expression, "x", d);
    tn_world_free(copy);
    tn_diagnostics_free(d);
    return value;
}

bool shell_show_value(struct shell *s, const char *expression, bool quiet)
{
    tn_diagnostics *scalar = tn_diagnostics_new(), *vector = tn_diagnostics_new();
    tn_world *copy = tn_world_clone(s->world);
    int first = tn_probe_count(copy), count = 0;
    if (add(copy, expression, "", scalar))
        count = 1;
    else if (add(copy, expression, "x", vector) && add(copy, expression, "y", vector) &&
             add(copy, expression, "z", vector))
        count = 3;
    if (count) {
        printf("%s =", expression);
        for (int i = 0; i < count; i++)
            printf(" %.10g", tn_probe_value(copy, first + i));
        putchar('\n');
    } else if (!quiet) {
        fflush(stdout);
        model_print_diagnostics(scalar);
    }
    tn_world_free(copy);
    tn_diagnostics_free(scalar);
    tn_diagnostics_free(vector);
    return count > 0;
}

/* ---- picture ---- */

static bool ends_in_png(const char *path)
{
    size_t n = strlen(path);
    return n > 4 && (!strcmp(path + n - 4, ".png") || !strcmp(path + n - 4, ".PNG"));
}

void shell_picture(struct shell *s, const char *rest)
{
    struct drawing d = {.command = "shell", .quality = -1};
    struct buffer path = {0};
    char *message = NULL;
    size_t n = strlen(rest), quoted = n > 1 && rest[0] == '"' && rest[n - 1] == '"';
    buffer_print(&path, "%.*s", (int)(n - 2 * quoted), *rest ? rest + quoted : "");
    if (!path.length)
        buffer_print(&path, "picture.png");
    if (!ends_in_png(path.at)) {
        shell_complain(s, "picture: \"%s\" must end in .png: pictures are PNG files", path.at);
        buffer_free(&path);
        return;
    }
    drawing_check(&d, TN_SHOW_GROUND | TN_SHOW_FITTINGS, TN_QUALITY_PAPER);
    drawing_look(&d, s->world);
    tn_view *view = tn_view_take(s->world, NULL);
    tn_picture *p = tn_picture_new(&d.set, &message);
    bool good = p && tn_picture_draw(p, view, &message) == TN_OK;
    good = good && tn_picture_save_png(p, path.at, &message) == TN_OK;
    if (good)
        printf("wrote %s\n", path.at);
    else
        shell_complain(s, "picture: %s", message ? message : "it could not be drawn");
    tn_free(message);
    tn_picture_free(p);
    tn_view_free(view);
    buffer_free(&path);
}
