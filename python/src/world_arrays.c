/* world_arrays.c: methods of World about many numbers at once: the state without a copy, poses, loads, matrices. */
#include "binding.h"

#include <string.h>

static void release_state(void *owner) { tn_state_free(owner); }
static void release_system(void *owner) { Py_DecRef(owner); }

/* state(part) -> Array: the memory of the world itself. */
static PyObject *state(struct world *s, PyObject *args)
{
    int part;
    if (!PyArg_ParseTuple(args, "i", &part) || !enter(s))
        return NULL;
    tn_state *now = tn_state_take(s->w);
    if (!leave(s)) {
        tn_state_free(now);
        return NULL;
    }
    if (!now)
        return raise_status(TN_WRONG_MODEL, tn_failure(s->w), NULL);
    Py_ssize_t count = tn_state_count(now, (tn_state_part)part);
    struct array_memory memory = {.data = (void *)(uintptr_t)tn_state_numbers(now, (tn_state_part)part),
                                  .owner = now,
                                  .release = release_state,
                                  .format = 'd'};
    return array_new(memory, 1, &count);
}

static PyObject *state_version(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    tn_state *now = tn_state_take(s->w);
    unsigned long long version = tn_state_version(now);
    tn_state_free(now);
    if (!leave(s))
        return NULL;
    return PyLong_FromUnsignedLongLong(version);
}

