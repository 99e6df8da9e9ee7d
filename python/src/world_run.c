/* world_run.c: methods of World about time: advancing, assembling, solving, measuring, undo.
 *
 * Ctrl-C: advancing is done in pieces of SLICE seconds of the clock, and signals are looked at in between; the result
 * is the same to the bit. Assembling and solving run on a thread of their own, which is interrupted.
 */
#include "binding.h"

#include <math.h>
#include <pthread.h>

static const double SLICE = 0.05;

/* ---- time ---- */

static PyObject *get_time(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    double t = tn_time(s->w);
    if (!leave(s))
        return NULL;
    return PyFloat_FromDouble(t);
}

static PyObject *stuck(struct world *s, tn_status status)
{
    const char *why = tn_failure(s->w);
    s->no_memory = status == TN_NO_MEMORY;
    return raise_status(status, why && *why ? why : NULL, NULL);
}

static PyObject *advance(struct world *s, PyObject *target)
{
    double t = PyFloat_AsDouble(target);
    if (PyErr_Occurred() || !enter(s))
        return NULL;
    tn_status status;
    bool signalled = false;
    do {
        Py_BEGIN_ALLOW_THREADS;
        status = tn_advance_within(s->w, t, SLICE);
        Py_END_ALLOW_THREADS;
        signalled = !s->error && PyErr_CheckSignals() != 0;
    } while (status == TN_OK && !signalled && !s->error && tn_time(s->w) < t);
    if (!leave(s) || signalled)
        return NULL;
    if (status == TN_WRONG_USE && s->lent)
        return raise_status(status, "a function of on_step cannot advance its world", NULL);
    if (status == TN_WRONG_USE)
        return raise_status(status, "the time must be a finite number that is not earlier than the world's", NULL);
    if (status != TN_OK)
        return stuck(s, status);
    Py_RETURN_NONE;
}

/* A call of the library on a thread of its own, while this thread looks after signals. */
struct task {
    tn_world *w;
    tn_status (*run)(struct task *t);
    tn_status status;
    tn_assembly how;
    tn_assembled assembled;
    tn_optimum optimum;
    struct world *owner;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool done;
};

static tn_status run_assembly(struct task *t) { return tn_assemble_with(t->w, &t->how, &t->assembled); }
static tn_status run_solve(struct task *t) { return tn_solve(t->w, &t->optimum); }

static void *task_main(void *arg)
{
    struct task *t = arg;
    set_current(t->owner);
    t->status = t->run(t);
    pthread_mutex_lock(&t->lock);
    t->done = true;
    pthread_cond_signal(&t->changed);
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* Waits at most SLICE seconds for the end of the task. */
static bool task_wait(struct task *t)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(SLICE * 1e9);
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_mutex_lock(&t->lock);
    if (!t->done)
        pthread_cond_timedwait(&t->changed, &t->lock, &until);
    bool done = t->done;
    pthread_mutex_unlock(&t->lock);
    return done;
}

/* False after an exception: a signal, or one of a callback. */
static bool task_run(struct world *s, struct task *t)
{
    pthread_t thread;
    bool done = false, signalled = false;
    t->w = s->w;
    t->owner = s;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->changed, NULL);
    if (pthread_create(&thread, NULL, task_main, t) != 0) {
        t->status = t->run(t);
    } else {
        while (!done) {
            Py_BEGIN_ALLOW_THREADS;
            done = task_wait(t);
            Py_END_ALLOW_THREADS;
            if (!done && !signalled && PyErr_CheckSignals() != 0) {
                signalled = true;
                tn_interrupt(s->w);
            }
        }
        pthread_join(thread, NULL);
    }
    pthread_mutex_destroy(&t->lock);
    pthread_cond_destroy(&t->changed);
    if (signalled)
        tn_interrupt_clear(s->w);
    return !signalled;
}

static PyObject *assemble(struct world *s, PyObject *args)
{
    int way, restarts;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "iiK", &way, &restarts, &seed) || !enter(s))
        return NULL;
    struct task t = {.run = run_assembly, .how = tn_assembly_default()};
    t.how.way = (tn_assembly_way)way;
    t.how.restarts = restarts;
    t.how.seed = seed;
    bool good = task_run(s, &t);
    if (!leave(s) || !good)
        return NULL;
    if (t.status != TN_OK)
        return stuck(s, t.status);
    return Py_BuildValue("(Ndsil)", PyBool_FromLong(t.assembled.met), t.assembled.deviation, t.assembled.worst,
                         t.assembled.restarts, t.assembled.iterations);
}

static PyObject *solve(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    struct task t = {.run = run_solve};
    bool good = task_run(s, &t);
    if (!leave(s) || !good)
        return NULL;
    if (t.status != TN_OK)
        return stuck(s, t.status);
    const tn_optimum *o = &t.optimum;
    return Py_BuildValue("(iddddiss)", (int)o->outcome, o->objective, o->stationarity, o->feasibility,
                         o->complementarity, o->iterations, o->worst, o->message);
}

