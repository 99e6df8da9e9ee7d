/* setting_table.c: the settings of a world: words, ranges, defaults, and the member of tn_settings for each.
 *
 * Used by the reader and the writer of world: … end, tn_world_configure, the options of the command and `tenon kinds`.
 * Settings are written in this order.
 */
#include <stdlib.h>
#include <string.h>

#include "time/integrator_class.h"
#include "world/world_parts.h"

enum {
    UP,
    INTEGRATOR,
    SOLVER,
    ORDER,
    TOLERANCE,
    CORRECTION,
    METHOD,
    JOINTS,
    SCHEME,
    ALPHA,
    ITERATIONS,
    ON_LIMIT,
    STEP,
    TAU,
    UNTIL,
    FRAMES,
    SUBSTEPS,
    ASSEMBLE,
    TIME,
    COUNT
};

#define NUMBER .fewest = 1, .most = 1
#define WORDS(...)                                                                                                     \
    .choices = (const char *const[]) { __VA_ARGS__, NULL }

static const tn_parameter parameters[COUNT + 1] = {
    [UP] = {.word = "up", WORDS("z", "y"), .standard = "z", .help = "the axis that points up"},
    [INTEGRATOR] = {.word = "integrator",
                    .choices = integrator_names,
                    .standard = "adams",
                    .help = "how the model advances in time"},
    [SOLVER] = {.word = "solver",
                WORDS("auto", "sparse", "svd"),
                .standard = "auto",
                .help = "linear solver: sparse factorization, or a dense reference for small models (svd)"},
    [ORDER] = {.word = "order",
               WORDS("second", "first"),
               .standard = "second",
               .help = "forces cause accelerations (second) or velocities (first)"},
    [TOLERANCE] =
        {.word = "tolerance",
         .symbol = "R",
         .unit = "1",
         NUMBER,
         .range = TN_ABOVE,
         .high = 0.1,
         .standard = "1e-10",
         .help = "relative and absolute, of the adaptive integrators; sets the correction too, unless it is given"},
    [CORRECTION] = {.word = "correction",
                    .symbol = "R",
                    .unit = "1",
                    NUMBER,
                    .range = TN_ABOVE,
                    .high = 0.1,
                    .standard = "1e-4",
                    .help = "displacement method: a step ends when corrections are smaller than this, in m and rad"},
    [METHOD] = {.word = "method",
                WORDS("dynamic", "displacement"),
                .standard = "dynamic",
                .help = "how constraints are enforced: by forces, or by displacements after a step of free motion"},
    [JOINTS] = {.word = "joints",
                WORDS("constraints", "coordinates"),
                .standard = "constraints",
                .help = "how joints between rigid bodies are enforced: like all constraints, or by joint coordinates"},
    [SCHEME] = {.word = "scheme",
                WORDS("A", "B", "gauss-seidel"),
                .standard = "gauss-seidel",
                .help = "corrections of the displacement method: simultaneous (A, B) or sequential"},
    [ALPHA] = {.word = "alpha",
               .symbol = "a",
               .unit = "1",
               NUMBER,
               .range = TN_ABOVE,
               .high = 1.99,
               .standard = "1",
               .help = "displacement method: fraction of each correction that is applied"},
    [ITERATIONS] = {.word = "iterations",
                    .symbol = "n",
                    .unit = "1",
                    NUMBER,
                    .range = TN_BETWEEN,
                    .low = 1,
                    .high = 1e6,
                    .whole = true,
                    .standard = "50",
                    .help = "displacement method: maximum number of iterations per step"},
    [ON_LIMIT] = {.word = "on-limit",
                  WORDS("continue", "stop"),
                  .standard = "continue",
                  .help = "at the iteration limit: continue with a warning, or stop the run"},
    [STEP] = {.word = "step",
              .symbol = "DT",
              .unit = "s",
              NUMBER,
              .range = TN_POSITIVE,
              WORDS("auto"),
              .standard = "0.01",
              .help = "length of fixed steps; auto: the longest stable step, also the default with flexible blocks"},
    [TAU] = {.word = "tau",
             .symbol = "T",
             .unit = "s",
             NUMBER,
             .range = TN_POSITIVE,
             .standard = "0.1",
             .help = "default time constant of assembly"},
    [UNTIL] = {.word = "until",
               .symbol = "T",
               .unit = "s",
               NUMBER,
               .range = TN_NOT_NEGATIVE,
               .standard = "10",
               .help = "the end of a run"},
    [FRAMES] = {.word = "frames",
                .symbol = "N",
                .unit = "1/s",
                NUMBER,
                .range = TN_POSITIVE,
                .standard = "30",
                .help = "frames per second"},
    [SUBSTEPS] = {.word = "substeps",
                  .symbol = "n",
                  .unit = "1",
                  NUMBER,
                  .range = TN_BETWEEN,
                  .low = 1,
                  .high = 1e6,
                  .whole = true,
                  .help = "substeps per step; default: 4 with contact, 1 without"},
    [ASSEMBLE] = {.word = "assemble",
                  WORDS("on", "off"),
                  .help = "find positions that satisfy the constraints before the first step; default: on "
                          "with displacements, off without"},
    [TIME] = {.word = "time",
              .symbol = "T",
              .unit = "s",
              NUMBER,
              .range = TN_NOT_NEGATIVE,
              .standard = "0",
              .help = "the initial time"},
    [COUNT] = {.word = NULL},
};

