/* plot.c: work-precision plots: error against time, one line per method, both axes logarithmic. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "tenon/picture.h"
#include "texts.h"

static bool is_precision(const struct bench_row *r, const char *model)
{
    return !strcmp(r->bench, "precision") && (!model || !strcmp(r->model, model));
}

/* The first row of a model, or of a model and who did it? */
static bool is_first(const struct bench_table *t, int i, bool of_who)
{
    for (int k = 0; k < i; k++)
        if (is_precision(&t->rows[k], t->rows[i].model) && (!of_who || !strcmp(t->rows[k].who, t->rows[i].who)))
            return false;
    return true;
}

/* The points of one method, in the order of their settings. */
static void add_line(tn_plot *p, const struct bench_table *t, int first)
{
    const struct bench_row *like = &t->rows[first];
    double *x = texts_memory(NULL, sizeof *x * (size_t)t->count), *y = texts_memory(NULL, sizeof *y * (size_t)t->count);
    int count = 0;
    for (int i = first; i < t->count; i++) {
        const struct bench_row *r = &t->rows[i];
        if (!is_precision(r, like->model) || strcmp(r->who, like->who) || !(r->error > 0 && r->error < 10))
            continue;
        x[count] = r->value;
        y[count++] = r->error;
    }
    if (count)
        tn_plot_line(p, like->who, x, y, count);
    free(x);
    free(y);
}

static bool plot_model(const struct bench_table *t, int first, const char *folder)
{
    const char *model = t->rows[first].model;
    struct buffer path = {0}, title = {0};
    char *message = NULL;
    tn_plot_options o = tn_plot_default();
    buffer_print(&path, "%s/precision-%s.svg", folder, model);
    for (char *c = path.at + strlen(folder); *c; c++)
        *c = *c == ' ' ? '-' : *c;
    buffer_print(&title, "%s: error against time", model);
    o.title = title.at;
    o.x_label = "seconds of one core for a simulated second";
    o.y_label = "position error [m]";
    o.log_x = o.log_y = o.marks = true;
    tn_plot *p = tn_plot_new(&o, &message);
    for (int i = first; i < t->count && p; i++)
        if (is_precision(&t->rows[i], model) && is_first(t, i, true))
            add_line(p, t, i);
    bool ok = p && tn_plot_save(p, path.at, &message) == TN_OK;
    if (ok)
        printf("wrote %s\n", path.at);
    else
        fprintf(stderr, "tenon bench: %s\n", message ? message : "a plot could not be made");
    tn_plot_free(p);
    free(message);
    buffer_free(&path);
    buffer_free(&title);
    return ok;
}

bool bench_plot(const struct bench_table *t, const char *folder)
{
    bool ok = true;
    for (int i = 0; i < t->count && ok; i++)
        if (is_precision(&t->rows[i], NULL) && is_first(t, i, false))
            ok = plot_model(t, i, folder);
    return ok;
}