static PyObject *evaluate(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    tn_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = tn_evaluate(s->w);
    Py_END_ALLOW_THREADS;
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return stuck(s, status);
    Py_RETURN_NONE;
}

static PyObject *frame(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    tn_frame(s->w);
    if (!leave(s))
        return NULL;
    Py_RETURN_NONE;
}

/* ---- measures ---- */

static PyObject *measure(struct world *s, PyObject *unused)
{
    (void)unused;
    tn_measures m;
    if (!enter(s))
        return NULL;
    tn_status status = tn_measure(s->w, &m);
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return stuck(s, status);
    return Py_BuildValue("(ddddddNN)", m.kinetic, m.potential, m.work, m.drift, m.deviation, m.largest_deviation,
                         vec3(m.momentum), vec3(m.angular_momentum));
}

static PyObject *counts(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    tn_counts c = tn_count(s->w);
    if (!leave(s))
        return NULL;
    return Py_BuildValue("(iiiiiillll)", c.objects, c.constraints, c.forces, c.degrees_of_freedom, c.rows, c.rank,
                         c.steps, c.evaluations, c.fallbacks, c.iterations);
}

/* trouble(which) -> ids: 0 redundant, 1 contradictory, 2 unmet, 3 held softly. */
static PyObject *trouble(struct world *s, PyObject *which)
{
    static tn_constraint (*const lists[])(tn_world *, int) = {tn_redundant_at, tn_contradictory_at, tn_unmet_at,
                                                              tn_held_softly_at};
    long list = PyLong_AsLong(which);
    if (PyErr_Occurred())
        return NULL;
    if (list < 0 || list > 3)
        return PyErr_Format(PyExc_ValueError, "0 to 3");
    if (!enter(s))
        return NULL;
    PyObject *out = PyList_New(0);
    tn_constraint c;
    for (int i = 0; out && (c = lists[list](s->w, i), c.generation); i++) {
        PyObject *id = PyLong_FromUnsignedLongLong(tn_id(tn_thing_of_constraint(c)));
        if (!id || PyList_Append(out, id))
            Py_CLEAR(out);
        Py_XDECREF(id);
    }
    if (!leave(s))
        Py_CLEAR(out);
    return out;
}

static PyObject *warnings(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    PyObject *out = PyList_New(0);
    const char *text;
    for (int i = 0; out && (text = tn_warning(s->w, i)); i++) {
        PyObject *item = PyUnicode_FromString(text);
        if (!item || PyList_Append(out, item))
            Py_CLEAR(out);
        Py_XDECREF(item);
    }
    if (!leave(s))
        Py_CLEAR(out);
    return out;
}

/* ---- settings ---- */

static PyObject *set_setting(struct world *s, PyObject *args)
{
    const char *word, *value;
    if (!PyArg_ParseTuple(args, "ss", &word, &value) || !enter(s))
        return NULL;
    tn_settings now = tn_world_settings(s->w);
    tn_status status = tn_setting_put(&now, word, value);
    if (status == TN_OK)
        status = tn_world_configure(s->w, &now);
    if (!leave(s))
        return NULL;
    if (status == TN_OK)
        Py_RETURN_NONE;
    const tn_parameter *p = tn_setting(word);
    char *must = p ? tn_parameter_must(p) : NULL;
    PyErr_Format(PyExc_ValueError, "%s cannot be %s%s%s", word, value, must ? ": it must " : "", must ? must : "");
    tn_free(must);
    return NULL;
}

static PyObject *set_threads(struct world *s, PyObject *count)
{
    long n = PyLong_AsLong(count);
    if (PyErr_Occurred() || !enter(s))
        return NULL;
    tn_settings now = tn_world_settings(s->w);
    now.threads = (int)n;
    tn_status status = tn_world_configure(s->w, &now);
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return raise_status(status, "the number of threads must be from 0 to 1024", NULL);
    Py_RETURN_NONE;
}

/* (until, frames, step, up) */
static PyObject *settings(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    tn_settings now = tn_world_settings(s->w);
    if (!leave(s))
        return NULL;
    return Py_BuildValue("(dddC)", now.until, now.frames, now.step, (int)now.up);
}

/* ---- snapshots and undo ---- */

/* A snapshot does not keep its world alive: references from here to the world would be hidden from the garbage collector.
 * The world has a list of them, and frees what they hold when it ends. */
struct kept {
    struct world *owner; /* NULL: its world is gone */
    tn_snapshot *snapshot;
    struct kept *next;
    bool dropped; /* nobody has it any more */
};

