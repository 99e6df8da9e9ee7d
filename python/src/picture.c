/* picture.c: pictures, movies and plots. */
#include "binding.h"

#include "tenon/picture.h"

/* ---- pictures ---- */

static void free_picture(PyObject *capsule) { tn_picture_free(PyCapsule_GetPointer(capsule, "tenon.picture")); }

static tn_picture *picture_of(PyObject *capsule) { return PyCapsule_GetPointer(capsule, "tenon.picture"); }

/* picture_new(width, height, show, quality, dark, transparent, camera or None, field, orbit, title or None, bounds)
 * bounds: None, or the six numbers of a box that must be in view. */
static PyObject *picture_new(PyObject *module, PyObject *args)
{
    (void)module;
    int quality, dark, transparent;
    PyObject *camera, *bounds;
    struct doubles d = {0};
    char *message = NULL;
    tn_picture_options o = tn_picture_default();
    if (!PyArg_ParseTuple(args, "iiIippOddzO", &o.width, &o.height, &o.show, &quality, &dark, &transparent, &camera,
                          &o.field_of_view, &o.orbit, &o.title, &bounds))
        return NULL;
    o.quality = (tn_quality)quality;
    o.dark = dark;
    o.transparent = transparent;
    if (camera != Py_None) {
        PyObject *from, *to;
        if (!PyArg_ParseTuple(camera, "OO", &from, &to) || !vec3_from(from, &o.from) || !vec3_from(to, &o.to))
            return NULL;
        o.has_camera = true;
    }
    if (bounds != Py_None) {
        if (!doubles_get(bounds, &d))
            return NULL;
        if (d.count == 7)
            o.bounds = (tn_bounds){.any = true,
                                   .low = {d.at[0], d.at[1], d.at[2]},
                                   .high = {d.at[3], d.at[4], d.at[5]},
                                   .force = d.at[6],
                                   .forceful = d.at[6] > 0};
        doubles_release(&d);
    }
    tn_picture *p = tn_picture_new(&o, &message);
    if (!p)
        return raise_message(TN_WRONG_USE, message);
    return PyCapsule_New(p, "tenon.picture", free_picture);
}

static bool world_arg(PyObject *o, struct world **out)
{
    if (!is_world(o)) {
        PyErr_SetString(PyExc_TypeError, "a world is needed");
        return false;
    }
    *out = (struct world *)o;
    return enter(*out);
}

