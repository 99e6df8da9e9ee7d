/* world_hooks.c: functions of Python inside a world: forces, constraints, steps; and handles. */
#include "binding.h"

#include <math.h>

/* What `user` of a hook points to. The lists `hooks` of a world and its clones own it, in a capsule, and the functions beside
 * it, where the garbage collector sees them: they may refer to the world again. */
struct hook {
    PyObject *function, *potential;
    int rows;
    unsigned long long id; /* of its force or constraint, the same in clones; 0: none was made */
};

static void free_hook(PyObject *capsule) { PyMem_Free(PyCapsule_GetPointer(capsule, "tenon.hook")); }

static PyObject *signals(const tn_signal *at, int count)
{
    PyObject *out = PyTuple_New(count);
    for (int i = 0; out && i < count; i++) {
        PyObject *item =
            Py_BuildValue("((ddd)(ddd))", at[i].y.x, at[i].y.y, at[i].y.z, at[i].rate.x, at[i].rate.y, at[i].rate.z);
        if (!item || PyTuple_SetItem(out, i, item)) {
            Py_DECREF(out);
            return NULL;
        }
    }
    return out;
}

/* No function is called after one that failed, or for a world that is being freed. */
static bool is_silent(void)
{
    struct world *s = current_world();
    return is_closing() || (s && s->failed);
}

/* After an exception: did it come from outside, as Ctrl-C does? Then the call of the library is to end, but the function is
 * asked once more, so that the step that is being made has its numbers and can be gone on with, to the same bits. */
static bool asks_again(int *tries)
{
    enum { MOST = 3 };
    if (PyErr_ExceptionMatches(PyExc_Exception) || ++*tries > MOST)
        return false;
    keep_error();
    return true;
}

/* A function failed: the step that is being made is worth nothing, and leave() lets go of it. */
static void fail(void)
{
    struct world *s = current_world();
    keep_error();
    if (s)
        s->failed = true;
}

/* Calls a function of a force or a constraint; the object whose numbers *d borrows, or NULL. */
static PyObject *ask(PyObject *function, double t, const tn_signal *at, int count, int wanted, struct doubles *d)
{
    for (int tries = 0;;) {
        PyObject *list = signals(at, count);
        PyObject *out = list ? PyObject_CallFunction(function, "dN", t, list) : NULL;
        *d = (struct doubles){0};
        if (out && doubles_get(out, d)) {
            if (d->count == wanted)
                return out;
            PyErr_Format(PyExc_ValueError, "%d numbers are needed; the function returned %zd", wanted, d->count);
            doubles_release(d);
        }
        Py_XDECREF(out);
        if (!asks_again(&tries)) {
            fail();
            return NULL;
        }
    }
}

/* What a function that failed says: with it no step is made. */
static const double NOTHING = (double)NAN;

static void call_force(void *user, double t, const tn_signal *at, int count, tn_vec3 *force)
{
    struct hook *h = user;
    struct doubles d;
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *out = is_silent() ? NULL : ask(h->function, t, at, count, 3 * count, &d);
    for (int i = 0; i < count; i++)
        force[i] =
            out ? (tn_vec3){d.at[3 * i], d.at[3 * i + 1], d.at[3 * i + 2]} : (tn_vec3){NOTHING, NOTHING, NOTHING};
    if (out)
        doubles_release(&d);
    Py_XDECREF(out);
    PyGILState_Release(lock);
}

static double call_potential(void *user, const tn_signal *at, int count)
{
    struct hook *h = user;
    double energy = NOTHING;
    PyGILState_STATE lock = PyGILState_Ensure();
    for (int tries = 0; !is_silent();) {
        PyObject *list = signals(at, count);
        PyObject *out = list ? PyObject_CallFunction(h->potential, "(N)", list) : NULL;
        energy = out ? PyFloat_AsDouble(out) : NOTHING;
        Py_XDECREF(out);
        if (!PyErr_Occurred())
            break;
        energy = NOTHING;
        if (!asks_again(&tries)) {
            fail();
            break;
        }
    }
    PyGILState_Release(lock);
    return energy;
}

static void call_constraint(void *user, double t, const tn_signal *at, int count, tn_rows *rows)
{
    struct hook *h = user;
    struct doubles d;
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *out = is_silent() ? NULL : ask(h->function, t, at, count, h->rows, &d);
    for (int i = 0; i < h->rows; i++)
        rows->value[i] = out ? d.at[i] : NOTHING;
    if (out)
        doubles_release(&d);
    Py_XDECREF(out);
    PyGILState_Release(lock);
}

/* Between two steps the function may use the world, but not advance it. */
static void call_step(tn_world *w, void *user)
{
    (void)w, (void)user;
    PyGILState_STATE lock = PyGILState_Ensure();
    struct world *s = current_world();
    if (s && s->stepper && !is_silent()) {
        struct world *outer = s->outer;
        const unsigned long lent = s->lent;
        PyObject *function = Py_NewRef(s->stepper);
        s->busy = false;
        s->lent = PyThread_get_thread_ident();
        PyObject *out = PyObject_CallFunction(function, "O", (PyObject *)s);
        s->busy = true;
        s->lent = lent;
        s->outer = outer;
        set_current(s);
        if (!out)
            keep_error();
        Py_XDECREF(out);
        Py_DECREF(function);
    }
    PyGILState_Release(lock);
}

