/* sweep.c: sweeps: the runs are done by threads of Python, each without the interpreter lock. */
#include "binding.h"

#include <stdatomic.h>

struct sweep {
    tn_sweep *made;
    tn_sweep_table *table; /* NULL: rows are only returned */
    atomic_bool stop;
};

static void free_sweep(PyObject *capsule)
{
    struct sweep *s = PyCapsule_GetPointer(capsule, "tenon.sweep");
    tn_sweep_table_close(s->table);
    tn_sweep_free(s->made);
    PyMem_Free(s);
}

/* The texts of a list, borrowed; NULL after an exception. Freed with PyMem_Free. */
static const char **texts_of(PyObject *list, int *count)
{
    *count = (int)PyList_Size(list);
    const char **out = PyMem_Calloc((size_t)*count + 1, sizeof *out);
    bool good = out != NULL;
    for (int i = 0; good && i < *count; i++)
        good = (out[i] = utf8(PyList_GetItem(list, i))) != NULL;
    if (good)
        return out;
    PyMem_Free((void *)out);
    return NULL;
}

/* sweep_new(path, text or None, sets, measures, folders, samples, seed, random, until) */
static PyObject *sweep_new(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *lists[3];
    unsigned long long seed;
    int random;
    tn_sweep_def def = tn_sweep_default();
    if (!PyArg_ParseTuple(args, "szO!O!O!iKpd", &def.path, &def.text, &PyList_Type, &lists[0], &PyList_Type, &lists[1],
                          &PyList_Type, &lists[2], &def.samples, &seed, &random, &def.until))
        return NULL;
    const char **sets = texts_of(lists[0], &def.set_count), **measures = texts_of(lists[1], &def.measure_count);
    const char **folders = texts_of(lists[2], &def.folder_count);
    struct sweep *s = PyMem_Calloc(1, sizeof *s);
    PyObject *out = NULL;
    if (sets && measures && folders && s) {
        tn_status status;
        tn_diagnostics *d = tn_diagnostics_new();
        def.sets = sets;
        def.measures = measures;
        def.folders = folders;
        def.seed = seed;
        def.sampling = random ? TN_SAMPLING_RANDOM : TN_SAMPLING_LATIN;
        s->made = tn_sweep_new(&def, &status, d);
        if (s->made)
            out = PyCapsule_New(s, "tenon.sweep", free_sweep);
        else
            raise_status(status, "the sweep is not valid", d);
        tn_diagnostics_free(d);
    }
    if (!out)
        PyMem_Free(s);
    PyMem_Free((void *)sets);
    PyMem_Free((void *)measures);
    PyMem_Free((void *)folders);
    return out;
}

/* (runs, names, measures, files that it reads) */
static PyObject *sweep_info(PyObject *module, PyObject *capsule)
{
    (void)module;
    struct sweep *s = PyCapsule_GetPointer(capsule, "tenon.sweep");
    if (!s)
        return NULL;
    static const char *(*const nth[])(const tn_sweep *, int) = {tn_sweep_name, tn_sweep_measure, tn_sweep_file};
    PyObject *lists[3] = {PyList_New(0), PyList_New(0), PyList_New(0)};
    for (int k = 0; k < 3; k++) {
        const char *name;
        for (int i = 0; lists[k] && (name = nth[k](s->made, i)); i++) {
            PyObject *text = k < 2 ? PyUnicode_FromString(name) : PyUnicode_DecodeFSDefault(name);
            if (!text || PyList_Append(lists[k], text))
                Py_CLEAR(lists[k]);
            Py_XDECREF(text);
        }
    }
    return Py_BuildValue("(iNNN)", tn_sweep_runs(s->made), lists[0], lists[1], lists[2]);
}

static bool go_on(void *user)
{
    struct sweep *s = user;
    return !s->stop;
}

/* A row with room for its numbers, to be freed with row_free; false after an exception. */
static bool row_new(const struct sweep *s, tn_sweep_row *row)
{
    const int names = tn_sweep_name_count(s->made), measures = tn_sweep_measure_count(s->made);
    double *all = PyMem_Calloc((size_t)(names + measures) + 1, sizeof(double));
    *row = (tn_sweep_row){.values = all, .measures = all ? all + names : NULL};
    if (!all)
        PyErr_NoMemory();
    return all != NULL;
}

static void row_free(tn_sweep_row *row)
{
    tn_free(row->message);
    PyMem_Free(row->values);
}

/* (values, measures, status, message) */
static PyObject *row_tuple(const struct sweep *s, const tn_sweep_row *row)
{
    return Py_BuildValue("(NNiz)", numbers(row->values, tn_sweep_name_count(s->made)),
                         numbers(row->measures, tn_sweep_measure_count(s->made)), (int)row->status, row->message);
}

