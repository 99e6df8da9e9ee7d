/* world.c: the type World: making and closing, texts and files. */
#include "binding.h"

#include <stdlib.h>
#include <string.h>

#include "tenon/picture.h"

static PyTypeObject *world_type;
static _Thread_local struct world *running;

/* ---- calls of the library ---- */

struct world *current_world(void) { return running; }

void set_current(struct world *s) { running = s; }

bool enter(struct world *s)
{
    if (!s->w) {
        PyErr_SetString(PyExc_ValueError, "this world is closed");
        return false;
    }
    if (s->no_memory && tn_release(s->w, (tn_handle){0, 0}) == TN_NO_MEMORY) { /* of no handle: it only answers */
        PyErr_SetString(PyExc_MemoryError,
                        "memory ran out while this world was being changed, and either there is still "
                        "none, or the world was lost: free memory, and make it anew");
        return false;
    }
    s->no_memory = false;
    if (s->busy || (s->lent && s->lent != PyThread_get_thread_ident())) {
        PyErr_SetString(PyExc_RuntimeError,
                        "this world is computing: it can be used again when that call has returned");
        return false;
    }
    s->busy = true;
    s->outer = running;
    running = s;
    return true;
}

bool leave(struct world *s)
{
    s->busy = false;
    running = s->outer;
    if (!s->error)
        return true;
    tn_interrupt_clear(s->w);
    if (s->failed) /* a snapshot lets go of an unfinished step, whose numbers are worth nothing */
        tn_snapshot_free(s->w, tn_snapshot_take(s->w));
    s->failed = false;
    PyErr_SetObject((PyObject *)Py_TYPE(s->error), s->error);
    Py_CLEAR(s->error);
    return false;
}

void keep_error(void)
{
    PyObject *type, *value, *trace;
    struct world *s = running;
    if (!s || s->error) {
        PyErr_Clear();
        return;
    }
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (value && trace)
        PyException_SetTraceback(value, trace);
    s->error = value;
    Py_XDECREF(type);
    Py_XDECREF(trace);
    tn_interrupt(s->w);
}

/* ---- making and closing ---- */

bool is_world(PyObject *o) { return PyObject_TypeCheck(o, world_type); }

static struct world *wrap(PyTypeObject *type, tn_world *w, PyObject *hooks)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    struct world *s = (struct world *)allocate(type, 0);
    if (!s) {
        tn_world_free(w);
        return NULL;
    }
    s->w = w;
    s->hooks = hooks ? PyList_GetSlice(hooks, 0, PyList_Size(hooks)) : PyList_New(0);
    if (s->hooks)
        return s;
    Py_DECREF(s);
    return NULL;
}

static PyObject *world_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    (void)args, (void)keywords;
    tn_world *w = tn_world_new();
    tn_scene_read_images(w, tn_read_png);
    return (PyObject *)wrap(type, w, NULL);
}

/* An unfinished call of a world that is freed is let go of, which may run it on for a bit. Its functions are not called any
 * more: the garbage collector may have cleared them before the world. */
static _Thread_local bool closing;

bool is_closing(void) { return closing; }

static void close_world(struct world *s)
{
    const bool outer = closing;
    closing = true;
    forget_snapshots(s);
    if (s->w)
        tn_world_free(s->w);
    closing = outer;
    s->w = NULL;
    Py_CLEAR(s->hooks);
    Py_CLEAR(s->stepper);
    Py_CLEAR(s->error);
}

static int world_traverse(PyObject *o, visitproc visit, void *arg)
{
    struct world *s = (struct world *)o;
    Py_VISIT(s->hooks);
    Py_VISIT(s->stepper);
    Py_VISIT(s->error);
    Py_VISIT(Py_TYPE(o));
    return 0;
}

static int world_clear(PyObject *o)
{
    close_world((struct world *)o);
    return 0;
}

static void world_free(PyObject *o)
{
    PyTypeObject *type = Py_TYPE(o);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    PyObject_GC_UnTrack(o);
    close_world((struct world *)o);
    release(o);
    Py_DECREF(type);
}

static PyObject *close_now(struct world *s, PyObject *unused)
{
    (void)unused;
    if (s->busy || s->lent) {
        PyErr_SetString(PyExc_RuntimeError, "this world is computing and cannot be closed now");
        return NULL;
    }
    close_world(s);
    Py_RETURN_NONE;
}

static PyObject *clone(struct world *s, PyObject *type)
{
    if (!enter(s))
        return NULL;
    tn_world *w = tn_world_clone(s->w);
    if (!leave(s)) {
        tn_world_free(w);
        return NULL;
    }
    struct world *copy = wrap((PyTypeObject *)type, w, s->hooks);
    if (copy && s->stepper)
        copy->stepper = Py_NewRef(s->stepper);
    return (PyObject *)copy;
}

static PyObject *closed(PyObject *o, void *closure)
{
    (void)closure;
    return PyBool_FromLong(((struct world *)o)->w == NULL);
}

/* ---- texts ---- */

/* Ends a call that reads: warnings as a list, or an exception. */
static PyObject *finish_reading(struct world *s, tn_status status, tn_diagnostics *d, const char *what)
{
    PyObject *out = NULL;
    s->no_memory = status == TN_NO_MEMORY;
    if (leave(s)) {
        if (status == TN_OK)
            out = diagnostics_list(d);
        else
            raise_status(status, what, d);
    }
    tn_diagnostics_free(d);
    return out;
}