const tn_kind world_kind = {
    .group = TN_KIND_STATEMENT,
    .name = "world",
    .synonyms = {"settings", "option", "options", "scene"},
    .arguments = ": … end",
    .help = "the settings of the model",
    .example = "world: up z; gravity 9.81; until 2; frames 30; end",
    .parameters = parameters,
};

/* How a setting is stored: as a number; as a count; as a word, by an enumeration that begins with `first`, by a letter,
 * or by whether it is the second word. The clock is not a member. */
enum place_type { PLACE_NUMBER, PLACE_COUNT, PLACE_WORD, PLACE_LETTER, PLACE_SECOND, PLACE_CLOCK };
static const struct setting_place {
    enum place_type type;
    size_t offset;
    int first;
    bool always; /* written though it is the default */
} places[COUNT] = {
    [UP] = {PLACE_LETTER, offsetof(tn_settings, up), 0, true},
    [INTEGRATOR] = {PLACE_WORD, offsetof(tn_settings, integrator), 0, true},
    [SOLVER] = {PLACE_WORD, offsetof(tn_settings, solver), 0, true},
    [ORDER] = {PLACE_WORD, offsetof(tn_settings, order), 0, false},
    [TOLERANCE] = {PLACE_NUMBER, offsetof(tn_settings, tolerance), 0, false},
    [CORRECTION] = {PLACE_NUMBER, offsetof(tn_settings, correction), 0, false},
    [METHOD] = {PLACE_WORD, offsetof(tn_settings, method), 0, false},
    [JOINTS] = {PLACE_WORD, offsetof(tn_settings, joints), 0, false},
    [SCHEME] = {PLACE_WORD, offsetof(tn_settings, scheme), 0, false},
    [ALPHA] = {PLACE_NUMBER, offsetof(tn_settings, alpha), 0, false},
    [ITERATIONS] = {PLACE_COUNT, offsetof(tn_settings, iterations), 0, false},
    [ON_LIMIT] = {PLACE_SECOND, offsetof(tn_settings, stops_at_limit), 0, false},
    [STEP] = {PLACE_NUMBER, offsetof(tn_settings, step), 0, false},
    [TAU] = {PLACE_NUMBER, offsetof(tn_settings, tau), 0, true},
    [UNTIL] = {PLACE_NUMBER, offsetof(tn_settings, until), 0, true},
    [FRAMES] = {PLACE_NUMBER, offsetof(tn_settings, frames), 0, true},
    [SUBSTEPS] = {PLACE_COUNT, offsetof(tn_settings, substeps), 0, false},
    [ASSEMBLE] = {PLACE_WORD, offsetof(tn_settings, assemble), TN_ASSEMBLE_ON, false},
    [TIME] = {PLACE_CLOCK, 0, 0, false},
};
_Static_assert(sizeof(tn_integrator) == sizeof(int), "settings that are words are as large as int");

