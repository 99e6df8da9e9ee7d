/* gl.c: loads an OpenGL driver at run time.
 *
 * Tried in turn: Mesa's surfaceless platform (its software driver needs no device
 * and no display), then the first EGL device, then the default display of EGL.
 * The library stays loaded and the display stays initialised when a context goes:
 * other pictures of the process may be using them, and there is no global count.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "picture/gl.h"

enum {
    EGL_NONE = 0x3038,
    EGL_SURFACE_TYPE = 0x3033,
    EGL_RENDERABLE_TYPE = 0x3040,
    EGL_OPENGL_BIT = 8,
    EGL_OPENGL_API = 0x30A2,
    EGL_DRAW = 0x3059,
    EGL_READ = 0x305A,
    EGL_CONTEXT_MAJOR = 0x3098,
    EGL_CONTEXT_MINOR = 0x30FB,
    EGL_CONTEXT_PROFILE = 0x30FD,
    EGL_PROFILE_CORE = 1,
    EGL_PLATFORM_SURFACELESS = 0x31DD,
    EGL_PLATFORM_DEVICE = 0x313F
};

/* The functions of EGL that are needed only while a context is made. */
struct egl {
    void *(*get_display)(void *native);
    void *(*platform_display)(unsigned platform, void *native, const int *attributes);
    unsigned (*query_devices)(int room, void **devices, int *count);
    unsigned (*initialize)(void *display, int *major, int *minor);
    unsigned (*bind_api)(unsigned api);
    unsigned (*choose_config)(void *display, const int *wanted, void **configs, int room, int *count);
    void *(*create_context)(void *display, void *config, void *share, const int *attributes);
};

/* ISO C has no cast between functions and objects; POSIX promises that the bits are the same. */
static void take(void *to, void *from) { memcpy(to, &from, sizeof from); }

static bool load_egl(struct gl *g, struct egl *e)
{
    const struct {
        const char *name;
        void *to;
        bool optional;
    } wanted[] = {
        {"eglGetProcAddress", &g->address, false},
        {"eglMakeCurrent", &g->make_current, false},
        {"eglGetCurrentContext", &g->current_context, false},
        {"eglGetCurrentDisplay", &g->current_display, false},
        {"eglGetCurrentSurface", &g->current_surface, false},
        {"eglDestroyContext", &g->destroy_context, false},
        {"eglGetDisplay", &e->get_display, false},
        {"eglInitialize", &e->initialize, false},
        {"eglBindAPI", &e->bind_api, false},
        {"eglChooseConfig", &e->choose_config, false},
        {"eglCreateContext", &e->create_context, false},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        void *found = dlsym(g->library, wanted[i].name);
        if (found == NULL)
            return false;
        take(wanted[i].to, found);
    }
    take(&e->platform_display, g->address("eglGetPlatformDisplayEXT"));
    take(&e->query_devices, g->address("eglQueryDevicesEXT"));
    return true;
}

static void *context_on(struct egl *e, void *display)
{
    static const int config_wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    static const int context_wanted[] = {EGL_CONTEXT_MAJOR, 3,       EGL_CONTEXT_MINOR, 3, EGL_CONTEXT_PROFILE,
                                         EGL_PROFILE_CORE,  EGL_NONE};
    int major, minor, count = 0;
    void *config = NULL;
    if (display == NULL || !e->initialize(display, &major, &minor) || !e->bind_api(EGL_OPENGL_API))
        return NULL;
    if (!e->choose_config(display, config_wanted, &config, 1, &count) || count < 1)
        config = NULL; /* contexts without a config are allowed where surfaces are not needed */
    return e->create_context(display, config, NULL, context_wanted);
}

static bool find_context(struct gl *g, struct egl *e)
{
    void *device = NULL;
    int count = 0;
    for (int way = 0; way < 3 && g->context == NULL; way++) {
        g->display = NULL;
        if (way == 0 && e->platform_display != NULL)
            g->display = e->platform_display(EGL_PLATFORM_SURFACELESS, NULL, NULL);
        else if (way == 1 && e->platform_display != NULL && e->query_devices != NULL &&
                 e->query_devices(1, &device, &count) && count > 0)
            g->display = e->platform_display(EGL_PLATFORM_DEVICE, device, NULL);
        else if (way == 2)
            g->display = e->get_display(NULL);
        g->context = context_on(e, g->display);
    }
    return g->context != NULL;
}

static const char *load_functions(struct gl *g)
{
#define GL_LOAD(result, name, parameters)                                                                              \
    take(&g->name, g->address("gl" #name));                                                                            \
    if (g->name == NULL)                                                                                               \
        return "gl" #name;
    GL_FUNCTIONS(GL_LOAD)
#undef GL_LOAD
    return NULL;
}

char *gl_open(struct gl *g, const char *library)
{
    struct egl e = {0};
    memset(g, 0, sizeof *g);
    if (library == NULL)
        library = "libEGL.so.1";
    g->library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (g->library == NULL)
        return mem_print("pictures need OpenGL through EGL, and %.200s could not be loaded (on Debian: install libegl1 "
                         "and libgl1-mesa-dri)",
                         library);
    if (!load_egl(g, &e))
        return mem_print("%.200s is not an EGL library", library);
    if (!find_context(g, &e))
        return mem_text("no driver gives an OpenGL 3.3 context without a display (on Debian: install libgl1-mesa-dri)");
    if (!gl_enter(g)) {
        gl_close(g);
        return mem_text("the OpenGL driver does not work without a window");
    }
    const char *missing = load_functions(g);
    gl_leave(g);
    if (missing == NULL)
        return NULL;
    gl_close(g);
    return mem_print("the OpenGL driver lacks %s", missing);
}

void gl_close(struct gl *g)
{
    if (g->context != NULL)
        g->destroy_context(g->display, g->context);
    g->context = NULL;
}

bool gl_enter(struct gl *g)
{
    g->other_context = g->current_context();
    g->other_display = g->current_display();
    g->other_draw = g->current_surface(EGL_DRAW);
    g->other_read = g->current_surface(EGL_READ);
    return g->make_current(g->display, NULL, NULL, g->context);
}

void gl_leave(struct gl *g)
{
    if (g->other_context != NULL)
        g->make_current(g->other_display, g->other_draw, g->other_read, g->other_context);
    else
        g->make_current(g->display, NULL, NULL, NULL);
}
