/* plot.c: tenon plot: probes, energies, deviations and joint forces of scenes and records, against time or another
 * number, as SVG or PNG.
 *
 * A scene is simulated first. Recorded values of a record are used as they are;
 * energies and new probes are computed from recorded positions and velocities.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "drawing.h"
#include "files.h"
#include "motion.h"
#include "quantity.h"
#include "status.h"

enum quantity { PROBE, KINETIC, POTENTIAL, TOTAL, DEVIATION, FORCE };

struct curve {
    enum quantity quantity;
    bool right;               /* on the right axis */
    const char *name;         /* in the legend, without its unit */
    const char *unit;         /* PROBE: as far as its formula tells; NULL: not known */
    int probe;                /* of the world */
    const char *joint;        /* FORCE: the constraint's name */
    tn_constraint constraint; /* and itself */
    int column;               /* of the record: probe or constraint; -1: not recorded */
    double *y;
};

/* One scene or record, and its curves. */
struct side {
    const char *path;
    struct motion motion;
    struct progress progress;
    struct curve *curves;
    int curve_count;
    int x_probe; /* of the world: what stands for the time; -1: the time itself */
    int x_column;
    double *x;
    int count, room;
    double *recorded; /* probes of the frame */
    tn_record_constraint *joints;
};

enum { SIDES = 16, MOST_NUMBERS = 1000000 };
struct sketch {
    struct model model;
    struct option_texts probes, forces, right;
    bool energy, deviation, dark, quiet;
    int log; /* index in log_axes, -1: none */
    const char *path, *size, *title, *x;
    struct side side[SIDES];
    int sides;
};

static const char *const log_axes[] = {"x", "y", "xy", NULL};

static bool is_log(const struct sketch *s, char axis) { return s->log >= 0 && strchr(log_axes[s->log], axis) != NULL; }

/* ---- which curves ---- */

static struct curve *add(struct side *s, enum quantity quantity, const char *name)
{
    s->curves = texts_memory(s->curves, sizeof *s->curves * (size_t)(s->curve_count + 1));
    struct curve *c = &s->curves[s->curve_count++];
    *c = (struct curve){.quantity = quantity, .name = name, .column = -1};
    return c;
}

static int find_probe(const tn_world *w, const char *name)
{
    for (int i = 0; i < tn_probe_count(w); i++)
        if (!strcmp(tn_probe_name(w, i), name))
            return i;
    return -1;
}

/* Its column in the record; -1: none. */
static int column_of(const struct side *s, int probe)
{
    const char *name = tn_probe_name(s->motion.world, probe);
    for (int i = 0; s->motion.record && i < tn_record_probe_count(s->motion.record); i++)
        if (!strcmp(tn_record_probe_name(s->motion.record, i), name))
            return i;
    return -1;
}

static void add_probe(struct side *s, int probe, bool right)
{
    const char *name = tn_probe_name(s->motion.world, probe);
    for (int i = 0; i < s->curve_count; i++)
        if (s->curves[i].quantity == PROBE && s->curves[i].probe == probe) {
            s->curves[i].right |= right;
            return;
        }
    struct curve *c = add(s, PROBE, name);
    c->probe = probe;
    c->unit = quantity_unit(s->motion.world, name);
    c->right = right;
    c->column = column_of(s, probe);
}

/* Adds x, y and z of "EXPR" or "NAME = EXPR" as probes; false if it is no vector. */
static bool add_components(tn_world *w, const char *text)
{
    const char *equals = strchr(text, '=');
    const bool named = equals && equals[1] != '=' && strcspn(text, "<>!(") > (size_t)(equals - text);
    struct buffer b = {0};
    bool good = true;
    for (int k = 0; k < 3 && good; k++) {
        const int name = named ? (int)strcspn(text, " =") : (int)strlen(text);
        buffer_clear(&b);
        buffer_print(&b, "%.*s.%c = (%s).%c", name, text, "xyz"[k], named ? equals + 1 : text, "xyz"[k]);
        good = tn_probe_add(w, b.at, NULL) == TN_OK;
    }
    buffer_free(&b);
    return good;
}

