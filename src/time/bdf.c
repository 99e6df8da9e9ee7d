/* bdf.c: backward differentiation formulas with error control, by CVODE (Hindmarsh et al., SUNDIALS).
 *
 * After each step, before its error is judged, CVODE asks for the correction that leads back to the constraints that are met
 * (dynamics/project.c). It costs an evaluation, because the last one of the step was at another iterate, and is left out
 * where there is nothing to correct. Quaternions drift slowly from unit length where no joint holds them; the right-hand
 * side uses Q/|Q|, and only copies that are handed out and states that start a new history are normalised.
 */
#include <float.h>
#include <string.h>

#include <cvode/cvode.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "base/memory.h"
#include "time/bdf_vectors.h"
#include "time/engine.h"

enum {
    DENSE_LIMIT = 150,  /* up to this many unknowns: a dense Jacobian by difference quotients */
    KRYLOV_VECTORS = 20 /* above it: Krylov dimension of the iterative solver */
};

/* Absolute tolerance of the work done, which is excluded from error control: large enough to vanish in every norm,
 * small enough to be squared. */
static const double unseen = 1e30;

struct bdf {
    struct engine engine;
    double tolerance, reached;
    double *projected, *rate; /* room for a projection; NULL: there are no constraints */
    int closed;               /* rows that it maintains; -1: it has not been asked yet */
    bool jumps;               /* they have become more in the last one, or its corrections were large */
    SUNContext context;
    void *cvode;
    struct kept_vectors vectors;
    N_Vector y, tolerances;
    SUNMatrix matrix;
    SUNLinearSolver linear;
    SUNNonlinearSolver nonlinear;
    bool ready;       /* all of the above were made */
    bool initialised; /* CVodeInit was called */
};

#define JUMP 20 /* tolerances: so large a correction begins a new history */

static struct bdf *self(struct engine *e) { return (struct bdf *)(void *)e; }

static int right_hand_side(realtype t, N_Vector y, N_Vector ydot, void *user)
{
    struct bdf *a = user;
    if (engine_derivative(&a->engine, t, NV_DATA_S(y), NV_DATA_S(ydot)))
        return 0;
    a->engine.bad_time = t;
    a->engine.bad = true;
    return 1; /* recoverable: CVODE tries a shorter step */
}

/* The largest gap, or rate of one, of what is maintained by projection, at the updated rows. */
static double largest_gap(const struct plan *plan, const struct work *work)
{
    double most = 0;
    for (int i = 0; i < ldl_rows(plan->matrix); i++) {
        if (work->closed[i] != ROW_OPEN)
            most = fmax(most, fabs(work->c[i]));
        if (work->closed[i] == ROW_POSITION && !plan->first_order)
            most = fmax(most, fabs(work->cd[i]));
    }
    return most;
}

static int closed_rows(const struct plan *plan, const struct work *work)
{
    int count = 0;
    for (int i = 0; i < ldl_rows(plan->matrix); i++)
        count += work->closed[i] != ROW_OPEN;
    return count;
}

static int project(realtype t, N_Vector y, N_Vector correction, realtype tolerance, N_Vector error, void *user)
{
    struct bdf *a = user;
    const struct plan *plan = a->engine.plan;
    struct work *work = a->engine.work;
    const double enough = fmin(1e-9, 0.1 * a->tolerance), *from = NV_DATA_S(y);
    const int n = state_count(plan);
    double *to = NV_DATA_S(correction), most = 0;
    (void)tolerance;
    (void)error;
    a->jumps = false;
    memset(to, 0, sizeof *to * (size_t)n);
    if (work->open == 0 && plan->linked == NULL) { /* else some may be met from here on */
        system_update(plan, work, t, from);
        system_deviations(plan, work, t);
        if (largest_gap(plan, work) <= enough)
            return 0;
    }
    if (!engine_derivative(&a->engine, t, from, a->rate))
        return 1;
    memcpy(a->projected, from, sizeof *from * (size_t)n);
    if (state_project(plan, work, t, a->projected, enough, NULL) > 0)
        for (int i = 0; i < n; i++) {
            to[i] = a->projected[i] - from[i];
            most = fmax(most, fabs(to[i]) / (1 + fabs(from[i])));
        }
    const int closed = closed_rows(plan, work);
    a->jumps = (a->closed >= 0 && closed > a->closed) || most > JUMP * a->tolerance;
    a->closed = closed;
    return 0;
}

