/* hooks.c: functions of the program in a world: forces, constraints, steps, files (tenon/hooks.h). */
#include <string.h>
#include <time.h>

#include "base/guard.h"
#include "base/open.h"
#include "constraint/hooked.h"
#include "world/world_parts.h"

/* ---- arguments ---- */

/* An argument as a connector: of an object its spin, of a variable its value. */
static char *connector_of(const tn_world *w, const tn_arg *a, int i, struct connector *out)
{
    const int slot = a->type == TN_ARG_OBJECT ? world_find_object_id(w, a->object) : -1;
    struct constraint_arg arg;
    int joint;
    if (slot >= 0 && w->things->objects.at[slot].type->kind == OBJECT_VARIABLE) {
        *out = world_variable(w, slot);
        return NULL;
    }
    char *trouble = world_public_arg(w, a, &arg, &joint);
    if (trouble != NULL)
        return trouble;
    if (a->type == TN_ARG_OBJECT) {
        *out = world_spin(w, slot);
        return NULL;
    }
    if (a->type == TN_ARG_DIRECTION ? build_direction(&arg, out) : a->type != TN_ARG_WORLD && build_point(&arg, out))
        return NULL;
    return mem_print("argument %d of a hook must be a point, a direction, an object or a vector", i + 1);
}

static char *connectors_of(const tn_world *w, const tn_arg *args, int count, struct connector *out)
{
    bool any = false;
    if (count < 1 || count > TN_ARGS)
        return mem_print("a hook takes 1 to %d arguments, %d given", TN_ARGS, count);
    for (int i = 0; i < count; i++) {
        char *trouble = connector_of(w, &args[i], i, &out[i]);
        if (trouble != NULL)
            return trouble;
        any = any || out[i].body >= 0;
    }
    return any ? NULL : mem_text("none of the arguments of the hook belongs to an object");
}

static bool is_length(double x) { return x > 0 && isfinite(x); }

/* ---- forces ---- */

void tn_force_hook_default_fill(tn_force_hook *out, size_t size)
{
    const tn_force_hook d = {.length = 0.1};
    sized_fill(out, size, &d, sizeof d);
}

static char *force_trouble(const tn_world *w, const tn_force_hook *def, struct connector *inputs)
{
    if (def->force == NULL && def->potential == NULL)
        return mem_text("a force hook needs a function: force or potential");
    if (!is_length(def->length))
        return mem_text("the length of a force hook must be greater than zero");
    if (!isfinite(def->from) || !isfinite(def->to))
        return mem_text("one of its numbers is not finite");
    char *trouble = world_name_trouble(w, def->name, false);
    return trouble != NULL ? trouble : connectors_of(w, def->args, def->count, inputs);
}

tn_force tn_force_hook_add(tn_world *w, const tn_force_hook *given, char **message)
{
    tn_force_hook def = tn_force_hook_default();
    struct connector inputs[TN_ARGS];
    int slot = -1;
    char *trouble = w == NULL ? world_nothing_given() : SIZED_READ(&def, given, tn_force_hook, tn_force_hook_default);
    if (trouble == NULL)
        trouble = force_trouble(w, &def, inputs);
    if (trouble == NULL) {
        const struct force_def d = {
            .item = {.name = def.name,
                     .type = {.kind = "hook",
                              .has_interval = def.from != 0 || def.to != 0,
                              .from = def.from,
                              .to = def.to}},
            .class = def.potential != NULL ? &force_hooked_conservative : &force_hooked,
            .body = -1,
            .hook = {def.force, def.potential, def.user, def.length},
            .hooked = inputs,
            .hooked_count = def.count,
        };
        history_begin(w, "add a force");
        slot = world_add_force(w, &d, &trouble);
        history_end(w, slot >= 0);
    }
    constraint_refused(trouble, message);
    return slot < 0 ? (tn_force){0, 0} : (tn_force){(uint32_t)slot, world_force_generation(w, slot)};
}