/* A probe of the scene, or new ones: "NAME = EXPR" or an expression; of a vector its three components. The first is put
 * into *probe, the rest follow; *count says how many. */
static int take_probe(struct side *s, const char *option, const char *text, int *probe, int *count)
{
    tn_world *w = s->motion.world;
    *probe = find_probe(w, text);
    *count = 1;
    if (*probe >= 0)
        return STATUS_DONE;
    const int before = tn_probe_count(w);
    tn_diagnostics *d = tn_diagnostics_new();
    const char *best = NULL;
    for (int i = 0; i < before; i++)
        texts_offer(text, tn_probe_name(w, i), &best);
    bool good = tn_probe_add(w, text, d) == TN_OK || add_components(w, text);
    if (!good && !best)
        model_print_diagnostics(d);
    tn_diagnostics_free(d);
    if (!good)
        return options_complain("plot", "%s: \"%s\" is neither a probe of %s nor an expression%s%s%s", option, text,
                                s->path, best ? "; did you mean " : "", best ? best : "", best ? "?" : "");
    *probe = before;
    *count = tn_probe_count(w) - before;
    return STATUS_DONE;
}

static int take_force(struct side *s, const char *name)
{
    tn_world *w = s->motion.world;
    const char *best = NULL;
    for (int i = 0; i < tn_constraint_count(w); i++) {
        const char *known = tn_constraint_name(w, tn_constraint_at(w, i));
        if (strcmp(known, name)) {
            texts_offer(name, known, &best);
            continue;
        }
        struct curve *c = add(s, FORCE, NULL);
        c->joint = name;
        c->constraint = tn_constraint_at(w, i);
        for (int k = 0; s->motion.record && k < tn_record_constraint_count(s->motion.record); k++)
            if (!strcmp(tn_record_constraint_name(s->motion.record, k), name))
                c->column = k;
        return STATUS_DONE;
    }
    return options_complain("plot", "--force: there is no constraint \"%s\"%s%s%s", name, best ? "; did you mean " : "",
                            best ? best : "", best ? "?" : "");
}

static int take_probes(struct side *s, const char *option, const struct option_texts *given, bool right)
{
    int status = STATUS_DONE, probe, count;
    for (int i = 0; i < given->count && status == STATUS_DONE; i++) {
        status = take_probe(s, option, given->at[i], &probe, &count);
        for (int k = 0; k < count && status == STATUS_DONE; k++)
            add_probe(s, probe + k, right);
    }
    return status;
}

/* What stands for the time. */
static int take_x(struct side *s, const char *text)
{
    int count, status = take_probe(s, "--x", text, &s->x_probe, &count);
    if (status == STATUS_DONE && count != 1)
        return options_complain("plot", "--x: \"%s\" is a vector; choose a component", text);
    s->x_column = status == STATUS_DONE ? column_of(s, s->x_probe) : -1;
    return status;
}

/* Default: all probes, or the energies of a scene without probes. */
static int choose(const struct sketch *k, struct side *s)
{
    const int own = tn_probe_count(s->motion.world);
    int status = take_probes(s, "--probe", &k->probes, false);
    for (int i = 0; i < k->forces.count && status == STATUS_DONE; i++)
        status = take_force(s, k->forces.at[i]);
    bool nothing = status == STATUS_DONE && !s->curve_count && !k->energy && !k->deviation;
    for (int i = 0; nothing && i < own; i++)
        add_probe(s, i, false);
    if (status == STATUS_DONE)
        status = take_probes(s, "--y2", &k->right, true);
    if (k->energy || (nothing && !s->curve_count)) {
        add(s, KINETIC, "kinetic energy");
        add(s, POTENTIAL, "potential energy");
        add(s, TOTAL, "kinetic + potential");
    }
    if (k->deviation)
        add(s, DEVIATION, "largest deviation");
    s->x_probe = s->x_column = -1;
    return status == STATUS_DONE && k->x ? take_x(s, k->x) : status;
}

/* ---- the numbers ---- */

/* The largest |C| of all constraints, including those that are still assembling. */
static double worst_now(tn_world *w)
{
    tn_constraint_state state;
    double worst = 0;
    for (int i = 0; i < tn_constraint_count(w); i++)
        if (tn_constraint_get(w, tn_constraint_at(w, i), &state) == TN_OK)
            worst = fmax(worst, state.size);
    return worst;
}

