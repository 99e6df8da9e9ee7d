/* sweep.c: sweeps: the runs are done by threads of Python, each without the interpreter lock. */
#include "binding.h"

#include <stdatomic.h>

struct sweep {
    tn_sweep *made;
    atomic_bool stop;
};

static void free_sweep(PyObject *capsule)
{
    struct sweep *s = PyCapsule_GetPointer(capsule, "tenon.sweep");
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

/* (runs, names, measures) */
static PyObject *sweep_info(PyObject *module, PyObject *capsule)
{
    (void)module;
    struct sweep *s = PyCapsule_GetPointer(capsule, "tenon.sweep");
    if (!s)
        return NULL;
    PyObject *lists[2] = {PyList_New(0), PyList_New(0)};
    for (int k = 0; k < 2; k++) {
        const char *name;
        for (int i = 0; lists[k] && (name = k ? tn_sweep_measure(s->made, i) : tn_sweep_name(s->made, i)); i++) {
            PyObject *text = PyUnicode_FromString(name);
            if (!text || PyList_Append(lists[k], text))
                Py_CLEAR(lists[k]);
            Py_XDECREF(text);
        }
    }
    return Py_BuildValue("(iNN)", tn_sweep_runs(s->made), lists[0], lists[1]);
}

static bool go_on(void *user)
{
    struct sweep *s = user;
    return !s->stop;
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
    if (!s)
        return NULL;
    int names = tn_sweep_name_count(s->made), measures = tn_sweep_measure_count(s->made);
    double *numbers_found = PyMem_Calloc((size_t)(names + measures) + 1, sizeof(double));
    if (!numbers_found)
        return PyErr_NoMemory();
    tn_sweep_row row = {.values = numbers_found, .measures = numbers_found + names, .go_on = go_on, .user = s};
    tn_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = tn_sweep_run(s->made, run, &row);
    Py_END_ALLOW_THREADS;
    PyObject *out = NULL;
    if (status == TN_OK)
        out = Py_BuildValue("(NNiz)", numbers(row.values, names), numbers(row.measures, measures), (int)row.status,
                            row.message);
    else if (status == TN_INTERRUPTED)
        out = Py_NewRef(Py_None);
    else
        PyErr_SetString(PyExc_IndexError, "there is no such run");
    tn_free(row.message);
    PyMem_Free(numbers_found);
    return out;
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
    {"sweep_info", sweep_info, METH_O, "(runs, names, measures)"},
    {"sweep_run", sweep_run, METH_VARARGS,
     "sweep_run(sweep, run) -> (values, measures, status, message), None if stopped"},
    {"sweep_stop", sweep_stop, METH_O, "Ends the runs that are being done."},
    {0},
};