/* ---- constraints ---- */

void tn_constraint_hook_default_fill(tn_constraint_hook *out, size_t size)
{
    const tn_constraint_hook d = {.rows = 1, .length = 0.1, .duration = 1};
    sized_fill(out, size, &d, sizeof d);
}

static char *constraint_trouble(const tn_world *w, const tn_constraint_hook *def, struct connector *inputs)
{
    if (def->function == NULL)
        return mem_text("a constraint hook needs a function");
    if (def->rows < 1 || def->rows > TN_ROWS)
        return mem_print("a constraint has 1 to %d rows, not %d", TN_ROWS, def->rows);
    if (def->gives > (TN_GIVES_GRADIENT | TN_GIVES_RATE | TN_GIVES_GAMMA))
        return mem_text("`gives` has bits that mean nothing: see TN_GIVES_…");
    if (!is_length(def->length) || !is_length(def->duration))
        return mem_text("the length and the duration of a constraint hook must be greater than zero");
    const double numbers[] = {def->from, def->to, def->stiffness, def->damping, def->bound};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!isfinite(numbers[i]))
            return mem_text("one of its numbers is not finite");
    char *trouble = world_name_trouble(w, def->name, false);
    return trouble != NULL ? trouble : connectors_of(w, def->args, def->count, inputs);
}

static int add_constraint(tn_world *w, const tn_constraint_hook *def, const struct connector *inputs, char **message)
{
    int wrong;
    const struct hooked hook = {.function = def->function,
                                .user = def->user,
                                .rows = def->rows,
                                .inputs = def->count,
                                .level = def->velocity ? LEVEL_VELOCITY : LEVEL_POSITION,
                                .gives = def->gives,
                                .length = def->length,
                                .duration = def->duration};
    const struct constraint_def d = {
        .item = {.name = def->name,
                 .type = {.kind = "hook",
                          .has_interval = def->from != 0 || def->to != 0,
                          .from = def->from,
                          .to = def->to}},
        .how = HOW_OF(def),
        .hook = &hook,
        .hooked = inputs,
        .hook_of_time = def->depends_on_time,
    };
    history_begin(w, "add a constraint");
    const int slot = world_add_constraint(w, &d, message, &wrong);
    history_end(w, slot >= 0);
    return slot;
}

tn_constraint tn_constraint_hook_add(tn_world *w, const tn_constraint_hook *given, char **message)
{
    tn_constraint_hook def = tn_constraint_hook_default();
    struct connector inputs[TN_ARGS];
    int slot = -1;
    char *trouble =
        w == NULL ? world_nothing_given() : SIZED_READ(&def, given, tn_constraint_hook, tn_constraint_hook_default);
    if (trouble == NULL)
        trouble = constraint_trouble(w, &def, inputs);
    if (trouble == NULL)
        slot = add_constraint(w, &def, inputs, &trouble);
    constraint_refused(trouble, message);
    return world_constraint_id(w, slot);
}

bool world_constraint_hooked(const tn_world *w, int slot)
{
    return program_is_hooked(constraint_program(&w->things->constraints.at[slot]));
}

bool world_force_hooked(const tn_world *w, int slot) { return force_is_hooked(w->things->forces.at[slot].def.class); }

void world_warn_hooked(tn_world *w, const char *what, const char *name)
{
    world_warn(w, mem_print("the %s '%s' is computed by a function of the program: no text can hold it", what, name));
}

bool tn_thing_hooked(const tn_world *w, tn_thing t)
{
    if (w != NULL && t.type == TN_THING_CONSTRAINT) {
        const int slot = pool_find(&w->things->constraint_pool, t.slot, t.generation);
        return slot >= 0 && world_constraint_hooked(w, slot);
    }
    if (w != NULL && t.type == TN_THING_FORCE) {
        const int slot = pool_find(&w->things->force_pool, t.slot, t.generation);
        return slot >= 0 && world_force_hooked(w, slot);
    }
    return false;
}