static const struct setting_place *place_of(const tn_parameter *p) { return &places[p - parameters]; }
static int choice_count(const tn_parameter *p)
{
    int n = 0;
    while (p->choices != NULL && p->choices[n] != NULL)
        n++;
    return n;
}

bool setting_is_always_written(const tn_parameter *p) { return place_of(p)->always; }
bool setting_is_clock(const tn_parameter *p) { return place_of(p)->type == PLACE_CLOCK; }

void setting_put_number(tn_settings *s, const tn_parameter *p, double value)
{
    char *at = (char *)s + place_of(p)->offset;
    double first;
    parameter_standard(&parameters[CORRECTION], &first);
    if (p == &parameters[TOLERANCE] && (s->correction == s->tolerance || s->correction == first))
        s->correction = value; /* it follows the tolerance until it is set itself */
    s->step_given = s->step_given || p == &parameters[STEP];
    s->integrator_given = s->integrator_given || p == &parameters[TOLERANCE];
    if (place_of(p)->type == PLACE_NUMBER)
        memcpy(at, &value, sizeof value);
    else if (place_of(p)->type == PLACE_COUNT)
        memcpy(at, &(int){(int)value}, sizeof(int));
}

void setting_put_word(tn_settings *s, const tn_parameter *p, int choice)
{
    const struct setting_place *place = place_of(p);
    char *at = (char *)s + place->offset;
    s->integrator_given = s->integrator_given || p == &parameters[INTEGRATOR];
    switch (place->type) {
    case PLACE_WORD:
        memcpy(at, &(int){place->first + choice}, sizeof(int));
        break;
    case PLACE_LETTER:
        *at = p->choices[choice][0];
        break;
    case PLACE_SECOND:
        memcpy(at, &(bool){choice == 1}, sizeof(bool));
        break;
    case PLACE_NUMBER: /* auto */
        memcpy(at, &(double){0}, sizeof(double));
        break;
    case PLACE_COUNT:
    case PLACE_CLOCK:
        break;
    }
}

bool setting_get_number(const tn_settings *s, const tn_parameter *p, double *value)
{
    const char *at = (const char *)s + place_of(p)->offset;
    int count;
    if (place_of(p)->type == PLACE_NUMBER) {
        memcpy(value, at, sizeof *value);
        return !(*value == 0 && p->choices != NULL); /* auto */
    }
    if (place_of(p)->type != PLACE_COUNT)
        return false;
    memcpy(&count, at, sizeof count);
    *value = count;
    return count > 0;
}

const char *setting_get_word(const tn_settings *s, const tn_parameter *p)
{
    const struct setting_place *place = place_of(p);
    const char *at = (const char *)s + place->offset;
    int choice = -1;
    bool second;
    double number;
    switch (place->type) {
    case PLACE_WORD:
        memcpy(&choice, at, sizeof choice);
        choice -= place->first;
        break;
    case PLACE_LETTER:
        while (++choice < choice_count(p) && p->choices[choice][0] != *at)
            continue;
        break;
    case PLACE_SECOND:
        memcpy(&second, at, sizeof second);
        choice = second ? 1 : 0;
        break;
    case PLACE_NUMBER:
        memcpy(&number, at, sizeof number);
        choice = number == 0 ? 0 : -1;
        break;
    case PLACE_COUNT:
    case PLACE_CLOCK:
        break;
    }
    return choice >= 0 && choice < choice_count(p) ? p->choices[choice] : NULL;
}

tn_settings settings_default(void)
{
    tn_settings s = {.size = sizeof s, .tolerance = NAN}; /* the correction has its own default */
    for (const tn_parameter *p = parameters; p->word != NULL; p++) {
        double number;
        for (int i = 0; p->standard != NULL && i < choice_count(p); i++)
            if (strcmp(p->choices[i], p->standard) == 0)
                setting_put_word(&s, p, i);
        if (parameter_standard(p, &number) == 1)
            setting_put_number(&s, p, number);
    }
    s.step_given = s.integrator_given = false;
    return s;
}

