/* world_things.c: methods of World about the things in it: lists, names, parameters, poses, loads. */
#include "binding.h"

#include <string.h>

tn_thing thing_arg(struct world *s, unsigned long long id) { return tn_thing_of_id(s->w, id); }

static PyObject *gone(void)
{
    return raise_status(TN_WRONG_USE, "this thing is no longer in the world: it was removed, or its edit was undone",
                        NULL);
}

/* Begins a method with an id: parses, enters, finds the thing. */
static bool begin(struct world *s, PyObject *id, tn_thing *t)
{
    unsigned long long number = PyLong_AsUnsignedLongLong(id);
    if (number == (unsigned long long)-1 && PyErr_Occurred())
        return false;
    if (!enter(s))
        return false;
    *t = thing_arg(s, number);
    if (t->type != TN_THING_NONE)
        return true;
    if (!leave(s))
        return NULL;
    gone();
    return false;
}

static PyObject *things(struct world *s, PyObject *type)
{
    long which = PyLong_AsLong(type);
    if (PyErr_Occurred() || !enter(s))
        return NULL;
    int count = tn_thing_count(s->w, (tn_thing_type)which);
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < count; i++) {
        PyObject *id = PyLong_FromUnsignedLongLong(tn_id(tn_thing_at(s->w, (tn_thing_type)which, i)));
        if (!id || PyList_Append(list, id)) {
            Py_XDECREF(id);
            Py_CLEAR(list);
            break;
        }
        Py_DECREF(id);
    }
    if (!leave(s))
        return NULL;
    return list;
}

static PyObject *count_things(struct world *s, PyObject *type)
{
    long which = PyLong_AsLong(type);
    if (PyErr_Occurred() || !enter(s))
        return NULL;
    int count = tn_thing_count(s->w, (tn_thing_type)which);
    if (!leave(s))
        return NULL;
    return PyLong_FromLong(count);
}

static PyObject *find(struct world *s, PyObject *args)
{
    int type;
    const char *name;
    if (!PyArg_ParseTuple(args, "is", &type, &name) || !enter(s))
        return NULL;
    tn_thing t = {0};
    if (type == TN_THING_CONSTRAINT) /* labels of unnamed ones too */
        t = tn_thing_of_constraint(tn_constraint_find(s->w, name));
    else if (type == TN_THING_FORCE)
        t = tn_thing_of_force(tn_force_find(s->w, name));
    else
        t = tn_thing_find(s->w, (tn_thing_type)type, name);
    unsigned long long id = tn_thing_valid(s->w, t) ? tn_id(t) : 0;
    if (!leave(s))
        return NULL;
    return PyLong_FromUnsignedLongLong(id);
}

/* (type, name, label, kind, present, on, active, interval or None, by, method, value) */
static PyObject *thing(struct world *s, PyObject *id)
{
    tn_thing t;
    tn_thing_state g;
    if (!begin(s, id, &t))
        return NULL;
    tn_status status = tn_thing_get(s->w, t, &g);
    PyObject *out = NULL;
    if (status == TN_OK) {
        PyObject *interval = g.has_interval ? Py_BuildValue("(dd)", g.from, g.to) : Py_NewRef(Py_None);
        out = Py_BuildValue("(isssNNNNiid)", (int)t.type, g.name, g.label, g.kind, PyBool_FromLong(g.present),
                            PyBool_FromLong(g.on), PyBool_FromLong(g.active), interval, (int)g.by, (int)g.method,
                            g.value);
    }
    if (!leave(s)) {
        Py_XDECREF(out);
        return NULL;
    }
    return status == TN_OK ? out : gone();
}

static PyObject *name_of(struct world *s, PyObject *id)
{
    tn_thing t;
    if (!begin(s, id, &t))
        return NULL;
    PyObject *out = PyUnicode_FromString(tn_thing_name(s->w, t));
    if (!leave(s))
        return NULL;
    return out;
}