static PyObject *read_text(struct world *s, PyObject *args)
{
    const char *name, *text;
    if (!PyArg_ParseTuple(args, "ss", &name, &text) || !enter(s))
        return NULL;
    tn_diagnostics *d = tn_diagnostics_new();
    tn_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = tn_read_text(s->w, name, text, d);
    Py_END_ALLOW_THREADS;
    return finish_reading(s, status, d, name);
}

static PyObject *read_file(struct world *s, PyObject *args)
{
    const char *path;
    if (!PyArg_ParseTuple(args, "s", &path) || !enter(s))
        return NULL;
    tn_diagnostics *d = tn_diagnostics_new();
    tn_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = tn_read_file(s->w, path, d);
    Py_END_ALLOW_THREADS;
    return finish_reading(s, status, d, path);
}

static PyObject *change(struct world *s, PyObject *args)
{
    const char *text;
    if (!PyArg_ParseTuple(args, "s", &text) || !enter(s))
        return NULL;
    tn_diagnostics *d = tn_diagnostics_new();
    tn_status status = tn_change_text(s->w, "change", text, d);
    return finish_reading(s, status, d, NULL);
}

static PyObject *set(struct world *s, PyObject *args)
{
    const char *name, *expression;
    if (!PyArg_ParseTuple(args, "ss", &name, &expression) || !enter(s))
        return NULL;
    tn_diagnostics *d = tn_diagnostics_new();
    tn_status status = tn_set(s->w, name, expression, d);
    return finish_reading(s, status, d, NULL);
}

static PyObject *allow_read(struct world *s, PyObject *args)
{
    const char *folder;
    if (!PyArg_ParseTuple(args, "s", &folder) || !enter(s))
        return NULL;
    tn_status status = tn_allow_read(s->w, folder);
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return raise_status(status, folder, NULL);
    Py_RETURN_NONE;
}

/* add(text) -> (id, warnings): one statement or block. */
static PyObject *add(struct world *s, PyObject *args)
{
    const char *text;
    if (!PyArg_ParseTuple(args, "s", &text) || !enter(s))
        return NULL;
    tn_thing made = {0};
    tn_diagnostics *d = tn_diagnostics_new();
    tn_status status = TN_WRONG_MODEL;
    tn_def *def = tn_def_parse(text, d);
    if (def)
        status = tn_add(s->w, def, &made, d);
    tn_def_free(def);
    PyObject *warnings = finish_reading(s, status, d, NULL);
    return warnings ? Py_BuildValue("(KN)", (unsigned long long)tn_id(made), warnings) : NULL;
}

static PyObject *write_text(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    char *text = tn_write_text(s->w);
    if (!leave(s)) {
        tn_free(text);
        return NULL;
    }
    return owned_text(text);
}

static PyObject *write_state(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    char *text = tn_write_state(s->w);
    if (!leave(s)) {
        tn_free(text);
        return NULL;
    }
    return owned_text(text);
}

static PyMethodDef text_methods[] = {
    {"close", METHOD(close_now), METH_NOARGS, "Frees the world."},
    {"clone", METHOD(clone), METH_O, "A copy of the world, of the given type."},
    {"read_text", METHOD(read_text), METH_VARARGS, "read_text(name, text) -> warnings"},
    {"read_file", METHOD(read_file), METH_VARARGS, "read_file(path) -> warnings"},
    {"change", METHOD(change), METH_VARARGS, "change(text) -> warnings: on, off, set and let, now"},
    {"set", METHOD(set), METH_VARARGS, "set(name, expression): overrides a let of texts read afterwards"},
    {"allow_read", METHOD(allow_read), METH_VARARGS, "allow_read(folder)"},
    {"add", METHOD(add), METH_VARARGS, "add(text) -> (id, warnings): one statement or block"},
    {"write_text", METHOD(write_text), METH_NOARGS, "The world as text of the scene language."},
    {"write_state", METHOD(write_state), METH_NOARGS, "The state of the run as text."},
    {0},
};

static PyGetSetDef world_properties[] = {
    {"closed", closed, NULL, "Was it closed?", NULL},
    {0},
};

/* All methods of the type in one list, which lives as long as the type. */
static PyMethodDef *gather_methods(void)
{
    PyMethodDef *lists[] = {text_methods, world_thing_methods, world_run_methods, world_array_methods,
                            world_hook_methods};
    enum { LISTS = sizeof lists / sizeof *lists, MOST = 128 };
    static PyMethodDef all[MOST];
    int count = 0;
    for (int i = 0; i < LISTS; i++)
        for (PyMethodDef *m = lists[i]; m->ml_name && count < MOST - 1; m++)
            all[count++] = *m;
    return all;
}

int world_ready(PyObject *module);
int world_ready(PyObject *module)
{
    PyType_Slot slots[] = {
        {Py_tp_new, (void *)world_new},
        {Py_tp_dealloc, (void *)world_free},
        {Py_tp_traverse, (void *)world_traverse},
        {Py_tp_clear, (void *)world_clear},
        {Py_tp_methods, gather_methods()},
        {Py_tp_getset, world_properties},
        {Py_tp_doc, "A world of the library; things in it are numbers."},
        {0, NULL},
    };
    PyType_Spec spec = {"tenon._tenon.World", sizeof(struct world), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots};
    world_type = (PyTypeObject *)PyType_FromSpec(&spec);
    if (!world_type)
        return -1;
    return PyModule_AddObjectRef(module, "World", (PyObject *)world_type);
}
