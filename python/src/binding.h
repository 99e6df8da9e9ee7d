/* binding.h: what the files of the extension module share.
 *
 * The module tenon._tenon is a thin layer over the public C interface, on the limited API of Python 3.11. Things are
 * numbers (tn_id); the classes that users see are written in Python (python/tenon). The interpreter lock is released
 * while a world computes; a world that computes refuses every other call until it is done.
 */
#ifndef TENON_PYTHON_BINDING_H
#define TENON_PYTHON_BINDING_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include <stdbool.h>

#include "tenon/tenon.h"

/* ---- arrays (array.c) ---- */

enum { ARRAY_DIMENSIONS = 3 };
/* Where the memory of an array comes from: it is released with `release(owner)`, or is the array's own. */
struct array_memory {
    void *data;
    void *owner;
    void (*release)(void *owner); /* NULL: data is freed with PyMem_Free */
    bool writable;
    char format; /* 'd', 'i' or 'B' */
};
/* An object with the buffer protocol; takes over the memory, also on failure. */
PyObject *array_new(struct array_memory memory, int dimensions, const Py_ssize_t *shape);
/* An array of doubles with memory of its own; *data is where to write. */
PyObject *array_doubles(int dimensions, const Py_ssize_t *shape, double **data);
/* Borrows the doubles of an object with the buffer protocol, or of any sequence of numbers. False after an exception. */
struct doubles {
    double *at;
    Py_ssize_t count;
    Py_buffer buffer;
    bool borrowed;
};
bool doubles_get(PyObject *from, struct doubles *out);
void doubles_release(struct doubles *d);
int array_ready(PyObject *module);

/* ---- errors (errors.c) ---- */

/* Raises what tenon._errors makes of a status, a message (may be NULL) and diagnostics (may be NULL); returns NULL. */
PyObject *raise_status(tn_status status, const char *message, const tn_diagnostics *d);
/* The same with a message of the library, which is freed. */
PyObject *raise_message(tn_status status, char *message);
/* A list of tuples, one per diagnostic. */
PyObject *diagnostics_list(const tn_diagnostics *d);
PyObject *set_errors(PyObject *module, PyObject *function);

/* ---- worlds (world.c, world_*.c) ---- */

struct world {
    PyObject_HEAD tn_world *w;
    bool busy;           /* computing without the interpreter lock, or inside a callback of a force or constraint */
    PyObject *hooks;     /* a list of the functions that it may call (world_hooks.c) */
    bool history;        /* removed things can be brought back by undo */
    PyObject *stepper;   /* called after each step, or NULL */
    unsigned long lent;  /* while that function runs: its thread, which alone may use the world; 0: none */
    struct world *outer; /* the world whose call of the library called back into this one, while busy */
    struct kept *kept;   /* its snapshots: they do not keep it alive */
    PyObject *error;     /* exception raised in a callback, raised again when the call of the library returns */
    bool no_memory;      /* memory ran out in a call: the next one looks whether the world was lost */
    bool failed;         /* that function gave no numbers: the step that was being made is let go of */
};

/* Snapshots of a world that is closed hold nothing any more (world_run.c). */
void forget_snapshots(struct world *s);

/* Begins and ends a call of the library that may call back. enter: false after an exception, if the world is closed or
 * busy. leave: false after an exception, if a callback raised one. */
bool enter(struct world *s);
bool leave(struct world *s);
/* Is a world being freed on this thread? Then no function is called. */
bool is_closing(void);
/* The world whose call of the library runs on this thread. */
struct world *current_world(void);
void set_current(struct world *s); /* for a thread that computes for a world */
/* Keeps the exception that is set now, to be raised when the call returns, and ends that call. */
void keep_error(void);

tn_thing thing_arg(struct world *s, unsigned long long id);
bool is_world(PyObject *o);
PyObject *vec3(tn_vec3 v);
PyObject *numbers(const double *x, int count);
PyObject *text_or_none(const char *text);
/* A text of the library, which is freed; None for NULL. */
PyObject *owned_text(char *text);
bool vec3_from(PyObject *o, tn_vec3 *out);
/* "y": a whole text of UTF-8, borrowed; NULL after an exception. */
const char *utf8(PyObject *o);

/* Methods of the other files; each list ends with an empty entry. */
extern PyMethodDef world_thing_methods[], world_run_methods[], world_array_methods[], world_hook_methods[];

/* ---- pictures (picture.c), sweeps (sweep.c), kinds (kinds.c) ---- */

extern PyMethodDef picture_functions[], kind_functions[], sweep_functions[];

#define METHOD(f) ((PyCFunction)(void (*)(void))(f))

#endif
