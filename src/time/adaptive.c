/* adaptive.c: Adams and BDF methods with error control, by CVODE (Hindmarsh et al., SUNDIALS).
 *
 * CVODE goes its own steps, past the times that are asked for; states in between come from its interpolating
 * polynomial, so that frames do not disturb the sequence of steps. It never goes past `stop`, where the equations change,
 * and stops where a limit or motor changes, which its root finder locates.
 *
 * Nothing is written into its history. Quaternions therefore lose their unit length slowly; the right-hand side means
 * Q/|Q|, and only copies that go out, and states that begin a new history, are normalised.
 */
#include <float.h>
#include <string.h>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "base/memory.h"
#include "time/steps.h"

enum {
    DENSE_LIMIT = 150,      /* unknowns up to which BDF takes a dense Jacobian by difference quotients */
    KRYLOV_VECTORS = 20,    /* of the iterative solver above that */
    STEPS_LIMIT = 10000000, /* in one call */
    CRAWL_LIMIT = 50000,    /* steps in one call that are shorter than a crawl on the whole */
    IDLE_LIMIT = 10,        /* steps that do not move the clock */
    RECENT = 100            /* steps: an evaluation that was not finite may be the cause of a failure for so long */
};

/* Absolute tolerance of the work: large enough never to be seen in a norm, small enough to be squared. */
static const double unseen = 1e30;
/* A quaternion with ||Q|² − 1| above this begins a new history; only rough tolerances and very many turns get there. */
static const double longest_stretch = 0.5;

/* Seconds: steps shorter than this on the whole are a crawl that will not end. */
static const double crawl = 1e-6;

/* Seconds: the scale that the first step of a history is looked for in. */
static const double longest_first_look = 1;

struct adaptive {
    struct system *system;
    tn_integrator method;
    double tolerance;
    SUNContext context;
    void *cvode;
    N_Vector y, between, tolerances; /* y: the state at `reached` */
    SUNMatrix matrix;
    SUNLinearSolver linear;
    SUNNonlinearSolver nonlinear;
    bool ready;            /* all of the above were made */
    bool initialised;      /* CVodeInit was called */
    bool running;          /* there is a history */
    double reached, given; /* time of y; time of the state that was last handed out */
    bool bad;              /* the right-hand side was not finite in this history */
    double bad_time;       /* where it was so last, */
    long bad_step;         /* and after how many steps */
    long steps;
    bool event;    /* at `reached` a limit or motor changes */
    double *g;     /* event values */
    bool *closing; /* the gap of a free limit was closing when it was last looked at */
    int *root;     /* what CVODE says of them */
};

static int event_values(realtype t, N_Vector y, realtype *g, void *user)
{
    struct adaptive *a = user;
    return system_event_values(a->system, t, NV_DATA_S(y), g) == TN_OK ? 0 : 1;
}

static int right_hand_side(realtype t, N_Vector y, N_Vector ydot, void *user)
{
    struct adaptive *a = user;
    if (system_derivative(a->system, t, NV_DATA_S(y), NV_DATA_S(ydot)) == TN_OK)
        return 0;
    a->bad_time = t;
    a->bad_step = a->steps;
    a->bad = true;
    return 1; /* recoverable: CVODE tries a shorter step */
}

/* CVODE's own words are for programmers; failures are put in ours below. */
static void keep_silent(int code, const char *module, const char *function, char *text, void *user)
{
    (void)code;
    (void)module;
    (void)function;
    (void)text;
    (void)user;
}