static PyObject *kind_of(struct world *s, PyObject *id)
{
    tn_thing t;
    if (!begin(s, id, &t))
        return NULL;
    PyObject *out = PyUnicode_FromString(tn_thing_kind(s->w, t));
    if (!leave(s))
        return NULL;
    return out;
}

static PyObject *valid(struct world *s, PyObject *id)
{
    unsigned long long number = PyLong_AsUnsignedLongLong(id);
    if (PyErr_Occurred() || !enter(s))
        return NULL;
    bool is = thing_arg(s, number).type != TN_THING_NONE;
    if (!leave(s))
        return NULL;
    return PyBool_FromLong(is);
}

/* A list of (word, unit, help, settable, formula, numbers, chosen word). */
static PyObject *parameters(struct world *s, PyObject *id)
{
    tn_thing t;
    if (!begin(s, id, &t))
        return NULL;
    PyObject *list = PyList_New(0);
    tn_thing_parameter p;
    for (int i = 0; list && tn_thing_parameter_at(s->w, t, i, &p); i++) {
        PyObject *item = Py_BuildValue("(szzNNNz)", p.is->word, p.is->unit, p.is->help, PyBool_FromLong(p.is->settable),
                                       PyBool_FromLong(p.formula), numbers(p.value, p.count), p.word);
        if (!item || PyList_Append(list, item)) {
            Py_XDECREF(item);
            Py_CLEAR(list);
            break;
        }
        Py_DECREF(item);
    }
    if (!leave(s))
        Py_CLEAR(list);
    return list;
}

static PyObject *number(struct world *s, PyObject *args)
{
    unsigned long long id;
    const char *what;
    double x[6];
    int count = 0;
    if (!PyArg_ParseTuple(args, "Ks", &id, &what) || !enter(s))
        return NULL;
    tn_thing t = thing_arg(s, id);
    if (t.type == TN_THING_OBJECT)
        count = tn_object_number(s->w, tn_thing_object(t), what, x);
    else if (t.type == TN_THING_CONSTRAINT)
        count = tn_constraint_number(s->w, tn_thing_constraint(t), what, x);
    else if (t.type == TN_THING_FORCE)
        count = tn_force_number(s->w, tn_thing_force(t), what, x);
    if (!leave(s))
        return NULL;
    return t.type == TN_THING_NONE ? gone() : numbers(x, count);
}

static PyObject *set_number(struct world *s, PyObject *args)
{
    unsigned long long id;
    const char *what;
    PyObject *values;
    struct doubles d;
    char *message = NULL;
    if (!PyArg_ParseTuple(args, "KsO", &id, &what, &values) || !doubles_get(values, &d))
        return NULL;
    if (!enter(s)) {
        doubles_release(&d);
        return NULL;
    }
    tn_thing t = thing_arg(s, id);
    tn_status status = TN_WRONG_USE;
    if (t.type == TN_THING_OBJECT)
        status = tn_object_set(s->w, tn_thing_object(t), what, d.at, (int)d.count, &message);
    else if (t.type == TN_THING_CONSTRAINT)
        status = tn_constraint_set(s->w, tn_thing_constraint(t), what, d.at, (int)d.count, &message);
    else if (t.type == TN_THING_FORCE)
        status = tn_force_set(s->w, tn_thing_force(t), what, d.at, (int)d.count, &message);
    doubles_release(&d);
    if (!leave(s))
        return NULL;
    if (t.type == TN_THING_NONE)
        return gone();
    if (status != TN_OK)
        return raise_message(status, message);
    Py_RETURN_NONE;
}

static PyObject *describe(struct world *s, PyObject *id)
{
    tn_thing t;
    if (!begin(s, id, &t))
        return NULL;
    tn_def *def = tn_describe(s->w, t);
    char *text = def ? tn_def_print(def) : NULL;
    tn_def_free(def);
    if (!leave(s)) {
        tn_free(text);
        return NULL;
    }
    return owned_text(text);
}

