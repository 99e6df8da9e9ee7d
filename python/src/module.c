/* module.c: the module tenon._tenon. */
#include "binding.h"

int world_ready(PyObject *module);

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "tenon._tenon",
    "The C side of the package tenon: use the package.",
    -1,
    NULL,
    NULL,
    NULL,
    NULL,
    NULL,
};

PyMODINIT_FUNC PyInit__tenon(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (!module)
        return NULL;
    bool good = array_ready(module) == 0 && world_ready(module) == 0 &&
                PyModule_AddFunctions(module, kind_functions) == 0 &&
                PyModule_AddFunctions(module, picture_functions) == 0 &&
                PyModule_AddStringConstant(module, "version", tn_version()) == 0;
    if (!good) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