/* Adams: the corrector is iterated to a fixed point. BDF: by Newton's method. True if everything could be made. */
static bool make_solvers(struct adaptive *a)
{
    const int n = a->system->y_count;
    if (a->method == TN_ADAMS) {
        a->nonlinear = SUNNonlinSol_FixedPoint(a->y, 0, a->context);
        return a->nonlinear != NULL && CVodeSetNonlinearSolver(a->cvode, a->nonlinear) == CV_SUCCESS;
    }
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

/* CVODE keeps step and order unless the step can grow by half. On smooth motion that holds Adams at order 5; with a
 * fifth, and a corrector solved to a hundredth of the tolerance so that the estimate for the next order is clean, a
 * mass on a spring at 1e-10 takes 650 evaluations and errs by 4e-9, where the defaults take 1500 and err by 2e-7.
 * Acceleration of the fixed point (Anderson) was measured and gains nothing; BDF gains nothing from either. */
static bool tune_adams(struct adaptive *a)
{
    return CVodeSetEtaFixedStepBounds(a->cvode, 0, 1.2) == CV_SUCCESS &&
           CVodeSetNonlinConvCoef(a->cvode, 0.01) == CV_SUCCESS;
}

/* Event values matter where they fall through zero. */
static bool watch_events(struct adaptive *a)
{
    int n = a->system->bounded_count;
    if (n == 0)
        return true;
    for (int b = 0; b < n; b++)
        a->root[b] = -1;
    return CVodeRootInit(a->cvode, n, event_values) == CV_SUCCESS &&
           CVodeSetRootDirection(a->cvode, a->root) == CV_SUCCESS && CVodeSetNoInactiveRootWarn(a->cvode) == CV_SUCCESS;
}

/* CVODE wants its state vector before its solvers: called with the first state. */
static bool initialise(struct adaptive *a, double t)
{
    if (!a->ready || CVodeInit(a->cvode, right_hand_side, t, a->y) != CV_SUCCESS)
        return false;
    return CVodeSetUserData(a->cvode, a) == CV_SUCCESS &&
           CVodeSVtolerances(a->cvode, a->tolerance, a->tolerances) == CV_SUCCESS &&
           CVodeSetMaxHnilWarns(a->cvode, -1) == CV_SUCCESS && make_solvers(a) &&
           (a->method != TN_ADAMS || tune_adams(a)) && watch_events(a);
}

struct adaptive *adaptive_new(struct system *s, tn_integrator method, double tolerance)
{
    struct adaptive *a = MEM_NEW(struct adaptive);
    *a = (struct adaptive){.system = s, .method = method, .tolerance = tolerance};
    a->g = MEM_ARRAY(double, s->bounded_count);
    a->closing = MEM_ARRAY(bool, s->bounded_count);
    a->root = MEM_ARRAY(int, s->bounded_count);
    if (SUNContext_Create(NULL, &a->context) != 0)
        return a;
    a->y = N_VNew_Serial(s->y_count, a->context);
    a->between = N_VNew_Serial(s->y_count, a->context);
    a->tolerances = N_VNew_Serial(s->y_count, a->context);
    a->cvode = CVodeCreate(method == TN_ADAMS ? CV_ADAMS : CV_BDF, a->context);
    if (a->y == NULL || a->between == NULL || a->tolerances == NULL || a->cvode == NULL)
        return a;
    N_VConst(tolerance, a->tolerances);
    NV_Ith_S(a->tolerances, s->work) = unseen;
    a->ready = CVodeSetErrHandlerFn(a->cvode, keep_silent, NULL) == CV_SUCCESS;
    return a;
}

void adaptive_free(struct adaptive *a)
{
    if (a == NULL)
        return;
    if (a->cvode != NULL)
        CVodeFree(&a->cvode);
    if (a->nonlinear != NULL)
        SUNNonlinSolFree(a->nonlinear);
    if (a->linear != NULL)
        SUNLinSolFree(a->linear);
    if (a->matrix != NULL)
        SUNMatDestroy(a->matrix);
    if (a->y != NULL)
        N_VDestroy(a->y);
    if (a->between != NULL)
        N_VDestroy(a->between);
    if (a->tolerances != NULL)
        N_VDestroy(a->tolerances);
    if (a->context != NULL)
        SUNContext_Free(&a->context);
    mem_free(a->g);
    mem_free(a->closing);
    mem_free(a->root);
    mem_free(a);
}

void adaptive_restart(struct adaptive *a) { a->running = false; }
long adaptive_steps(const struct adaptive *a) { return a->steps; }

/* ---- one call ---- */

/* A new history from the state y. */
static bool begin(struct adaptive *a, double t, const double *y)
{
    double *state = NV_DATA_S(a->y);
    if (y != state)
        memcpy(state, y, sizeof(double) * (size_t)a->system->y_count);
    state_normalise(a->system, state);
    a->reached = a->given = t;
    a->bad = a->event = false;
    if (a->initialised)
        return a->running = CVodeReInit(a->cvode, t, a->y) == CV_SUCCESS;
    a->initialised = a->running = initialise(a, t);
    return a->running;
}

static char *not_finite(const struct adaptive *a, double h)
{
    return mem_print("at t = %.9g s (step %.3g s) forces or constraints are not finite numbers, however short the step "
                     "(last looked at t = %.9g s): the model may be impossible there",
                     a->reached, h, a->bad_time);
}

/* What a CVODE failure means for a person. */
static char *failure(const struct adaptive *a, int flag)
{
    const char *name = a->method == TN_ADAMS ? "adams" : "gear";
    realtype h = 0;
    CVodeGetCurrentStep(a->cvode, &h);
    switch (flag) {
    case CV_ERR_FAILURE:
    case CV_CONV_FAILURE:
    case CV_TOO_MUCH_WORK:
        if (a->bad && a->steps - a->bad_step < RECENT) /* the cause, if it is no older than the trouble */
            return not_finite(a, h);
        return mem_print("at t = %.9g s (step %.3g s) the step became too small: the model may be impossible or too "
                         "stiff for %s; try %sa larger tau or a looser tolerance",
                         a->reached, h, name, a->method == TN_ADAMS ? "integrator gear, " : "");
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR:
    case CV_RHSFUNC_FAIL:
        return not_finite(a, h);
    case CV_TOO_MUCH_ACC:
        return mem_print("at t = %.9g s (step %.3g s) the tolerance %.3g asks for more digits than numbers have; try a "
                         "looser tolerance",
                         a->reached, h, a->tolerance);
    case CV_MEM_FAIL:
    case CV_MEM_NULL:
    case CV_NO_MALLOC:
        return mem_print("at t = %.9g s there was not enough memory for integrator %s", a->reached, name);
    default: {
        char *word = CVodeGetReturnFlagName(flag);
        char *text = mem_print("at t = %.9g s (step %.3g s) the equations of a step could not be solved (%s); try a "
                               "larger tau or another integrator",
                               a->reached, h, word != NULL ? word : "?");
        mem_free(word);
        return text;
    }
    }
}

/* ---- dips ----
 *
 * CVODE sees values at the ends of its steps. Where nothing acts on a body its steps are long, and a gap may close and
 * open again within one of them: two balls that pass through each other. A gap that was closing before a step and opens
 * after it has its least value within; there it is looked at, on the polynomial of the step. */

/* Event values at a time within the last step; false if they could not be had. a->between is the state there. */
static bool look_within(struct adaptive *a, double t)
{
    return CVodeGetDky(a->cvode, t, 0, a->between) == CV_SUCCESS && event_values(t, a->between, a->g, a) == 0;
}

static bool is_free_limit(const struct system *s, int b)
{
    const struct item *it = &s->item[s->bounded[b]];
    return it->bounds == BOUND_ONE_SIDED && it->mode == MODE_FREE;
}

static double gap_rate(const struct system *s, int b) { return s->cd[s->item[s->bounded[b]].row]; }

/* Where the b-th gap is first closed within [from, to]: its least value is found by its rate, then the crossing before
 * that. INFINITY if it stays open. */
static double find_dip(struct adaptive *a, int b, double from, double to)
{
    const double resolution = 1e-14 * fmax(1, fabs(to));
    double low = from, high = to, closed = INFINITY;
    while (!isfinite(closed) && high - low > resolution) {
        double middle = (low + high) / 2;
        if (!look_within(a, middle))
            return INFINITY;
        if (a->g[b] <= 0)
            closed = middle;
        *(gap_rate(a->system, b) < 0 ? &low : &high) = middle;
    }
    for (low = from; isfinite(closed) && closed - low > resolution;) {
        double middle = (low + closed) / 2;
        if (!look_within(a, middle))
            break;
        *(a->g[b] <= 0 ? &closed : &low) = middle;
    }
    return closed;
}

/* The gaps as they are now, for the step that comes. */
static void note_gaps(struct adaptive *a)
{
    system_note_limits(a->system);
    for (int b = 0; b < a->system->bounded_count; b++)
        a->closing[b] = is_free_limit(a->system, b) && a->g[b] > 0 && gap_rate(a->system, b) < 0;
}

/* After a step from `before` in which CVODE found nothing: is there a dip? Then the step ends there. */
static int look_for_dips(struct adaptive *a, double before)
{
    struct system *s = a->system;
    double first = INFINITY;
    for (int b = 0; b < s->bounded_count; b++)
        s->triggered[b] = a->closing[b] && is_free_limit(s, b) && gap_rate(s, b) > 0; /* to be looked at */
    note_gaps(a);
    for (int b = 0; b < s->bounded_count; b++)
        if (s->triggered[b])
            first = fmin(first, find_dip(a, b, before, a->reached));
    if (isfinite(first) && !look_within(a, first))
        return CV_RTFUNC_FAIL;
    for (int b = 0; b < s->bounded_count; b++) {
        s->triggered[b] = s->triggered[b] && isfinite(first) && a->g[b] <= 0;
        a->event |= s->triggered[b];
    }
    if (a->event) {
        N_VScale(1, a->between, a->y);
        a->reached = first;
    }
    return CV_SUCCESS;
}

/* After a step: did CVODE find a change, or is a value below zero that began a hair below it? */
static int look_for_event(struct adaptive *a, bool found, double before)
{
    struct system *s = a->system;
    if (s->bounded_count == 0)
        return CV_SUCCESS;
    if (found && CVodeGetRootInfo(a->cvode, a->root) != CV_SUCCESS)
        return CV_ILL_INPUT;
    if (!found && event_values(a->reached, a->y, a->g, a) != 0)
        return CV_RTFUNC_FAIL;
    for (int b = 0; b < s->bounded_count; b++) {
        s->triggered[b] = found ? a->root[b] != 0 : a->g[b] < -s->guard[b];
        a->event |= s->triggered[b];
    }
    return a->event ? CV_SUCCESS : look_for_dips(a, before);
}

/* One step of CVODE's own choice, not past its stop time. CV_SUCCESS or the failure; a->reached and a->y follow. */
static int step(struct adaptive *a, double stop)
{
    realtype now = a->reached;
    /* A first step is looked for within this time; it is no frame's, so that steps do not depend on frames. */
    double ahead = fmin(stop, a->reached + longest_first_look);
    int flag = CVode(a->cvode, ahead, a->y, &now, CV_ONE_STEP);
    if (flag < 0)
        return flag;
    double before = a->reached;
    a->reached = now;
    a->steps++;
    system_follow_turns(a->system, now, NV_DATA_S(a->y));
    return look_for_event(a, flag == CV_ROOT_RETURN, before);
}

/* There is no way to take a stop time back: a time never reached stands for none. */
static bool set_stop(struct adaptive *a, double stop)
{
    double limit = isfinite(stop) ? stop : DBL_MAX;
    if (CVodeSetStopTime(a->cvode, limit) == CV_SUCCESS)
        return true;
    /* CVODE's own time may lie behind a stop that it reached before, by a rounding. */
    return begin(a, a->reached, NV_DATA_S(a->y)) && CVodeSetStopTime(a->cvode, limit) == CV_SUCCESS;
}

/* Steps until `target` is reached or passed. */
static int step_to(struct adaptive *a, double target, double stop)
{
    if (a->reached >= target)
        return CV_SUCCESS;
    if (!set_stop(a, stop))
        return CV_ILL_INPUT;
    system_follow_turns(a->system, a->reached, NV_DATA_S(a->y));
    if (a->system->bounded_count > 0) { /* how gaps change before the first step */
        if (event_values(a->reached, a->y, a->g, a) != 0)
            return CV_RTFUNC_FAIL;
        note_gaps(a);
    }
    int idle = 0;
    const double begun = a->reached;
    for (long count = 0; a->reached < target && !a->event; count++) {
        double before = a->reached;
        bool crawls = count > CRAWL_LIMIT && a->reached - begun < crawl * (double)count;
        if (count == STEPS_LIMIT || idle == IDLE_LIMIT || crawls)
            return CV_TOO_MUCH_WORK;
        int flag = step(a, stop);
        if (flag != CV_SUCCESS)
            return flag;
        idle = a->reached > before ? 0 : idle + 1;
        if (a->reached < target && !a->event && state_stretch(a->system, NV_DATA_S(a->y)) > longest_stretch &&
            !(begin(a, a->reached, NV_DATA_S(a->y)) && set_stop(a, stop)))
            return CV_ILL_INPUT;
    }
    return CV_SUCCESS;
}

/* Hands out a state, and remembers when. */
static void hand_out(struct adaptive *a, N_Vector state, double at, double *t, double *y)
{
    memcpy(y, NV_DATA_S(state), sizeof(double) * (size_t)a->system->y_count);
    state_normalise(a->system, y);
    system_follow_turns(a->system, at, y);
    *t = a->given = at;
}

tn_status adaptive_advance(struct adaptive *a, double *t, double *y, double target, double stop, bool *event,
                           char **message)
{
    const bool goes_on = a->running && a->given == *t;
    if (target - *t <= 2 * DBL_EPSILON * fmax(fabs(*t), fabs(target))) { /* a rounding of the clock, no time */
        a->running = goes_on && target <= a->reached;
        *t = a->given = target;
        return TN_OK;
    }
    if (!goes_on && !begin(a, *t, y)) {
        *message = failure(a, CV_MEM_FAIL);
        return TN_STUCK;
    }
    int flag = step_to(a, target, stop);
    if (flag == CV_SUCCESS && a->reached > target)
        flag = CVodeGetDky(a->cvode, target, 0, a->between);
    if (flag != CV_SUCCESS) {
        *message = failure(a, flag);
        hand_out(a, a->y, a->reached, t, y);
        a->running = false;
        return TN_STUCK;
    }
    *event = a->event && a->reached <= target;
    hand_out(a, a->reached > target ? a->between : a->y, *event ? a->reached : target, t, y);
    a->running = a->running && !*event; /* what comes after is another motion */
    return TN_OK;
}