static PyObject *formula(struct world *s, PyObject *id)
{
    tn_thing t;
    if (!begin(s, id, &t))
        return NULL;
    char *text = tn_thing_formula(s->w, t);
    if (!leave(s))
        return NULL;
    return owned_text(text);
}

static PyObject *removed_with(struct world *s, PyObject *id)
{
    enum { MOST = 256 };
    tn_thing t, found[MOST];
    if (!begin(s, id, &t))
        return NULL;
    int count = tn_removed_with(s->w, t, found, MOST);
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < count && i < MOST; i++) {
        PyObject *item = PyLong_FromUnsignedLongLong(tn_id(found[i]));
        if (!item || PyList_Append(list, item))
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    if (!leave(s))
        return NULL;
    return list;
}

static PyObject *partners(struct world *s, PyObject *id)
{
    enum { MOST = 256 };
    tn_thing t, found[MOST];
    if (!begin(s, id, &t))
        return NULL;
    int count = tn_thing_partners(s->w, t, found, MOST);
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < count && i < MOST; i++) {
        PyObject *item = Py_BuildValue("(iK)", (int)found[i].type, (unsigned long long)tn_id(found[i]));
        if (!item || PyList_Append(list, item))
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    if (!leave(s))
        return NULL;
    return list;
}

static PyObject *remove_thing(struct world *s, PyObject *id)
{
    tn_thing t;
    char *message = NULL;
    if (!begin(s, id, &t))
        return NULL;
    tn_status status = tn_remove(s->w, t, &message);
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return raise_message(status, message);
    Py_RETURN_NONE;
}

static PyObject *switch_thing(struct world *s, PyObject *args)
{
    unsigned long long id;
    int on;
    if (!PyArg_ParseTuple(args, "Kp", &id, &on) || !enter(s))
        return NULL;
    tn_thing t = thing_arg(s, id);
    tn_status status = TN_WRONG_USE;
    if (t.type == TN_THING_CONSTRAINT)
        status = tn_constraint_switch(s->w, tn_thing_constraint(t), on);
    else if (t.type == TN_THING_FORCE)
        status = tn_force_switch(s->w, tn_thing_force(t), on);
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return gone();
    Py_RETURN_NONE;
}

/* (position, orientation, center, velocity, spin, mass, has_orientation) */
static PyObject *pose(struct world *s, PyObject *id)
{
    tn_thing t;
    tn_pose p;
    if (!begin(s, id, &t))
        return NULL;
    tn_status status = tn_object_pose(s->w, tn_thing_object(t), &p);
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return raise_status(status, "it has no pose: it is a variable, or not present now", NULL);
    return Py_BuildValue("(N(dddd)NNNdN)", vec3(p.position), p.orientation.w, p.orientation.x, p.orientation.y,
                         p.orientation.z, vec3(p.center), vec3(p.velocity), vec3(p.spin), p.mass,
                         PyBool_FromLong(p.has_orientation));
}

static PyObject *point(struct world *s, PyObject *args)
{
    unsigned long long id;
    const char *name;
    tn_vec3 local;
    if (!PyArg_ParseTuple(args, "Ks", &id, &name) || !enter(s))
        return NULL;
    tn_thing t = thing_arg(s, id);
    bool is = t.type == TN_THING_OBJECT && tn_object_point(s->w, tn_thing_object(t), name, &local);
    if (!leave(s))
        return NULL;
    if (!is)
        Py_RETURN_NONE;
    return vec3(local);
}

/* (rows, deviation, multiplier, force, torque, size) */
static PyObject *constraint(struct world *s, PyObject *id)
{
    tn_thing t;
    tn_constraint_state g;
    if (!begin(s, id, &t))
        return NULL;
    tn_status status = tn_constraint_get(s->w, tn_thing_constraint(t), &g);
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return raise_status(status, tn_failure(s->w), NULL);
    return Py_BuildValue("(iNNNNd)", g.rows, numbers(g.deviation, g.rows), numbers(g.multiplier, g.rows), vec3(g.force),
                         vec3(g.torque), g.size);
}