/* ---- adding ---- */

/* Arguments of hooks: tuples (kind, id, x, y, z): "point", "direction", "object", "vector". */
static bool hook_args(struct world *s, PyObject *list, tn_arg *args, int *count)
{
    *count = (int)PyList_Size(list);
    if (*count < 1 || *count > TN_ARGS) {
        PyErr_Format(PyExc_ValueError, "a function of a world has 1 to %d arguments, not %d", TN_ARGS, *count);
        return false;
    }
    for (int i = 0; i < *count; i++) {
        const char *kind;
        unsigned long long id;
        tn_vec3 v;
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "sKddd", &kind, &id, &v.x, &v.y, &v.z))
            return false;
        tn_object o = tn_thing_object(thing_arg(s, id));
        args[i] = kind[0] == 'p'   ? tn_arg_point(o, v)
                  : kind[0] == 'd' ? tn_arg_direction(o, v)
                  : kind[0] == 'o' ? tn_arg_object(o)
                                   : tn_arg_vector(v);
    }
    return true;
}

/* Lets go of the functions of things that were removed, if nothing can bring them back. */
static void sweep_hooks(struct world *s)
{
    for (Py_ssize_t i = PyList_Size(s->hooks); i-- > 0 && !s->kept && !s->history;) {
        struct hook *h = PyCapsule_GetPointer(PyTuple_GetItem(PyList_GetItem(s->hooks, i), 0), "tenon.hook");
        if (thing_arg(s, h->id).type == TN_THING_NONE)
            PyList_SetSlice(s->hooks, i, i + 1, NULL);
    }
}

/* Keeps the functions as long as the world and its clones have the thing; NULL after an exception. */
static struct hook *hook_new(struct world *s, PyObject *function, PyObject *potential, int rows)
{
    sweep_hooks(s);
    struct hook *h = PyMem_Malloc(sizeof *h);
    if (!h) {
        PyErr_NoMemory();
        return NULL;
    }
    *h = (struct hook){function == Py_None ? NULL : function, potential == Py_None ? NULL : potential, rows, 0};
    PyObject *capsule = PyCapsule_New(h, "tenon.hook", free_hook);
    if (!capsule) {
        PyMem_Free(h);
        return NULL;
    }
    PyObject *kept = Py_BuildValue("(NOO)", capsule, function, potential);
    bool good = kept && PyList_Append(s->hooks, kept) == 0;
    Py_XDECREF(kept);
    return good ? h : NULL;
}

/* hook_force(name or None, args, function or None, potential or None, length) -> id */
static PyObject *hook_force(struct world *s, PyObject *args)
{
    PyObject *list, *function, *potential;
    tn_force_hook def = tn_force_hook_default();
    char *message = NULL;
    if (!PyArg_ParseTuple(args, "zO!OOd", &def.name, &PyList_Type, &list, &function, &potential, &def.length) ||
        !enter(s))
        return NULL;
    struct hook *h = hook_args(s, list, def.args, &def.count) ? hook_new(s, function, potential, 0) : NULL;
    tn_force f = {0};
    if (h) {
        def.force = h->function ? call_force : NULL;
        def.potential = h->potential ? call_potential : NULL;
        def.user = h;
        f = tn_force_hook_add(s->w, &def, &message);
    }
    if (h && f.generation)
        h->id = tn_id(tn_thing_of_force(f));
    if (!leave(s) || !h)
        return NULL;
    if (!f.generation)
        return raise_message(TN_WRONG_USE, message);
    return PyLong_FromUnsignedLongLong(h->id);
}

/* hook_constraint(name or None, args, function, rows, velocity, depends_on_time, length, duration, tau) -> id */
static PyObject *hook_constraint(struct world *s, PyObject *args)
{
    PyObject *list, *function;
    tn_constraint_hook def = tn_constraint_hook_default();
    int velocity, timed;
    char *message = NULL;
    if (!PyArg_ParseTuple(args, "zO!Oippddd", &def.name, &PyList_Type, &list, &function, &def.rows, &velocity, &timed,
                          &def.length, &def.duration, &def.tau) ||
        !enter(s))
        return NULL;
    struct hook *h = hook_args(s, list, def.args, &def.count) ? hook_new(s, function, Py_None, def.rows) : NULL;
    tn_constraint c = {0};
    if (h) {
        def.function = call_constraint;
        def.velocity = velocity;
        def.depends_on_time = timed;
        def.user = h;
        c = tn_constraint_hook_add(s->w, &def, &message);
    }
    if (h && c.generation)
        h->id = tn_id(tn_thing_of_constraint(c));
    if (!leave(s) || !h)
        return NULL;
    if (!c.generation)
        return raise_message(TN_WRONG_USE, message);
    return PyLong_FromUnsignedLongLong(h->id);
}