/* A list of (part, offset, object, constraint, index, coordinate, unit, other). */
static PyObject *state_layout(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    tn_state *now = tn_state_take(s->w);
    PyObject *list = PyList_New(0);
    tn_state_number n;
    for (int i = 0; list && tn_state_number_at(now, i, &n); i++) {
        PyObject *item = Py_BuildValue(
            "(iiKKissi)", (int)n.part, n.offset, (unsigned long long)tn_id(tn_thing_of_object(n.object)),
            (unsigned long long)tn_id(tn_thing_of_constraint(n.constraint)), n.index, n.coordinate, n.unit, n.other);
        if (!item || PyList_Append(list, item))
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    tn_state_free(now);
    if (!leave(s))
        Py_CLEAR(list);
    return list;
}

/* state_put(positions or None, velocities or None) */
static PyObject *state_put(struct world *s, PyObject *args)
{
    PyObject *first, *second;
    struct doubles q = {0}, v = {0};
    char *message = NULL;
    if (!PyArg_ParseTuple(args, "OO", &first, &second) || (first != Py_None && !doubles_get(first, &q)))
        return NULL;
    if ((second != Py_None && !doubles_get(second, &v)) || !enter(s)) {
        doubles_release(&q);
        doubles_release(&v);
        return NULL;
    }
    tn_state *now = tn_state_take(s->w);
    tn_status status = tn_state_put(s->w, now, q.at, (int)q.count, v.at, (int)v.count, &message);
    tn_state_free(now);
    doubles_release(&q);
    doubles_release(&v);
    if (!leave(s)) {
        tn_free(message);
        return NULL;
    }
    if (status != TN_OK)
        return raise_message(status, message);
    Py_RETURN_NONE;
}

/* ---- everything of one sort ---- */

typedef tn_status fill(tn_world *w, double *out, int rows);

/* Fills an array of rows × columns (columns 0: one dimension); `out` is memory to use again, or None. */
static PyObject *filled(struct world *s, PyObject *out, int rows, int columns, fill *f)
{
    Py_ssize_t shape[2] = {rows, columns};
    double *data = NULL;
    PyObject *array = NULL;
    Py_buffer view = {0};
    if (out == Py_None) {
        array = array_doubles(columns ? 2 : 1, shape, &data);
    } else if (PyObject_GetBuffer(out, &view, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE | PyBUF_FORMAT) == 0) {
        if (!view.format || strcmp(view.format, "d") != 0) {
            PyErr_Format(PyExc_TypeError, "out must hold numbers of type double ('d'), not %s",
                         view.format ? view.format : "bytes");
        } else if (view.len == (Py_ssize_t)sizeof(double) * rows * (columns ? columns : 1)) {
            data = view.buf;
            array = Py_NewRef(out);
        } else {
            PyErr_Format(PyExc_ValueError, "out must have room for %d × %d numbers", rows, columns ? columns : 1);
        }
    }
    tn_status status = array ? f(s->w, data, rows) : TN_OK;
    if (view.obj)
        PyBuffer_Release(&view);
    if (!leave(s) || status != TN_OK) {
        Py_CLEAR(array);
        if (!PyErr_Occurred())
            raise_status(status, tn_failure(s->w), NULL);
    }
    return array;
}

static PyObject *poses(struct world *s, PyObject *out)
{
    return enter(s) ? filled(s, out, tn_object_count(s->w), TN_POSE_NUMBERS, tn_poses) : NULL;
}

static PyObject *constraint_states(struct world *s, PyObject *out)
{
    return enter(s) ? filled(s, out, tn_constraint_count(s->w), TN_CONSTRAINT_NUMBERS, tn_constraint_states) : NULL;
}

static PyObject *probe_values(struct world *s, PyObject *out)
{
    return enter(s) ? filled(s, out, tn_probe_count(s->w), 0, tn_probe_values) : NULL;
}

static PyObject *probe_names(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < tn_probe_count(s->w); i++) {
        PyObject *item = PyUnicode_FromString(tn_probe_name(s->w, i));
        if (!item || PyList_Append(list, item))
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    if (!leave(s))
        return NULL;
    return list;
}

/* nodes(id) -> (positions, velocities) of a flexible block: copies, n × 3. */
static PyObject *nodes(struct world *s, PyObject *id)
{
    unsigned long long number = PyLong_AsUnsignedLongLong(id);
    if (PyErr_Occurred() || !enter(s))
        return NULL;
    const double *from[2];
    int count = tn_object_nodes(s->w, tn_thing_object(thing_arg(s, number)), &from[0], &from[1]);
    Py_ssize_t shape[2] = {count, 3};
    PyObject *arrays[2] = {NULL, NULL};
    for (int k = 0; k < 2; k++) {
        double *data;
        arrays[k] = array_doubles(2, shape, &data);
        for (int i = 0; arrays[k] && i < 3 * count; i++)
            data[i] = from[k][i];
    }
    if (!leave(s))
        return NULL;
    return Py_BuildValue("(NN)", arrays[0], arrays[1]);
}

/* ---- the equations of motion ---- */

static void free_system(PyObject *capsule) { tn_system_free(PyCapsule_GetPointer(capsule, "tenon.system")); }

/* Numbers of a system, which the array keeps. */
static PyObject *part_of(PyObject *capsule, const void *data, char format, Py_ssize_t count)
{
    struct array_memory memory = {
        .data = (void *)(uintptr_t)data, .owner = Py_NewRef(capsule), .release = release_system, .format = format};
    return array_new(memory, 1, &count);
}

static PyObject *matrix_of(PyObject *capsule, tn_csr m)
{
    return Py_BuildValue("(iiNNN)", m.rows, m.columns, part_of(capsule, m.start, 'i', m.rows + 1),
                         part_of(capsule, m.column, 'i', m.entries), part_of(capsule, m.value, 'd', m.entries));
}

static PyObject *rows_of(const tn_system *e)
{
    PyObject *list = PyList_New(0);
    tn_system_row r;
    for (int i = 0; list && tn_system_row_at(e, i, &r); i++) {
        PyObject *item = Py_BuildValue("(KiiiN)", (unsigned long long)tn_id(tn_thing_of_constraint(r.constraint)),
                                       r.index, r.limit, r.level, PyBool_FromLong(r.held));
        if (!item || PyList_Append(list, item))
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* (J, M, multipliers, deviations, rates, forces, accelerations, rows) */
static PyObject *equations(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    tn_system *e = tn_system_take(s->w, NULL);
    if (!leave(s)) {
        tn_system_free(e);
        return NULL;
    }
    if (!e)
        return raise_status(TN_WRONG_MODEL, tn_failure(s->w), NULL);
    PyObject *capsule = PyCapsule_New(e, "tenon.system", free_system);
    if (!capsule) {
        tn_system_free(e);
        return NULL;
    }
    Py_ssize_t rows = tn_system_rows(e), velocities = tn_system_velocities(e);
    PyObject *out =
        Py_BuildValue("(NNNNNNNN)", matrix_of(capsule, tn_system_jacobian(e)), matrix_of(capsule, tn_system_mass(e)),
                      part_of(capsule, tn_system_numbers(e, TN_SYSTEM_MULTIPLIERS), 'd', rows),
                      part_of(capsule, tn_system_numbers(e, TN_SYSTEM_DEVIATIONS), 'd', rows),
                      part_of(capsule, tn_system_numbers(e, TN_SYSTEM_RATES), 'd', rows),
                      part_of(capsule, tn_system_numbers(e, TN_SYSTEM_FORCES), 'd', velocities),
                      part_of(capsule, tn_system_numbers(e, TN_SYSTEM_ACCELERATIONS), 'd', velocities), rows_of(e));
    Py_DECREF(capsule);
    return out;
}

/* What a constraint exerts: a list of (object, coordinate, velocity, force). */
static PyObject *constraint_forces(struct world *s, PyObject *id)
{
    unsigned long long number = PyLong_AsUnsignedLongLong(id);
    if (PyErr_Occurred() || !enter(s))
        return NULL;
    tn_constraint c = tn_thing_constraint(thing_arg(s, number));
    int count = tn_constraint_forces(s->w, c, NULL, 0);
    tn_generalized_force *f = PyMem_Calloc(count ? (size_t)count : 1, sizeof *f);
    count = f ? tn_constraint_forces(s->w, c, f, count) : 0;
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < count; i++) {
        PyObject *item = Py_BuildValue("(Ksid)", (unsigned long long)tn_id(tn_thing_of_object(f[i].object)),
                                       f[i].coordinate, f[i].velocity, f[i].force);
        if (!item || PyList_Append(list, item))
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    PyMem_Free(f);
    if (!leave(s))
        Py_CLEAR(list);
    return list;
}

/* The contact points of the last step: a list of (a, b, point, normal, force, gap). */
static PyObject *touches(struct world *s, PyObject *unused)
{
    (void)unused;
    if (!enter(s))
        return NULL;
    PyObject *list = PyList_New(0);
    tn_touch t;
    for (int i = 0; list && tn_touch_get(s->w, i, &t); i++) {
        PyObject *item = Py_BuildValue("(KKNNNd)", (unsigned long long)tn_id(tn_thing_of_object(t.a)),
                                       (unsigned long long)tn_id(tn_thing_of_object(t.b)), vec3(t.point),
                                       vec3(t.normal), vec3(t.force), t.gap);
        if (!item || PyList_Append(list, item))
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    if (!leave(s))
        return NULL;
    return list;
}

PyMethodDef world_array_methods[] = {
    {"state", METHOD(state), METH_VARARGS, "state(part) -> Array: memory of the world itself"},
    {"state_version", METHOD(state_version), METH_NOARGS, "The version of the state array."},
    {"state_layout", METHOD(state_layout), METH_NOARGS, "What the numbers of the state are."},
    {"state_put", METHOD(state_put), METH_VARARGS, "state_put(positions, velocities): None leaves them"},
    {"poses", METHOD(poses), METH_O, "poses(out or None) -> 17 numbers per object"},
    {"constraint_states", METHOD(constraint_states), METH_O,
     "constraint_states(out or None) -> 20 numbers per constraint"},
    {"probe_values", METHOD(probe_values), METH_O, "probe_values(out or None) -> one number per probe"},
    {"probe_names", METHOD(probe_names), METH_NOARGS, "The names of the probes."},
    {"nodes", METHOD(nodes), METH_O, "nodes(id) -> (positions, velocities) of a flexible block"},
    {"equations", METHOD(equations), METH_NOARGS, "The equations of motion now."},
    {"constraint_forces", METHOD(constraint_forces), METH_O, "What a constraint exerts on each coordinate."},
    {"touches", METHOD(touches), METH_NOARGS, "The contact points of the last step."},
    {0},
};
