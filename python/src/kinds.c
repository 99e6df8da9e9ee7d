/* kinds.c: the tables of kinds, units and settings as Python data. */
#include "binding.h"

static PyObject *texts_of(const char *const *list)
{
    PyObject *out = PyList_New(0);
    for (int i = 0; out && list && list[i]; i++) {
        PyObject *text = PyUnicode_FromString(list[i]);
        if (!text || PyList_Append(out, text)) {
            Py_XDECREF(text);
            Py_DECREF(out);
            return NULL;
        }
        Py_DECREF(text);
    }
    return out;
}

static PyObject *parameter(const tn_parameter *p)
{
    char *must = tn_parameter_must(p);
    PyObject *out = Py_BuildValue(
        "{s:s,s:z,s:z,s:z,s:i,s:i,s:N,s:N,s:N,s:N,s:N,s:N,s:z,s:z,s:z,s:N,s:N}", "word", p->word, "behind", p->behind,
        "symbol", p->symbol, "unit", p->unit, "fewest", p->fewest, "most", p->most, "argument",
        PyBool_FromLong(p->argument), "required", PyBool_FromLong(p->required), "formula", PyBool_FromLong(p->formula),
        "settable", PyBool_FromLong(p->settable), "whole", PyBool_FromLong(p->whole), "choices", texts_of(p->choices),
        "default", p->standard, "help", p->help, "must", must, "of", texts_of(p->of), "not_of", texts_of(p->not_of));
    tn_free(must);
    return out;
}

static PyObject *parameters(const tn_parameter *p)
{
    PyObject *list = PyList_New(0);
    for (; list && p && p->word; p++) {
        PyObject *item = parameter(p);
        if (!item || PyList_Append(list, item)) {
            Py_XDECREF(item);
            Py_DECREF(list);
            return NULL;
        }
        Py_DECREF(item);
    }
    return list;
}

static PyObject *kinds(PyObject *module, PyObject *unused)
{
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    const tn_kind *k;
    for (int i = 0; list && (k = tn_kind_at(i)); i++) {
        char *usage = tn_kind_usage(k);
        PyObject *item =
            Py_BuildValue("{s:s,s:s,s:N,s:z,s:z,s:z,s:z,s:N}", "group", tn_kind_group_name(k->group), "name", k->name,
                          "synonyms", texts_of(k->synonyms), "usage", usage, "help", k->help, "formula", k->formula,
                          "example", k->example, "parameters", parameters(k->parameters));
        tn_free(usage);
        if (!item || PyList_Append(list, item)) {
            Py_XDECREF(item);
            Py_DECREF(list);
            return NULL;
        }
        Py_DECREF(item);
    }
    return list;
}

static PyObject *describe_kind(PyObject *module, PyObject *name)
{
    (void)module;
    const char *text = utf8(name);
    return text ? owned_text(tn_kinds(text)) : NULL;
}

static PyObject *number(PyObject *module, PyObject *text)
{
    (void)module;
    const char *utf = utf8(text);
    double value;
    if (!utf)
        return NULL;
    if (tn_number(utf, &value, NULL))
        return PyFloat_FromDouble(value);
    return PyErr_Format(PyExc_ValueError, "\"%s\" is not a number of the scene language", utf);
}

PyMethodDef kind_functions[] = {
    {"kinds", kinds, METH_NOARGS, "All kinds with their parameters, as a list of dictionaries."},
    {"describe_kind", describe_kind, METH_O, "A kind as text, as `tenon kinds NAME` prints it; None if unknown."},
    {"number", number, METH_O, "A text as a number in SI: number('30cm') is 0.3."},
    {"set_errors", set_errors, METH_O, "For the package itself: the function that makes exceptions."},
    {0},
};