/* Frees what dropped snapshots hold, or what all hold. */
static void free_snapshots(struct world *s, bool all)
{
    for (struct kept **at = &s->kept, *k; (k = *at) != NULL;) {
        if (!all && !k->dropped) {
            at = &k->next;
            continue;
        }
        *at = k->next;
        tn_snapshot_free(s->w, k->snapshot);
        k->owner = NULL;
        if (k->dropped)
            PyMem_Free(k);
    }
}

void forget_snapshots(struct world *s) { free_snapshots(s, true); }

static void free_kept(PyObject *capsule)
{
    struct kept *k = PyCapsule_GetPointer(capsule, "tenon.snapshot");
    k->dropped = true;
    if (!k->owner)
        PyMem_Free(k);
    else if (!k->owner->busy) /* one that computes, on another thread, must not be touched: it is done later */
        free_snapshots(k->owner, false);
}

static PyObject *snapshot(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    free_snapshots(s, false);
    struct kept *k = PyMem_Malloc(sizeof *k);
    if (k)
        *k = (struct kept){s, tn_snapshot_take(s->w), s->kept, false};
    if (k)
        s->kept = k;
    const bool good = leave(s);
    if (!k)
        return PyErr_NoMemory();
    PyObject *capsule = good ? PyCapsule_New(k, "tenon.snapshot", free_kept) : NULL;
    k->dropped = !capsule;
    return capsule;
}

static PyObject *restore(struct world *s, PyObject *capsule)
{
    struct kept *k = PyCapsule_GetPointer(capsule, "tenon.snapshot");
    if (!k || !enter(s))
        return NULL;
    tn_status status = k->owner == s ? tn_snapshot_restore(s->w, k->snapshot) : TN_WRONG_USE;
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return raise_status(status, "this snapshot was taken of another world", NULL);
    Py_RETURN_NONE;
}

static PyObject *keep_history(struct world *s, PyObject *args)
{
    int edits;
    unsigned long long bytes;
    if (!PyArg_ParseTuple(args, "iK", &edits, &bytes) || !enter(s))
        return NULL;
    tn_history_keep(s->w, edits, (size_t)bytes);
    s->history = edits > 0;
    if (!leave(s))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *undo(struct world *s, PyObject *back)
{
    int is = PyObject_IsTrue(back);
    if (!enter(s))
        return NULL;
    tn_status status = is ? tn_undo(s->w) : tn_redo(s->w);
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return raise_status(status, is ? "there is nothing to undo" : "there is nothing to redo", NULL);
    Py_RETURN_NONE;
}

static PyObject *edit_begin(struct world *s, PyObject *label)
{
    const char *text = utf8(label);
    if (!text || !enter(s))
        return NULL;
    tn_edit_begin(s->w, text);
    if (!leave(s))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *edit_end(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    tn_edit_end(s->w);
    if (!leave(s))
        return NULL;
    Py_RETURN_NONE;
}

PyMethodDef world_run_methods[] = {
    {"get_time", METHOD(get_time), METH_NOARGS, "The time of the world, s."},
    {"advance", METHOD(advance), METH_O, "Runs to a time."},
    {"assemble", METHOD(assemble), METH_VARARGS,
     "assemble(way, restarts, seed) -> (met, deviation, worst, restarts, iterations)"},
    {"solve", METHOD(solve), METH_NOARGS, "Moves to an optimum."},
    {"evaluate", METHOD(evaluate), METH_NOARGS, "Computes forces and accelerations without moving."},
    {"frame", METHOD(frame), METH_NOARGS, "Marks the present state as a frame."},
    {"measure", METHOD(measure), METH_NOARGS, "Energies, deviations, momenta."},
    {"counts", METHOD(counts), METH_NOARGS, "Counts of things, rows, steps."},
    {"trouble", METHOD(trouble), METH_O, "Constraints in trouble, by id."},
    {"warnings", METHOD(warnings), METH_NOARGS, "Warnings of planning and running."},
    {"set_setting", METHOD(set_setting), METH_VARARGS, "set_setting(word, text)"},
    {"set_threads", METHOD(set_threads), METH_O, "Worker threads of large models."},
    {"settings", METHOD(settings), METH_NOARGS, "(until, frames, step, up)"},
    {"snapshot", METHOD(snapshot), METH_NOARGS, "The present state, to be restored."},
    {"restore", METHOD(restore), METH_O, "Goes back to a snapshot."},
    {"keep_history", METHOD(keep_history), METH_VARARGS, "keep_history(edits, bytes)"},
    {"undo", METHOD(undo), METH_O, "True: undo; False: redo."},
    {"edit_begin", METHOD(edit_begin), METH_O, "Begins a group of edits."},
    {"edit_end", METHOD(edit_end), METH_NOARGS, "Ends a group of edits."},
    {0},
};