/* CVODE's own messages are for programmers; adaptive.c writes the message of a failure. */
static void keep_silent(int code, const char *module, const char *function, char *text, void *user)
{
    (void)code;
    (void)module;
    (void)function;
    (void)text;
    (void)user;
}

/* The corrector is solved by Newton's method. Returns false if a solver could not be created. */
static bool make_solvers(struct bdf *a)
{
    const int n = state_count(a->engine.plan);
    a->nonlinear = SUNNonlinSol_Newton(a->y, a->context);
    if (n <= DENSE_LIMIT) {
        a->matrix = SUNDenseMatrix(n, n, a->context);
        a->linear = a->matrix != NULL ? SUNLinSol_Dense(a->y, a->matrix, a->context) : NULL;
    } else {
        a->linear = SUNLinSol_SPGMR(a->y, SUN_PREC_NONE, KRYLOV_VECTORS, a->context);
    }
    return a->nonlinear != NULL && a->linear != NULL && CVodeSetNonlinearSolver(a->cvode, a->nonlinear) == CV_SUCCESS &&
           CVodeSetLinearSolver(a->cvode, a->linear, a->matrix) == CV_SUCCESS;
}

/* CVODE needs its state vector before its solvers: called with the first state. */
static bool initialise(struct bdf *a, double t)
{
    if (!a->ready || CVodeInit(a->cvode, right_hand_side, t, a->y) != CV_SUCCESS)
        return false;
    return CVodeSetUserData(a->cvode, a) == CV_SUCCESS &&
           CVodeSVtolerances(a->cvode, a->tolerance, a->tolerances) == CV_SUCCESS &&
           CVodeSetMaxHnilWarns(a->cvode, -1) == CV_SUCCESS &&
           (a->projected == NULL || (CVodeSetProjFn(a->cvode, project) == CV_SUCCESS &&
                                     CVodeSetProjErrEst(a->cvode, SUNFALSE) == CV_SUCCESS)) &&
           make_solvers(a);
}

static enum engine_outcome outcome_of(const struct bdf *a, int flag)
{
    switch (flag) {
    case CV_ERR_FAILURE:
    case CV_CONV_FAILURE:
    case CV_TOO_MUCH_WORK:
        return a->engine.bad ? ENGINE_NOT_FINITE : ENGINE_TOO_SHORT;
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR:
    case CV_RHSFUNC_FAIL:
        return ENGINE_NOT_FINITE;
    case CV_TOO_MUCH_ACC:
        return ENGINE_TOO_TIGHT;
    case CV_MEM_FAIL:
    case CV_MEM_NULL:
    case CV_NO_MALLOC:
        return ENGINE_NO_MEMORY;
    default:
        return ENGINE_UNSOLVED;
    }
}

/* A new history; what is begun anew must not depend on the one before. */
static enum engine_outcome bdf_begin(struct engine *e, double t, const double *y, double stop)
{
    struct bdf *a = self(e);
    double *state = a->y != NULL ? NV_DATA_S(a->y) : NULL;
    (void)stop;
    a->closed = -1;
    if (state == NULL)
        return ENGINE_NO_MEMORY;
    if (y != state)
        memcpy(state, y, sizeof *y * (size_t)state_count(a->engine.plan));
    state_normalise(a->engine.plan, state);
    a->reached = t;
    a->jumps = false;
    if (a->initialised)
        return CVodeReInit(a->cvode, t, a->y) == CV_SUCCESS ? ENGINE_OK : ENGINE_NO_MEMORY;
    a->initialised = initialise(a, t);
    return a->initialised ? ENGINE_OK : ENGINE_NO_MEMORY;
}