/* More threads than this are a mistake. */
enum { THREADS_MOST = 1024 };

/* A setting without a default, stored as 0: the method chooses. */
static bool is_left_open(const tn_settings *s, const tn_parameter *p)
{
    const struct setting_place *place = place_of(p);
    int stored = 1;
    if (place->type == PLACE_COUNT || place->type == PLACE_WORD)
        memcpy(&stored, (const char *)s + place->offset, sizeof stored);
    return p->standard == NULL && stored == 0;
}

static bool setting_is_right(const tn_settings *s, const tn_parameter *p)
{
    double number;
    if (place_of(p)->type == PLACE_CLOCK || is_left_open(s, p))
        return true;
    if (setting_get_number(s, p, &number))
        return isfinite(number) && parameter_allows(p, &number, 1);
    return setting_get_word(s, p) != NULL;
}

char *settings_trouble(const tn_settings *s)
{
    for (const tn_parameter *p = parameters; p->word != NULL; p++)
        if (!setting_is_right(s, p))
            return mem_print("the setting '%s' is out of its range", p->word);
    return s->threads >= 0 && s->threads <= THREADS_MOST ? NULL : mem_print("threads is at most %d", (int)THREADS_MOST);
}

/* ---- the public interface ---- */

void tn_settings_default_fill(tn_settings *out, size_t size)
{
    const tn_settings d = settings_default();
    sized_fill(out, size, &d, sizeof d);
}

/* What a program gave, as long as this library knows it; false if it has no right size. */
static bool read_settings(const tn_settings *given, tn_settings *out)
{
    *out = settings_default();
    char *trouble = SIZED_READ(out, given, tn_settings, tn_settings_default);
    mem_free(trouble);
    return trouble == NULL;
}

const tn_parameter *tn_setting(const char *word) { return word != NULL ? parameter_find(parameters, word) : NULL; }

const char *tn_setting_word(const tn_settings *s, const char *setting)
{
    const tn_parameter *p = tn_setting(setting);
    tn_settings read;
    return p != NULL && read_settings(s, &read) ? setting_get_word(&read, p) : NULL;
}

static tn_status put_setting(tn_settings *s, const tn_parameter *p, const char *value)
{
    for (int i = 0; i < choice_count(p); i++)
        if (strcmp(p->choices[i], value) == 0) {
            setting_put_word(s, p, i);
            return TN_OK;
        }
    char *end;
    const double number = strtod(value, &end);
    if (p->most == 0 || end == value || *end != '\0' || !isfinite(number) || !parameter_allows(p, &number, 1))
        return TN_WRONG_USE;
    setting_put_number(s, p, number);
    return TN_OK;
}

tn_status tn_setting_put(tn_settings *s, const char *setting, const char *value)
{
    const tn_parameter *p = tn_setting(setting);
    tn_settings all;
    if (p == NULL || value == NULL || place_of(p)->type == PLACE_CLOCK || !read_settings(s, &all) ||
        place_of(p)->offset >= s->size)
        return TN_WRONG_USE;
    const tn_status status = put_setting(&all, p, value);
    all.size = s->size;
    if (status == TN_OK)
        memcpy(s, &all, s->size);
    return status;
}

int tn_integrator_count(void) { return integrator_count(); }

const char *tn_integrator_name(tn_integrator i)
{
    return (int)i >= 0 && (int)i < integrator_count() ? integrator_names[i] : NULL;
}

bool tn_integrator_find(const char *name, tn_integrator *out)
{
    for (int i = 0; name != NULL && out != NULL && integrator_names[i] != NULL; i++)
        if (strcmp(integrator_names[i], name) == 0) {
            *out = (tn_integrator)i;
            return true;
        }
    return false;
}

bool tn_integrator_adaptive(tn_integrator i)
{
    return (int)i >= 0 && (int)i < integrator_count() && integrator_classes[i]->step == NULL;
}