/* ---- steps ---- */

void tn_step_hook_default_fill(tn_step_hook *out, size_t size)
{
    const tn_step_hook d = {.every = 0};
    sized_fill(out, size, &d, sizeof d);
}

tn_status tn_world_hook_steps(tn_world *w, const tn_step_hook *given)
{
    tn_step_hook def = tn_step_hook_default();
    if (w == NULL || (given != NULL && !world_takes(w, SIZED_READ(&def, given, tn_step_hook, tn_step_hook_default))) ||
        !(def.every >= 0) || !isfinite(def.every))
        return TN_WRONG_USE;
    w->hooks.before = def.before;
    w->hooks.after = def.after;
    w->hooks.user = def.user;
    w->hooks.every = def.every;
    w->hooks.stepping = false;
    return TN_OK;
}

static void call(tn_world *w, tn_step_function *function)
{
    if (function == NULL)
        return;
    w->hooks.calling = true;
    function(w, w->hooks.user);
    w->hooks.calling = false;
    guard_after_hook();
}

/* The next multiple of `every`; one that differs from the target by rounding is the target. */
static double next_time(const tn_world *w, double target)
{
    const double longest = 0.01, set = w->settings.step > 0 ? w->settings.step : longest;
    const double every = w->hooks.every > 0 ? w->hooks.every : set;
    double next = every * (floor(w->run.t / every + 1e-6) + 1);
    if (!(next > w->run.t)) /* so small that it is lost in the time */
        next = target;
    return next > target - 1e-6 * every ? target : next;
}

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A step that ran out of the clock's time goes on in the next call, and has been announced. */
static tn_status step(tn_world *w, double target, double seconds)
{
    if (!w->hooks.stepping || !(w->hooks.target > w->run.t)) {
        call(w, w->hooks.before);
        w->hooks.target = fmax(w->run.t, next_time(w, target));
    }
    const double to = fmin(w->hooks.target, target);
    w->hooks.stepping = true;
    const tn_status status = world_advance_for(w, to, seconds);
    if (status != TN_OK || w->run.t < to)
        return status;
    w->hooks.stepping = false;
    call(w, w->hooks.after);
    return status;
}

tn_status hooks_advance(tn_world *w, double target, double seconds)
{
    if (!(target > w->run.t))
        return world_advance_for(w, target, seconds);
    const double begin = seconds >= 0 ? clock_now() : 0;
    tn_status status = TN_OK;
    double left = seconds;
    do {
        status = hooks_step(w) ? step(w, target, left) : world_advance_for(w, target, left);
        left = seconds >= 0 ? fmax(0, seconds - (clock_now() - begin)) : seconds;
    } while (status == TN_OK && w->run.t < target && (seconds < 0 || left > 0));
    return status;
}

/* ---- files ---- */

static int ask(void *ctx, const char *path, const void **bytes, size_t *count)
{
    const struct world_hooks *h = ctx;
    return (int)h->files(h->files_user, path, bytes, count);
}

const struct open_hook *open_hook_of(const struct tn_world *w)
{
    return w != NULL && w->hooks.files != NULL ? &w->hooks.open : NULL;
}

void world_file_hook(const tn_world *w, tn_file_function **function, void **user)
{
    *function = w->hooks.files;
    *user = w->hooks.files_user;
}

tn_status tn_world_hook_files(tn_world *w, tn_file_function *function, void *user)
{
    if (w == NULL)
        return TN_WRONG_USE;
    w->hooks.files = function;
    w->hooks.files_user = user;
    w->hooks.open = (struct open_hook){ask, &w->hooks};
    return TN_OK;
}

void hooks_clone(const tn_world *from, tn_world *to)
{
    to->hooks = from->hooks;
    to->hooks.calling = to->hooks.stepping = false;
    to->hooks.open.user = &to->hooks;
}