static enum engine_outcome one_step(struct engine *e, double stop, int *flag)
{
    struct bdf *a = self(e);
    /* Where a constraint has just been met, what was left of it went at once: the history knows nothing of that. It was kept
     * until now because frames may have looked at it. */
    if (a->jumps) {
        const enum engine_outcome o = bdf_begin(e, a->reached, NV_DATA_S(a->y), stop);
        if (o != ENGINE_OK)
            return o;
    }
    /* A stop time cannot be cleared in CVODE: one that is never reached stands for none. */
    if (CVodeSetStopTime(a->cvode, isfinite(stop) ? stop : DBL_MAX) != CV_SUCCESS) {
        /* By rounding, CVODE's own time may be past a stop time that it has reached already. */
        enum engine_outcome o = bdf_begin(e, a->reached, NV_DATA_S(a->y), stop);
        if (o != ENGINE_OK || CVodeSetStopTime(a->cvode, isfinite(stop) ? stop : DBL_MAX) != CV_SUCCESS)
            return o != ENGINE_OK ? o : ENGINE_UNSOLVED;
    }
    /* Time scale for the choice of the first step. It is not the time of a frame: steps must not depend on frames. */
    realtype now = a->reached;
    *flag = CVode(a->cvode, fmin(stop, a->reached + ENGINE_FIRST_LOOK), a->y, &now, CV_ONE_STEP);
    if (*flag < 0)
        return outcome_of(a, *flag);
    a->reached = now;
    return ENGINE_OK;
}

static enum engine_outcome bdf_step(struct engine *e, double stop, double *t)
{
    struct bdf *a = self(e);
    int flag = 0;
    enum engine_outcome o = one_step(e, stop, &flag);
    if (a->closed > 0 &&
        (flag == CV_ERR_FAILURE || flag == CV_CONV_FAILURE)) { /* corrections may have spoilt the history */
        a->jumps = true;
        o = one_step(e, stop, &flag);
    }
    *t = a->reached;
    return o;
}

static bool bdf_between(struct engine *e, double t, double *y)
{
    struct bdf *a = self(e);
    N_Vector out = N_VMake_Serial(state_count(a->engine.plan), y, a->context);
    bool ok = out != NULL && CVodeGetDky(a->cvode, t, 0, out) == CV_SUCCESS;
    if (out != NULL)
        N_VDestroy(out);
    return ok;
}

static const double *bdf_state(const struct engine *e) { return NV_DATA_S(((const struct bdf *)(const void *)e)->y); }

static double bdf_size(const struct engine *e)
{
    realtype h = 0;
    CVodeGetCurrentStep(((const struct bdf *)(const void *)e)->cvode, &h);
    return h;
}

static void bdf_free(struct engine *e)
{
    struct bdf *a = self(e);
    if (a->cvode != NULL)
        CVodeFree(&a->cvode);
    if (a->nonlinear != NULL)
        SUNNonlinSolFree(a->nonlinear);
    if (a->linear != NULL)
        SUNLinSolFree(a->linear);
    if (a->matrix != NULL)
        SUNMatDestroy(a->matrix);
    vectors_free(&a->vectors);
    if (a->context != NULL)
        SUNContext_Free(&a->context);
    mem_free(a->projected);
    mem_free(a->rate);
    mem_free(a);
}

static const struct engine_class class = {
    .begin = bdf_begin,
    .step = bdf_step,
    .between = bdf_between,
    .state = bdf_state,
    .size = bdf_size,
    .free = bdf_free,
};

struct engine *bdf_new(const struct plan *plan, struct work *work, double tolerance)
{
    struct bdf *a = MEM_NEW(struct bdf);
    *a = (struct bdf){.engine = {.class = &class, .plan = plan, .work = work, .stretches = true},
                      .tolerance = tolerance};
    if (SUNContext_Create(NULL, &a->context) != 0)
        return &a->engine;
    a->y = vector_new(&a->vectors, state_count(plan), a->context);
    a->tolerances = vector_new(&a->vectors, state_count(plan), a->context);
    a->cvode = CVodeCreate(CV_BDF, a->context);
    if (a->y == NULL || a->tolerances == NULL || a->cvode == NULL)
        return &a->engine;
    if (plan->rows > 0) {
        a->projected = MEM_ARRAY(double, state_count(plan));
        a->rate = MEM_ARRAY(double, state_count(plan));
    }
    N_VConst(tolerance, a->tolerances);
    NV_Ith_S(a->tolerances, state_work(plan)) = unseen;
    a->ready = CVodeSetErrHandlerFn(a->cvode, keep_silent, NULL) == CV_SUCCESS;
    return &a->engine;
}

INTEGRATOR_NAME(gear, "gear");
const struct integrator_class integrator_gear = {
    .kind = {.group = TN_KIND_INTEGRATOR,
             .name = integrator_name_gear,
             .synonyms = {"bdf", "stiff", "cvode"},
             .help = "backward differentiation formulas with error control: stiff models",
             .example = "world: integrator gear; tolerance 1e-8; end"},
    .engine = bdf_new,
};