static double length(tn_vec3 v) { return sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

static double value_now(const struct curve *c, tn_world *w, const tn_measures *m)
{
    tn_constraint_state state;
    switch (c->quantity) {
    case PROBE:
        return tn_probe_value(w, c->probe);
    case KINETIC:
        return m->kinetic;
    case POTENTIAL:
        return m->potential;
    case TOTAL:
        return m->kinetic + m->potential;
    case DEVIATION:
        return worst_now(w);
    case FORCE:
        return tn_constraint_get(w, c->constraint, &state) == TN_OK ? length(state.force) : NAN;
    }
    return NAN;
}

/* Its recorded value; false if it was not recorded. */
static bool value_recorded(const struct side *s, const struct curve *c, double *y)
{
    const tn_record *r = s->motion.record;
    if (c->quantity == PROBE && c->column >= 0)
        return *y = s->recorded[c->column], true;
    if (c->quantity == FORCE && c->column >= 0) {
        const tn_record_constraint *j = &s->joints[c->column];
        return *y = j->there ? length(j->force) : NAN, true;
    }
    if (c->quantity != DEVIATION)
        return false;
    *y = 0;
    for (int i = 0; i < tn_record_constraint_count(r); i++)
        *y = fmax(*y, s->joints[i].deviation);
    return true;
}

/* The recorded frame at the present time, if there is one. */
static bool load_recorded(struct side *s, double t)
{
    tn_record *r = s->motion.record;
    int frame = r ? tn_record_frame_at(r, t) : -1;
    return frame >= 0 && tn_record_time(r, frame) == t && tn_record_probes(r, frame, s->recorded) == TN_OK &&
           tn_record_constraints(r, frame, s->joints) == TN_OK;
}

static bool on_frame(void *context, tn_world *w)
{
    struct side *s = context;
    tn_measures m = {0};
    progress_show(&s->progress, tn_time(w));
    if (s->count == s->room) {
        s->room = 2 * s->room + 64;
        s->x = texts_memory(s->x, sizeof *s->x * (size_t)s->room);
        for (int i = 0; i < s->curve_count; i++)
            s->curves[i].y = texts_memory(s->curves[i].y, sizeof(double) * (size_t)s->room);
    }
    bool recorded = load_recorded(s, tn_time(w));
    tn_measure(w, &m);
    s->x[s->count] = s->x_probe < 0                 ? tn_time(w)
                     : recorded && s->x_column >= 0 ? s->recorded[s->x_column]
                                                    : tn_probe_value(w, s->x_probe);
    for (int i = 0; i < s->curve_count; i++) {
        struct curve *c = &s->curves[i];
        if (!recorded || !value_recorded(s, c, &c->y[s->count]))
            c->y[s->count] = value_now(c, w, &m);
    }
    s->count++;
    return true;
}

static enum simulation_end collect(const struct sketch *k, struct side *s)
{
    if (s->motion.record) {
        size_t probes = (size_t)tn_record_probe_count(s->motion.record);
        size_t joints = (size_t)tn_record_constraint_count(s->motion.record);
        s->recorded = texts_memory(NULL, sizeof *s->recorded * probes);
        s->joints = texts_memory(NULL, sizeof *s->joints * joints);
    }
    double until = k->model.until.given ? k->model.until.value : s->motion.until;
    motion_thin(&s->motion, until, MOST_NUMBERS / (1.0 + s->curve_count), k->quiet);
    progress_begin(&s->progress, k->quiet, until);
    enum simulation_end end = motion_run(&s->motion, until, on_frame, s);
    progress_end(&s->progress);
    return end;
}

/* ---- the picture ---- */

static const char *unit_of(const struct curve *c)
{
    switch (c->quantity) {
    case PROBE:
        return c->unit;
    case KINETIC:
    case POTENTIAL:
    case TOTAL:
        return "J";
    case DEVIATION:
        return "m"; /* for points; directions have no unit */
    case FORCE:
        return "N";
    }
    return NULL;
}

/* All curves of all files that are on one axis, in their order: the i-th; NULL past the end. */
static const struct curve *curve_at(const struct sketch *k, bool right, int i)
{
    for (int n = 0; n < k->sides; n++)
        for (int c = 0; c < k->side[n].curve_count; c++)
            if (k->side[n].curves[c].right == right && i-- == 0)
                return &k->side[n].curves[c];
    return NULL;
}

/* The unit is at the axis if all curves have the same, otherwise in the legend. */
static bool same_unit(const struct sketch *k, bool right)
{
    const struct curve *first = curve_at(k, right, 0), *c;
    for (int i = 1; (c = curve_at(k, right, i)) != NULL; i++) {
        const char *a = unit_of(first), *b = unit_of(c);
        if (a != b && (!a || !b || strcmp(a, b)))
            return false;
    }
    return true;
}

static void name_curve(struct buffer *b, const struct curve *c, bool with_unit)
{
    if (c->quantity == FORCE)
        buffer_print(b, "|force(%s)|", c->joint);
    else
        buffer_print(b, "%s", c->name);
    if (with_unit && unit_of(c))
        buffer_print(b, " [%s]", unit_of(c));
}

/* The name of an axis with one curve, or the kind of all its curves; empty if they have nothing in common. */
static void name_axis(const struct sketch *k, bool right, struct buffer *b)
{
    static const char *const whats[] = {[PROBE] = "",        [KINETIC] = "energy ",      [POTENTIAL] = "energy ",
                                        [TOTAL] = "energy ", [DEVIATION] = "deviation ", [FORCE] = "force "};
    const struct curve *first = curve_at(k, right, 0);
    if (!first || !same_unit(k, right))
        return;
    bool alike = true;
    const struct curve *c;
    for (int i = 1; (c = curve_at(k, right, i)) != NULL; i++)
        alike &= c->quantity == first->quantity && c->name && first->name && !strcmp(c->name, first->name);
    if (alike)
        name_curve(b, first, true);
    else if (unit_of(first))
        buffer_print(b, "%s[%s]", whats[first->quantity], unit_of(first));
}

static void name_across(const struct sketch *k, struct buffer *b)
{
    tn_world *w = k->side[0].motion.world;
    const char *name = k->x ? tn_probe_name(w, k->side[0].x_probe) : "t";
    const char *unit = k->x ? quantity_unit(w, name) : "s";
    buffer_print(b, "%s%s%s%s", name, unit ? " [" : "", unit ? unit : "", unit ? "]" : "");
}

/* Values that cannot be on a logarithmic axis are left out with a note; an empty plot is refused. */
static int check_logs(const struct sketch *k)
{
    long there = 0, left_out = 0;
    for (int n = 0; n < k->sides; n++)
        for (int i = 0; i < k->side[n].curve_count; i++)
            for (int f = 0; f < k->side[n].count; f++) {
                const struct curve *c = &k->side[n].curves[i];
                const double x = k->side[n].x[f], y = c->y[f];
                if (!isfinite(y))
                    continue;
                if ((is_log(k, 'x') && x <= 0) || (is_log(k, 'y') && !c->right && y <= 0))
                    left_out++;
                else
                    there++;
            }
    if (left_out > 0 && there == 0)
        return options_complain("plot", "--log %s: there is nothing greater than zero to show", log_axes[k->log]);
    if (left_out > 0)
        fprintf(stderr, "note: %ld of %ld values are not greater than zero and are left out of the logarithmic axis\n",
                left_out, left_out + there);
    return STATUS_DONE;
}

/* The curves of one file; with several files its name stands behind theirs in the legend. */
static tn_status put_lines(const struct sketch *k, const struct side *s, tn_plot *p, bool legend)
{
    tn_status status = TN_OK;
    for (int i = 0; i < s->curve_count && status == TN_OK; i++) {
        const struct curve *c = &s->curves[i];
        struct buffer name = {0};
        name_curve(&name, c, !same_unit(k, c->right));
        if (k->sides > 1)
            buffer_print(&name, " (%s)", strrchr(s->path, '/') ? strrchr(s->path, '/') + 1 : s->path);
        status = (c->right ? tn_plot_line_right : tn_plot_line)(p, legend ? name.at : NULL, s->x, c->y, s->count);
        buffer_free(&name);
    }
    return status;
}

static int save(struct sketch *s)
{
    if (check_logs(s) != STATUS_DONE)
        return STATUS_USAGE;
    char *message = NULL;
    struct buffer axis = {0}, right = {0};
    tn_plot_options o = tn_plot_default();
    drawing_size("plot", s->size ? s->size : "800x500", &o.width, &o.height);
    name_axis(s, false, &axis);
    name_axis(s, true, &right);
    o.title = s->title;
    struct buffer across = {0};
    name_across(s, &across);
    o.x_label = across.at;
    o.y_label = axis.at;
    o.right_label = right.at;
    o.dark = s->dark;
    o.log_x = is_log(s, 'x');
    o.log_y = is_log(s, 'y');
    tn_plot *p = tn_plot_new(&o, &message);
    tn_status status = p ? TN_OK : TN_WRONG_USE;
    const bool legend = s->sides > 1 || curve_at(s, false, 1) || curve_at(s, true, 0) || !axis.at;
    for (int i = 0; i < s->sides && status == TN_OK; i++)
        status = put_lines(s, &s->side[i], p, legend);
    files_hold_signals();
    if (status == TN_OK)
        status = tn_plot_save(p, s->path, &message);
    files_release_signals();
    tn_plot_free(p);
    buffer_free(&across);
    buffer_free(&axis);
    buffer_free(&right);
    if (status != TN_OK)
        return drawing_fail("plot", message, p ? STATUS_STUCK : STATUS_USAGE);
    if (!s->quiet)
        printf("wrote %s\n", s->path);
    return STATUS_DONE;
}

/* ---- the command ---- */

static int check_path(const char *path)
{
    const char *dot = strrchr(path, '.');
    int error;
    if (!dot || (strcasecmp(dot, ".svg") && strcasecmp(dot, ".png")))
        return options_complain("plot", "-o %s: the name of a plot must end in .svg or .png", path);
    if (files_can_write(path, &error))
        return STATUS_DONE;
    fprintf(stderr, "tenon plot: cannot write %s: %s\n", path, files_why(error));
    return STATUS_USAGE;
}

/* Reads one file, simulates it if it is a scene, and takes its curves. *taken: there is something to plot. */
static int take(struct sketch *k, struct side *s, bool *taken)
{
    struct model model = k->model;
    int status;
    model.path = s->path;
    if (!motion_open(&s->motion, &model, &status))
        return status;
    status = choose(k, s);
    if (status == STATUS_DONE)
        status = check_path(k->path); /* again: now it is known what the scene reads */
    if (status != STATUS_DONE)
        return status;
    enum simulation_end end = collect(k, s);
    /* A simulation that got stuck is plotted up to there. */
    *taken = end == SIMULATION_DONE || (end == SIMULATION_STUCK && s->count > 1);
    return motion_report(&s->motion, "plot", end);
}

static int go(struct sketch *s)
{
    int status = STATUS_DONE, width, height;
    if (s->size && !drawing_size("plot", s->size, &width, &height))
        return STATUS_USAGE;
    const char *first = s->side[0].path, *name = strrchr(first, '/') ? strrchr(first, '/') + 1 : first;
    const char *dot = strrchr(name, '.');
    struct buffer own = {0};
    buffer_print(&own, "%.*s.svg", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
    s->path = s->path ? s->path : own.at;
    files_watch_signals();
    for (int i = 0; i < s->sides; i++)
        files_note_read(s->side[i].path);
    status = check_path(s->path);
    bool all = status == STATUS_DONE;
    for (int i = 0; i < s->sides && all; i++) {
        all = false;
        const int reached = take(s, &s->side[i], &all);
        status = reached != STATUS_DONE ? reached : status;
    }
    if (all) {
        int saved = save(s);
        status = saved != STATUS_DONE ? saved : status;
    }
    buffer_free(&own);
    return status;
}

static void forget(struct sketch *s)
{
    for (int n = 0; n < s->sides; n++) {
        struct side *one = &s->side[n];
        for (int i = 0; i < one->curve_count; i++)
            free(one->curves[i].y);
        free(one->curves);
        free(one->x);
        free(one->recorded);
        free(one->joints);
        motion_close(&one->motion);
    }
    options_free_texts(&s->probes);
    options_free_texts(&s->forces);
    options_free_texts(&s->right);
    model_free(&s->model);
}

int command_plot(int argc, char **argv)
{
    struct sketch s = {.model = MODEL_DEFAULT("plot"), .log = -1};
    const struct option options[] = {
        {"output", 'o', OPTION_TEXT, "F.svg", "output file, SVG or PNG (default: the scene's name with .svg)", &s.path,
         RANGE_ANY, NULL},
        {"probe", 0, OPTION_TEXTS, "NAME",
         "a probe, NAME = EXPR or an expression (of a vector its components); may be repeated", &s.probes, RANGE_ANY,
         NULL},
        {"x", 0, OPTION_TEXT, "EXPR", "a probe or an expression instead of the time along the horizontal axis", &s.x,
         RANGE_ANY, NULL},
        {"y2", 0, OPTION_TEXTS, "NAME", "a probe or an expression on the right axis; may be repeated", &s.right,
         RANGE_ANY, NULL},
        {"energy", 0, OPTION_FLAG, NULL, "kinetic, potential and their sum, J", &s.energy, RANGE_ANY, NULL},
        {"deviation", 0, OPTION_FLAG, NULL, "the largest gap of all constraints, m", &s.deviation, RANGE_ANY, NULL},
        {"force", 0, OPTION_TEXTS, "NAME", "force of a constraint, N; may be repeated", &s.forces, RANGE_ANY, NULL},
        {"log", 0, OPTION_CHOICE, "x|y|xy", "logarithmic axes; values that are not positive are left out", &s.log,
         RANGE_ANY, log_axes},
        {"until", 0, OPTION_NUMBER, "T", "end of the simulation, s", &s.model.until, RANGE_NOT_NEGATIVE, NULL},
        option_of_setting("frames-per-second", "frames", &s.model.rate),
        model_option_set(&s.model),
        model_option_allow(&s.model),
        {"size", 0, OPTION_TEXT, "WxH", "size in pixels (default: 800x500)", &s.size, RANGE_ANY, NULL},
        {"title", 0, OPTION_TEXT, "TEXT", "title above the plot", &s.title, RANGE_ANY, NULL},
        {"dark", 0, OPTION_FLAG, NULL, "a dark background", &s.dark, RANGE_ANY, NULL},
        {"quiet", 'q', OPTION_FLAG, NULL, "no progress, no summary", &s.quiet, RANGE_ANY, NULL},
    };
    const struct usage usage = {
        .command = "plot",
        .arguments = "RECORD|SCENE …",
        .purpose =
            "Plots quantities of runs against time, or against another number: of a record as recorded, of a scene "
            "after\n"
            "simulating it. Several files share the axes; the legend names them.\n"
            "By default all probes of the scene, or its energies if it has none.\n"
            "Exit status: 0 done, 1 the model or the record is wrong, 2 wrong usage or the file cannot be created,\n"
            "3 the simulation could not continue (the plot ends there) or the plot could not be written.",
        .example = "  tenon plot examples/barzel-barr-1988/pendulum.tn --energy -o energy.svg\n"
                   "  tenon plot examples/barzel-barr-1988/towers.tn --deviation --log y -o gap.svg\n"
                   "  tenon plot crank.tn --x 'angle(pin)' --probe travel --y2 load -o loads.svg\n"
                   "  tenon plot before.tnr after.tn --probe tip -o both.svg\n"
                   "  tenon plot scene.tnr --probe tip --force elbow --title 'The elbow' -o elbow.png\n",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .least = 1,
        .most = SIDES,
    };
    const char *paths[SIDES];
    int status;
    if (options_read(&usage, argc, argv, paths, &s.sides, &status)) {
        for (int i = 0; i < s.sides; i++)
            s.side[i].path = paths[i];
        status = go(&s);
    } else {
        s.sides = 0;
    }
    forget(&s);
    return status;
}
