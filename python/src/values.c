/* values.c: small values from Python to C and back. */
#include "binding.h"

PyObject *vec3(tn_vec3 v) { return Py_BuildValue("(ddd)", v.x, v.y, v.z); }

PyObject *numbers(const double *x, int count)
{
    PyObject *out = PyTuple_New(count);
    for (int i = 0; out && i < count; i++) {
        PyObject *number = PyFloat_FromDouble(x[i]);
        if (!number || PyTuple_SetItem(out, i, number)) {
            Py_DECREF(out);
            return NULL;
        }
    }
    return out;
}

PyObject *text_or_none(const char *text)
{
    if (!text)
        Py_RETURN_NONE;
    return PyUnicode_FromString(text);
}

PyObject *owned_text(char *text)
{
    PyObject *out = text_or_none(text);
    tn_free(text);
    return out;
}

const char *utf8(PyObject *o)
{
    Py_ssize_t length;
    const char *text = PyUnicode_AsUTF8AndSize(o, &length);
    for (Py_ssize_t i = 0; text && i < length; i++)
        if (!text[i]) {
            PyErr_SetString(PyExc_ValueError, "a text must not contain a zero character");
            return NULL;
        }
    return text;
}

bool vec3_from(PyObject *o, tn_vec3 *out)
{
    struct doubles d;
    if (!doubles_get(o, &d))
        return false;
    bool good = d.count == 3;
    if (good)
        *out = (tn_vec3){d.at[0], d.at[1], d.at[2]};
    else
        PyErr_Format(PyExc_ValueError, "a vector has three numbers, not %zd", d.count);
    doubles_release(&d);
    return good;
}
