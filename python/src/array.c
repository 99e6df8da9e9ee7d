/* array.c: numbers in memory of the library, shown by the buffer protocol without a copy. */
#include <string.h>

#include "binding.h"

struct array {
    PyObject_HEAD struct array_memory memory;
    int dimensions;
    Py_ssize_t shape[ARRAY_DIMENSIONS], strides[ARRAY_DIMENSIONS];
    char format[2];
};

static PyTypeObject *array_type;

static Py_ssize_t item_size(char format)
{
    return format == 'd' ? (Py_ssize_t)sizeof(double) : format == 'i' ? (Py_ssize_t)sizeof(int) : 1;
}

static void release(struct array_memory *m)
{
    if (m->release)
        m->release(m->owner);
    else
        PyMem_Free(m->data);
}

static void array_free(PyObject *o)
{
    struct array *a = (struct array *)o;
    PyTypeObject *type = Py_TYPE(o);
    release(&a->memory);
    PyObject_Free(o);
    Py_DECREF(type);
}

PyObject *array_new(struct array_memory memory, int dimensions, const Py_ssize_t *shape)
{
    struct array *a = PyObject_New(struct array, array_type);
    if (!a) {
        release(&memory);
        return NULL;
    }
    a->memory = memory;
    a->dimensions = dimensions;
    a->format[0] = memory.format;
    a->format[1] = 0;
    Py_ssize_t stride = item_size(memory.format);
    for (int i = dimensions - 1; i >= 0; i--) {
        a->shape[i] = shape[i];
        a->strides[i] = stride;
        stride *= shape[i];
    }
    return (PyObject *)a;
}

PyObject *array_doubles(int dimensions, const Py_ssize_t *shape, double **data)
{
    size_t count = 1;
    for (int i = 0; i < dimensions; i++)
        count *= (size_t)shape[i];
    *data = PyMem_Calloc(count ? count : 1, sizeof(double));
    if (!*data)
        return PyErr_NoMemory();
    return array_new((struct array_memory){.data = *data, .writable = true, .format = 'd'}, dimensions, shape);
}

static int get_buffer(PyObject *o, Py_buffer *view, int flags)
{
    static double nothing; /* the address of an array without numbers */
    struct array *a = (struct array *)o;
    if ((flags & PyBUF_WRITABLE) == PyBUF_WRITABLE && !a->memory.writable) {
        view->obj = NULL;
        PyErr_SetString(PyExc_BufferError, "this array shows memory of the world and cannot be written to");
        return -1;
    }
    Py_ssize_t bytes = item_size(a->memory.format);
    view->itemsize = bytes;
    for (int i = 0; i < a->dimensions; i++)
        bytes *= a->shape[i];
    view->buf = a->memory.data ? a->memory.data : &nothing;
    view->obj = Py_NewRef(o);
    view->len = bytes;
    view->readonly = !a->memory.writable;
    view->ndim = a->dimensions;
    view->format = (flags & PyBUF_FORMAT) ? a->format : NULL;
    view->shape = (flags & PyBUF_ND) == PyBUF_ND ? a->shape : NULL;
    view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? a->strides : NULL;
    view->suboffsets = NULL;
    view->internal = NULL;
    return 0;
}

static PyObject *get_address(PyObject *o, void *closure)
{
    (void)closure;
    return PyLong_FromVoidPtr(((struct array *)o)->memory.data);
}

static PyGetSetDef array_properties[] = {
    {"address", get_address, NULL, "The address of the first number.", NULL},
    {0},
};

int array_ready(PyObject *module)
{
    PyType_Slot slots[] = {
        {Py_tp_dealloc, (void *)array_free},
        {Py_tp_getset, array_properties},
        {Py_bf_getbuffer, (void *)get_buffer},
        {Py_tp_doc, "Numbers with the buffer protocol: numpy.asarray(a) and memoryview(a) show them without a copy."},
        {0, NULL},
    };
    PyType_Spec spec = {"tenon._tenon.Array", sizeof(struct array), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    array_type = (PyTypeObject *)PyType_FromSpec(&spec);
    if (!array_type)
        return -1;
    return PyModule_AddObjectRef(module, "Array", (PyObject *)array_type);
}

/* ---- numbers from Python ---- */

static bool from_sequence(PyObject *from, struct doubles *out)
{
    PyObject *list = PySequence_List(from);
    if (!list)
        return false;
    out->count = PyList_Size(list);
    out->at = PyMem_Calloc(out->count ? (size_t)out->count : 1, sizeof(double));
    bool good = out->at != NULL;
    if (!good)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; good && i < out->count; i++) {
        out->at[i] = PyFloat_AsDouble(PyList_GetItem(list, i));
        good = !(out->at[i] == -1 && PyErr_Occurred());
    }
    if (!good)
        PyMem_Free(out->at);
    Py_DECREF(list);
    return good;
}

bool doubles_get(PyObject *from, struct doubles *out)
{
    *out = (struct doubles){0};
    if (PyObject_CheckBuffer(from)) {
        if (PyObject_GetBuffer(from, &out->buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) == 0) {
            if (out->buffer.format && !strcmp(out->buffer.format, "d")) {
                out->at = out->buffer.buf;
                out->count = out->buffer.len / (Py_ssize_t)sizeof(double);
                out->borrowed = true;
                return true;
            }
            PyBuffer_Release(&out->buffer);
        } else {
            PyErr_Clear();
        }
    }
    return from_sequence(from, out);
}

void doubles_release(struct doubles *d)
{
    if (d->borrowed)
        PyBuffer_Release(&d->buffer);
    else
        PyMem_Free(d->at);
    *d = (struct doubles){0};
}