/* hooked() -> (names of the forces and constraints that are functions, whether one is called after steps, handles) */
static PyObject *hooked(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    PyObject *names = PyList_New(0);
    for (Py_ssize_t i = 0; names && i < PyList_Size(s->hooks); i++) {
        struct hook *h = PyCapsule_GetPointer(PyTuple_GetItem(PyList_GetItem(s->hooks, i), 0), "tenon.hook");
        tn_thing t = thing_arg(s, h->id);
        const char *name = t.type == TN_THING_NONE ? NULL : tn_thing_name(s->w, t);
        PyObject *text = name ? PyUnicode_FromString(name) : NULL;
        if (name && (!text || PyList_Append(names, text)))
            Py_CLEAR(names);
        Py_XDECREF(text);
    }
    const int handles = tn_handle_count(s->w);
    if (!leave(s))
        Py_CLEAR(names);
    return names ? Py_BuildValue("(NOi)", names, s->stepper ? Py_True : Py_False, handles) : NULL;
}

/* hook_steps(function or None, every) */
static PyObject *hook_steps(struct world *s, PyObject *args)
{
    PyObject *function;
    tn_step_hook def = tn_step_hook_default();
    if (!PyArg_ParseTuple(args, "Od", &function, &def.every) || !enter(s))
        return NULL;
    def.after = call_step;
    tn_status status = tn_world_hook_steps(s->w, function == Py_None ? NULL : &def);
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return raise_status(status, "the time between two calls must be a finite number that is not negative", NULL);
    Py_XDECREF(s->stepper);
    s->stepper = function == Py_None ? NULL : Py_NewRef(function);
    Py_RETURN_NONE;
}

/* ---- handles ---- */

/* grab(id, local, hard, force, time) -> (slot, generation) */
static PyObject *grab(struct world *s, PyObject *args)
{
    unsigned long long id;
    PyObject *local;
    int hard;
    tn_grab_def def = tn_grab_default();
    char *message = NULL;
    if (!PyArg_ParseTuple(args, "KOpdd", &id, &local, &hard, &def.force, &def.time) || !vec3_from(local, &def.local) ||
        !enter(s))
        return NULL;
    def.object = tn_thing_object(thing_arg(s, id));
    def.how = hard ? TN_GRAB_HARD : TN_GRAB_SPRING;
    tn_handle h = tn_grab_with(s->w, &def, &message);
    if (!leave(s))
        return NULL;
    if (!h.generation)
        return raise_message(TN_WRONG_USE, message);
    return Py_BuildValue("(II)", h.slot, h.generation);
}

static PyObject *drag(struct world *s, PyObject *args)
{
    tn_handle h;
    PyObject *place;
    tn_vec3 target;
    if (!PyArg_ParseTuple(args, "IIO", &h.slot, &h.generation, &place) || !vec3_from(place, &target) || !enter(s))
        return NULL;
    tn_status status = tn_drag_to(s->w, h, target);
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return raise_status(status, "this handle was released, or its target is not finite", NULL);
    Py_RETURN_NONE;
}

static PyObject *release_handle(struct world *s, PyObject *args)
{
    tn_handle h;
    if (!PyArg_ParseTuple(args, "II", &h.slot, &h.generation) || !enter(s))
        return NULL;
    tn_status status = tn_release(s->w, h);
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return raise_status(status, "this handle was released", NULL);
    Py_RETURN_NONE;
}

static PyObject *handle_force(struct world *s, PyObject *args)
{
    tn_handle h;
    tn_handle_state g;
    if (!PyArg_ParseTuple(args, "II", &h.slot, &h.generation) || !enter(s))
        return NULL;
    tn_status status = tn_handle_get(s->w, h, &g);
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return raise_status(status, "this handle was released", NULL);
    return Py_BuildValue("(NNN)", vec3(g.point), vec3(g.target), vec3(g.force));
}

PyMethodDef world_hook_methods[] = {
    {"hook_force", METHOD(hook_force), METH_VARARGS, "hook_force(name, args, function, potential, length) -> id"},
    {"hook_constraint", METHOD(hook_constraint), METH_VARARGS,
     "hook_constraint(name, args, function, rows, velocity, depends_on_time, length, duration, tau) -> id"},
    {"hook_steps", METHOD(hook_steps), METH_VARARGS, "hook_steps(function or None, every)"},
    {"hooked", METHOD(hooked), METH_NOARGS, "hooked() -> (names of functions, whether steps are hooked, handles)"},
    {"grab", METHOD(grab), METH_VARARGS, "grab(id, local, hard, force, time) -> handle"},
    {"drag", METHOD(drag), METH_VARARGS, "drag(slot, generation, target)"},
    {"release", METHOD(release_handle), METH_VARARGS, "release(slot, generation)"},
    {"handle", METHOD(handle_force), METH_VARARGS, "handle(slot, generation) -> (point, target, force)"},
    {0},
};
