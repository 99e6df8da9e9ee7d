/* formula_bench.c: time of one evaluation of a formula: by machine code, by the interpreter, as compiled C.
 *
 * The formulas are those that constraints evaluate: value, gradient and second derivative in time. They are emitted,
 * compiled with cc and loaded; the folder of the sources is given by SOURCE or found from this file's name.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "formula/tape.h"

enum { SYMBOLS = 16, OUTPUTS = 24, INSTANCES = 64 };

static const struct {
    const char *name, *text;
} formulas[] = {
    {"distance", "norm((a, b, c) - (d, e, f)) - g"},
    {"on a sphere, squared", "(a - d)^2 + (b - e)^2 + (c - f)^2 - g^2"},
    {"angle of two directions", "turn(dot((a, b, c), (d, e, f)))*dot((a, b, c), (g, h, i))"},
    {"polynomial", "a^3*b - 2*a*b^2*c + (a + b*c)*(d - e*f)*(g + h*a)/(1 + i^2)"},
    {"curve", "a*cos(b)*exp(-c) + d*sin(b + e)"},
    {"branches", "if(a > b, norm((a, b, c)), min(d*e, f))*max(g, h*i)"},
};

static bool letter_name(void *ctx, struct formula *f, const struct tree *t, const char *full, struct value *out)
{
    (void)ctx;
    (void)t;
    if (full[0] < 'a' || full[0] > 'i' || full[1] != '\0')
        return false;
    *out = (struct value){.type = VALUE_SCALAR, .e = {formula_symbol(f, (uint64_t)(full[0] - 'a'))}};
    return true;
}

static const char *symbol(void *ctx, int slot, char *buffer, size_t size)
{
    (void)ctx;
    snprintf(buffer, size, "x[%d]", slot);
    return buffer;
}

static const char *output(void *ctx, int k, char *buffer, size_t size)
{
    (void)ctx;
    snprintf(buffer, size, "y[%d]", k);
    return buffer;
}

/* The value, its partial derivatives, and its second derivative along the rates (the symbols 100 …). */
static int outputs_of(struct formula *f, const char *text, node *out)
{
    struct diagnostics *d = diagnostics_new();
    struct arena arena = {0};
    struct tokens tokens = syntax_tokens(&arena, d, diagnostics_source(d, "bench", text));
    struct reader r = {.arena = &arena, .diagnostics = d, .at = tokens.at};
    struct resolver names = {.diagnostics = d, .name = letter_name};
    out[0] = formula_elaborate(f, syntax_expression(&r), &names).e[0];
    arena_free(&arena);
    diagnostics_free(d);
    int n = formula_symbol_count(f), slots[SYMBOLS];
    node rate[SYMBOLS];
    for (int i = 0; i < n; i++) {
        slots[i] = i;
        rate[i] = i % 2 == 0 ? formula_symbol(f, 100 + (uint64_t)i / 2) : -1;
    }
    formula_gradient(f, out[0], slots, n, out + 1);
    node first = formula_derivative(f, out[0], rate, n);
    out[n + 1] = formula_derivative(f, first, rate, n);
    return n + 2;
}

typedef void compiled(const double *x, double *y);

static compiled *compile(const struct formula *f, const node *out, int count, int number)
{
    char folder[1000], command[3000], temporary[] = "/tmp/formula-bench-XXXXXX", name[60];
    if (mkdtemp(temporary) == NULL)
        return NULL;
    snprintf(name, sizeof name, "%s/%d", temporary, number);
    snprintf(command, sizeof command, "%s.c", name);
    FILE *file = fopen(command, "w");
    if (file == NULL) {
        rmdir(temporary);
        return NULL;
    }
    fputs("#include <math.h>\n#include \"formula/arithmetic.h\"\nvoid compiled(const double *x, double *y)\n{\n", file);
    struct emitter e = {.symbol = symbol, .output = output, .indent = "    "};
    formula_emit(f, out, count, &e, file);
    fputs("}\n", file);
    fclose(file);
    const char *given = getenv("SOURCE");
    snprintf(folder, sizeof folder, "%s", given != NULL ? given : __FILE__);
    char *tail = given != NULL ? NULL : strstr(folder, "bench/internal/formula_bench.c");
    if (tail != NULL)
        memcpy(tail, ".", 2);
    snprintf(
        command, sizeof command,
        "cc -std=c17 -O3 -ffp-contract=off -fno-math-errno -shared -fPIC -I'%s/src' %s.c '%s/src/formula/arithmetic.c'"
        " -o %s.so -lm",
        folder, name, folder, name);
    const int failed = system(command);
    snprintf(command, sizeof command, "%s.so", name);
    void *library = failed == 0 ? dlopen(command, RTLD_NOW) : NULL;
    remove(command);
    snprintf(command, sizeof command, "%s.c", name);
    remove(command);
    rmdir(temporary);
    if (library == NULL)
        return NULL;
    compiled *function;
    *(void **)&function = dlsym(library, "compiled");
    return function;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct bench {
    const struct tape *tape;
    compiled *function;
    double rows[INSTANCES][SYMBOLS], row[OUTPUTS], *scratch;
};

static void run_native(struct bench *b)
{
    for (int i = 0; i < INSTANCES; i++)
        tape_run(b->tape, b->rows[i], b->row, b->scratch);
}

static void run_interpreted(struct bench *b)
{
    for (int i = 0; i < INSTANCES; i++)
        tape_interpret(b->tape, b->rows[i], b->row, b->scratch);
}

static void run_compiled(struct bench *b)
{
    for (int i = 0; i < INSTANCES; i++)
        b->function(b->rows[i], b->row);
}

/* Nanoseconds for one evaluation: the best of several rounds. */
static double measure(void (*run)(struct bench *), struct bench *b)
{
    double best = INFINITY;
    for (int round = 0; round < 12; round++) {
        enum { REPEAT = 300 };
        double start = now();
        for (int k = 0; k < REPEAT; k++)
            run(b);
        double each = (now() - start) * 1e9 / (REPEAT * INSTANCES);
        best = each < best ? each : best;
    }
    return best;
}

static void bench_formula(int number)
{
    static struct bench b;
    struct formula *f = formula_new();
    node out[OUTPUTS];
    double start = now();
    int count = outputs_of(f, formulas[number].text, out);
    struct tape *t = tape_compile(f, out, count);
    double built = now() - start;
    b.tape = t;
    b.scratch = MEM_ARRAY(double, tape_scratch(t));
    b.function = compile(f, out, count, number);
    for (int s = 0; s < formula_symbol_count(f); s++)
        for (int i = 0; i < INSTANCES; i++)
            b.rows[i][s] = 0.2 + 0.01 * i + 0.05 * s;
    double native = measure(run_native, &b), interpreted = measure(run_interpreted, &b);
    printf("%-24s %4d codes %3zu places, built in %6.1f us; machine code %6.1f ns, interpreted %6.1f ns",
           formulas[number].name, tape_length(t), tape_scratch(t), 1e6 * built, native, interpreted);
    if (b.function != NULL) {
        double c = measure(run_compiled, &b);
        printf(", compiled %6.1f ns; machine code %.2f x, interpreted %.2f x of compiled", c, native / c,
               interpreted / c);
    }
    printf("\n");
    mem_free(b.scratch);
    tape_free(t);
    formula_free(f);
}

int main(void)
{
    for (int i = 0; i < (int)(sizeof formulas / sizeof *formulas); i++)
        bench_formula(i);
    return 0;
}