static PyObject *variable(struct world *s, PyObject *args)
{
    unsigned long long id;
    PyObject *value = NULL;
    double x = 0;
    if (!PyArg_ParseTuple(args, "K|O", &id, &value))
        return NULL;
    if (value && (x = PyFloat_AsDouble(value), PyErr_Occurred()))
        return NULL;
    if (!enter(s))
        return NULL;
    tn_object o = tn_thing_object(thing_arg(s, id));
    tn_status status = value ? tn_variable_set(s->w, o, x) : tn_variable_get(s->w, o, &x);
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return raise_status(status, value ? "a variable needs a finite number" : "it is not a variable", NULL);
    return PyFloat_FromDouble(x);
}

static PyObject *let(struct world *s, PyObject *args)
{
    const char *name;
    PyObject *value = NULL;
    double x = 0;
    if (!PyArg_ParseTuple(args, "s|O", &name, &value))
        return NULL;
    if (value && (x = PyFloat_AsDouble(value), PyErr_Occurred()))
        return NULL;
    if (!enter(s))
        return NULL;
    tn_status status = value ? tn_let_set(s->w, name, x) : TN_OK;
    double now = tn_let_get(s->w, name);
    if (!leave(s))
        return NULL;
    if (status != TN_OK)
        return raise_status(status, "a let can be set to a finite number if its value is one number", NULL);
    return PyFloat_FromDouble(now);
}

static PyObject *is_variable(struct world *s, PyObject *id)
{
    tn_thing t;
    if (!begin(s, id, &t))
        return NULL;
    bool is = tn_object_is_variable(s->w, tn_thing_object(t));
    if (!leave(s))
        return NULL;
    return PyBool_FromLong(is);
}

PyMethodDef world_thing_methods[] = {
    {"things", METHOD(things), METH_O, "The ids of all things of a type, in order of creation."},
    {"count_things", METHOD(count_things), METH_O, "How many things of a type there are."},
    {"find", METHOD(find), METH_VARARGS, "find(type, name) -> id, 0 if there is none"},
    {"thing", METHOD(thing), METH_O, "What a thing is and does now."},
    {"name_of", METHOD(name_of), METH_O, "The name of a thing."},
    {"kind_of", METHOD(kind_of), METH_O, "The kind of a thing."},
    {"valid", METHOD(valid), METH_O, "Is it still in the world?"},
    {"parameters", METHOD(parameters), METH_O, "The parameters of a thing with their present numbers."},
    {"number", METHOD(number), METH_VARARGS, "number(id, word) -> numbers"},
    {"set_number", METHOD(set_number), METH_VARARGS, "set_number(id, word, numbers)"},
    {"describe", METHOD(describe), METH_O, "The statement of a thing as it is now."},
    {"formula", METHOD(formula), METH_O, "The formula of a thing, or None."},
    {"removed_with", METHOD(removed_with), METH_O, "What remove would remove as well."},
    {"partners", METHOD(partners), METH_O, "What it attaches to: a list of (type, id)."},
    {"remove", METHOD(remove_thing), METH_O, "Removes a thing and what refers to it."},
    {"switch", METHOD(switch_thing), METH_VARARGS, "switch(id, on)"},
    {"pose", METHOD(pose), METH_O, "The pose of an object."},
    {"point", METHOD(point), METH_VARARGS, "point(id, name) -> place in the object's frame, or None"},
    {"constraint", METHOD(constraint), METH_O, "The state of a constraint."},
    {"variable", METHOD(variable), METH_VARARGS, "variable(id[, value]) -> value"},
    {"let", METHOD(let), METH_VARARGS, "let(name[, value]) -> value"},
    {"is_variable", METHOD(is_variable), METH_O, "Is the object a variable?"},
    {0},
};