/* sweep_run(sweep, run) -> (values, measures, status, message), or None if it was stopped */
static PyObject *sweep_run(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule;
    int run;
    if (!PyArg_ParseTuple(args, "Oi", &capsule, &run))
        return NULL;
    struct sweep *s = PyCapsule_GetPointer(capsule, "tenon.sweep");
    tn_sweep_row row;
    if (!s || !row_new(s, &row))
        return NULL;
    row.go_on = go_on;
    row.user = s;
    tn_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = tn_sweep_run(s->made, run, &row);
    Py_END_ALLOW_THREADS;
    PyObject *out = NULL;
    if (status == TN_OK)
        out = row_tuple(s, &row);
    else if (status == TN_INTERRUPTED)
        out = Py_NewRef(Py_None);
    else
        PyErr_SetString(PyExc_IndexError, "there is no such run");
    row_free(&row);
    return out;
}

/* sweep_open(sweep, path): begins a table, or continues one; returns the rows that it has, as sweep_run does. */
static PyObject *sweep_open(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule;
    const char *path;
    if (!PyArg_ParseTuple(args, "Os", &capsule, &path))
        return NULL;
    struct sweep *s = PyCapsule_GetPointer(capsule, "tenon.sweep");
    tn_sweep_row row;
    if (!s || !row_new(s, &row))
        return NULL;
    tn_status status = TN_OK;
    char *message = NULL;
    tn_sweep_table_close(s->table);
    s->table = tn_sweep_table_open(s->made, path, &status, &message);
    PyObject *list = s->table ? PyList_New(0) : raise_message(status, message);
    for (int i = 0; list && i < tn_sweep_table_rows(s->table); i++) {
        PyObject *item = tn_sweep_table_get(s->table, i, &row) == TN_OK ? row_tuple(s, &row) : NULL;
        if (!item || PyList_Append(list, item))
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    row_free(&row);
    return list;
}

/* sweep_write(sweep, values, measures, status): the next row */
static PyObject *sweep_write(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *values, *measures;
    int status;
    if (!PyArg_ParseTuple(args, "OO!O!i", &capsule, &PyTuple_Type, &values, &PyTuple_Type, &measures, &status))
        return NULL;
    struct sweep *s = PyCapsule_GetPointer(capsule, "tenon.sweep");
    tn_sweep_row row;
    if (!s || !row_new(s, &row))
        return NULL;
    for (int i = 0; i < tn_sweep_name_count(s->made) && i < PyTuple_Size(values); i++)
        row.values[i] = PyFloat_AsDouble(PyTuple_GetItem(values, i));
    for (int i = 0; i < tn_sweep_measure_count(s->made) && i < PyTuple_Size(measures); i++)
        row.measures[i] = PyFloat_AsDouble(PyTuple_GetItem(measures, i));
    row.status = (tn_status)status;
    char *message = NULL;
    const tn_status done = PyErr_Occurred() ? TN_OK : tn_sweep_table_add(s->table, &row, &message);
    row_free(&row);
    if (PyErr_Occurred())
        return NULL;
    if (done != TN_OK)
        return raise_message(done, message);
    Py_RETURN_NONE;
}

/* sweep_close(sweep, finished): the table gets its name, or stays to be continued. */
static PyObject *sweep_close(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule;
    int finished;
    if (!PyArg_ParseTuple(args, "Op", &capsule, &finished))
        return NULL;
    struct sweep *s = PyCapsule_GetPointer(capsule, "tenon.sweep");
    if (!s)
        return NULL;
    char *message = NULL;
    const tn_status status = s->table && finished ? tn_sweep_table_finish(s->table, &message) : TN_OK;
    tn_sweep_table_close(s->table);
    s->table = NULL;
    if (status != TN_OK)
        return raise_message(status, message);
    Py_RETURN_NONE;
}

static PyObject *sweep_stop(PyObject *module, PyObject *capsule)
{
    (void)module;
    struct sweep *s = PyCapsule_GetPointer(capsule, "tenon.sweep");
    if (!s)
        return NULL;
    s->stop = true;
    Py_RETURN_NONE;
}

PyMethodDef sweep_functions[] = {
    {"sweep_new", sweep_new, METH_VARARGS,
     "sweep_new(path, text, sets, measures, folders, samples, seed, random, until)"},
    {"sweep_info", sweep_info, METH_O, "(runs, names, measures, files)"},
    {"sweep_run", sweep_run, METH_VARARGS,
     "sweep_run(sweep, run) -> (values, measures, status, message), None if stopped"},
    {"sweep_open", sweep_open, METH_VARARGS, "sweep_open(sweep, path) -> rows that the table has"},
    {"sweep_write", sweep_write, METH_VARARGS, "sweep_write(sweep, values, measures, status): the next row"},
    {"sweep_close", sweep_close, METH_VARARGS, "sweep_close(sweep, finished)"},
    {"sweep_stop", sweep_stop, METH_O, "Ends the runs that are being done."},
    {0},
};