/* picture_draw(picture, world, only_follow) */
static PyObject *picture_draw(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *world;
    int follow;
    struct world *s;
    char *message = NULL;
    if (!PyArg_ParseTuple(args, "OOp", &capsule, &world, &follow))
        return NULL;
    tn_picture *p = picture_of(capsule);
    if (!p || !world_arg(world, &s))
        return NULL;
    tn_status status;
    tn_view *v = tn_view_take(s->w, NULL);
    if (leave(s)) {
        Py_BEGIN_ALLOW_THREADS;
        status = follow ? tn_picture_follow(p, v) : tn_picture_draw(p, v, &message);
        Py_END_ALLOW_THREADS;
        if (status != TN_OK)
            raise_message(status, message);
    }
    tn_view_free(v);
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

/* picture_trail(picture, world, id, local) */
static PyObject *picture_trail(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *world, *place;
    unsigned long long id;
    tn_vec3 local;
    struct world *s;
    if (!PyArg_ParseTuple(args, "OOKO", &capsule, &world, &id, &place) || !vec3_from(place, &local))
        return NULL;
    tn_picture *p = picture_of(capsule);
    if (!p || !world_arg(world, &s))
        return NULL;
    tn_status status = tn_picture_trail(p, tn_thing_object(thing_arg(s, id)), local);
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return raise_status(status, "there is no such object", NULL);
    Py_RETURN_NONE;
}

static PyObject *picture_save(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule;
    const char *path;
    char *message = NULL;
    if (!PyArg_ParseTuple(args, "Os", &capsule, &path))
        return NULL;
    tn_picture *p = picture_of(capsule);
    if (!p)
        return NULL;
    tn_status status = tn_picture_save_png(p, path, &message);
    if (status != TN_OK)
        return raise_message(status, message);
    Py_RETURN_NONE;
}

static void release_capsule(void *owner) { Py_DecRef(owner); }

/* The pixels drawn last, height × width × 4, without a copy. */
static PyObject *picture_pixels(PyObject *module, PyObject *capsule)
{
    (void)module;
    tn_picture *p = picture_of(capsule);
    if (!p)
        return NULL;
    int width = 0, height = 0;
    const unsigned char *pixels = tn_picture_pixels(p, &width, &height);
    Py_ssize_t shape[3] = {height, width, 4};
    struct array_memory memory = {
        .data = (void *)(uintptr_t)pixels, .owner = Py_NewRef(capsule), .release = release_capsule, .format = 'B'};
    return array_new(memory, 3, shape);
}

/* view_bounds(world, earlier or None) -> (low, high, force, forceful): the extent of everything visible so far. */
static PyObject *view_bounds(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *world, *earlier;
    struct world *s;
    tn_bounds b = {0};
    if (!PyArg_ParseTuple(args, "OO", &world, &earlier))
        return NULL;
    if (earlier != Py_None) {
        b.any = true;
        if (!PyArg_ParseTuple(earlier, "(ddd)(ddd)di", &b.low.x, &b.low.y, &b.low.z, &b.high.x, &b.high.y, &b.high.z,
                              &b.force, &b.forceful))
            return NULL;
    }
    if (!world_arg(world, &s))
        return NULL;
    tn_view *v = tn_view_take(s->w, NULL);
    tn_bounds_add(&b, v);
    tn_view_free(v);
    if (!leave(s))
        return NULL;
    if (!b.any)
        Py_RETURN_NONE;
    return Py_BuildValue("(NNdi)", vec3(b.low), vec3(b.high), b.force, b.forceful);
}

/* scene_look(world) -> (camera or None, show): what the scene says. */
static PyObject *scene_look(PyObject *module, PyObject *world)
{
    (void)module;
    struct world *s;
    tn_vec3 from, to;
    unsigned show = TN_SHOW_GROUND | TN_SHOW_FITTINGS | TN_SHOW_TRACES;
    if (!world_arg(world, &s))
        return NULL;
    bool camera = tn_scene_camera(s->w, &from, &to);
    tn_scene_show(s->w, &show);
    if (!leave(s))
        return NULL;
    PyObject *look = camera ? Py_BuildValue("(NN)", vec3(from), vec3(to)) : Py_NewRef(Py_None);
    return Py_BuildValue("(NI)", look, show);
}

/* ---- movies ---- */

static void cancel_movie(PyObject *capsule)
{
    tn_movie **m = PyCapsule_GetPointer(capsule, "tenon.movie");
    if (*m)
        tn_movie_cancel(*m);
    PyMem_Free(m);
}

static PyObject *movie_begin(PyObject *module, PyObject *args)
{
    (void)module;
    const char *path;
    double rate;
    char *message = NULL;
    if (!PyArg_ParseTuple(args, "sd", &path, &rate))
        return NULL;
    tn_movie **m = PyMem_Malloc(sizeof *m);
    if (!m)
        return PyErr_NoMemory();
    *m = tn_movie_begin(path, rate, &message);
    if (!*m) {
        PyMem_Free(m);
        return raise_message(TN_NO_FILE, message);
    }
    return PyCapsule_New(m, "tenon.movie", cancel_movie);
}

static PyObject *movie_frame(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *picture;
    char *message = NULL;
    if (!PyArg_ParseTuple(args, "OO", &capsule, &picture))
        return NULL;
    tn_movie **m = PyCapsule_GetPointer(capsule, "tenon.movie");
    tn_picture *p = picture_of(picture);
    if (!m || !p)
        return NULL;
    tn_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = *m ? tn_movie_frame(*m, p, &message) : TN_WRONG_USE;
    Py_END_ALLOW_THREADS;
    if (status != TN_OK)
        return raise_message(status, message);
    Py_RETURN_NONE;
}

static PyObject *movie_end(PyObject *module, PyObject *capsule)
{
    (void)module;
    char *message = NULL;
    tn_movie **m = PyCapsule_GetPointer(capsule, "tenon.movie");
    if (!m)
        return NULL;
    tn_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = *m ? tn_movie_end(*m, &message) : TN_WRONG_USE;
    Py_END_ALLOW_THREADS;
    *m = NULL;
    if (status != TN_OK)
        return raise_message(status, message);
    Py_RETURN_NONE;
}

/* ---- plots ---- */

/* plot(path, lines, title, x label, y label, log x, log y, marks): lines are (name, x, y). */
static PyObject *plot(PyObject *module, PyObject *args)
{
    (void)module;
    const char *path;
    PyObject *lines;
    int log_x, log_y, marks;
    char *message = NULL;
    tn_plot_options o = tn_plot_default();
    if (!PyArg_ParseTuple(args, "sO!zzzppp", &path, &PyList_Type, &lines, &o.title, &o.x_label, &o.y_label, &log_x,
                          &log_y, &marks))
        return NULL;
    o.log_x = log_x;
    o.log_y = log_y;
    o.marks = marks;
    tn_plot *p = tn_plot_new(&o, &message);
    if (!p)
        return raise_message(TN_WRONG_USE, message);
    bool good = true;
    for (Py_ssize_t i = 0; good && i < PyList_Size(lines); i++) {
        const char *name;
        PyObject *first, *second;
        struct doubles x = {0}, y = {0};
        good = PyArg_ParseTuple(PyList_GetItem(lines, i), "zOO", &name, &first, &second) && doubles_get(first, &x) &&
               doubles_get(second, &y);
        if (good)
            tn_plot_line(p, name, x.at, y.at, (int)(x.count < y.count ? x.count : y.count));
        doubles_release(&x);
        doubles_release(&y);
    }
    tn_status status = good ? tn_plot_save(p, path, &message) : TN_OK;
    tn_plot_free(p);
    if (!good)
        return NULL;
    if (status != TN_OK)
        return raise_message(status, message);
    Py_RETURN_NONE;
}

PyMethodDef picture_functions[] = {
    {"picture_new", picture_new, METH_VARARGS, "A picture to draw into."},
    {"picture_draw", picture_draw, METH_VARARGS, "picture_draw(picture, world, only_follow)"},
    {"picture_trail", picture_trail, METH_VARARGS, "picture_trail(picture, world, id, local)"},
    {"picture_save", picture_save, METH_VARARGS, "picture_save(picture, path)"},
    {"picture_pixels", picture_pixels, METH_O, "The pixels drawn last."},
    {"view_bounds", view_bounds, METH_VARARGS, "view_bounds(world, earlier): the extent of what is visible."},
    {"scene_look", scene_look, METH_O, "The camera and the layers of the scene."},
    {"movie_begin", movie_begin, METH_VARARGS, "movie_begin(path, frames per second)"},
    {"movie_frame", movie_frame, METH_VARARGS, "movie_frame(movie, picture)"},
    {"movie_end", movie_end, METH_O, "Completes the file."},
    {"plot", plot, METH_VARARGS, "Lines as SVG or PNG."},
    {0},
};
