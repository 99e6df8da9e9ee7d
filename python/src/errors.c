/* errors.c: statuses, messages and diagnostics of the library as Python exceptions. */
#include "binding.h"

static PyObject *make_error; /* tenon._errors.make: (status, message, diagnostics) -> exception */

PyObject *set_errors(PyObject *module, PyObject *function)
{
    (void)module;
    Py_XDECREF(make_error);
    make_error = Py_NewRef(function);
    Py_RETURN_NONE;
}

/* The fix of a diagnostic as (from, to, text), or None. */
static PyObject *fix_of(const tn_diagnostics *d, int i)
{
    size_t from = 0, to = 0;
    char *text = tn_diagnostics_fix(d, i, &from, &to);
    if (!text)
        Py_RETURN_NONE;
    PyObject *fix = Py_BuildValue("(nns)", (Py_ssize_t)from, (Py_ssize_t)to, text);
    tn_free(text);
    return fix;
}

PyObject *diagnostics_list(const tn_diagnostics *d)
{
    int count = tn_diagnostics_count(d);
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < count; i++) {
        tn_diagnostic g = tn_diagnostics_get(d, i);
        char *text = tn_diagnostics_text(d, i);
        PyObject *item = Py_BuildValue("(NszziizsNs)", PyBool_FromLong(g.is_error), g.message, g.near, g.file, g.line,
                                       g.column, g.text, tn_diagnostics_code(d, i), fix_of(d, i), text ? text : "");
        tn_free(text);
        if (!item || PyList_Append(list, item)) {
            Py_XDECREF(item);
            Py_DECREF(list);
            return NULL;
        }
        Py_DECREF(item);
    }
    return list;
}

PyObject *raise_status(tn_status status, const char *message, const tn_diagnostics *d)
{
    if (PyErr_Occurred())
        return NULL;
    if (!make_error) {
        PyErr_SetString(PyExc_RuntimeError, message ? message : "tenon");
        return NULL;
    }
    PyObject *list = diagnostics_list(d);
    if (!list)
        return NULL;
    PyObject *error = PyObject_CallFunction(make_error, "izN", (int)status, message, list);
    if (error) {
        PyErr_SetObject((PyObject *)Py_TYPE(error), error);
        Py_DECREF(error);
    }
    return NULL;
}

PyObject *raise_message(tn_status status, char *message)
{
    raise_status(status, message, NULL);
    tn_free(message);
    return NULL;
}
