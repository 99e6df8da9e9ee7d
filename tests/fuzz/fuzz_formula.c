/* fuzz_formula.c: any text as an expression: read, printed, given a meaning, differentiated, run.
 *
 * Properties: printed text reads back to the same tree; a tape as machine code and interpreted gives the bits of the
 * slow evaluation.
 */
#include <math.h>
#include <string.h>

#include "formula/tape.h"
#include "fuzz.h"

enum { LONGEST = 4096, SYMBOLS = 7, OUTPUTS = 16, POINTS = 5 };

/* ---- reading and printing ---- */

struct text {
    struct arena arena;
    struct diagnostics *d;
    struct reader r;
};

static struct tree *read_text(struct text *x, const char *text, struct tree *(*read)(struct reader *))
{
    *x = (struct text){.d = diagnostics_new()};
    struct tokens tokens = syntax_tokens(&x->arena, x->d, diagnostics_source(x->d, "formula", text));
    x->r = (struct reader){.arena = &x->arena, .diagnostics = x->d, .at = tokens.at};
    return read(&x->r);
}

static void forget(struct text *x)
{
    for (int i = 0; i < tn_diagnostics_count((tn_diagnostics *)(void *)x->d); i++)
        free(tn_diagnostics_text((tn_diagnostics *)(void *)x->d, i));
    arena_free(&x->arena);
    diagnostics_free(x->d);
}

static bool same_text(const char *a, const char *b) { return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0); }

static bool same_tree(const struct tree *a, const struct tree *b)
{
    if (a->kind != b->kind || a->sign != b->sign || a->count != b->count || !same_text(a->text, b->text) ||
        memcmp(&a->number, &b->number, sizeof a->number) != 0)
        return false;
    for (int i = 0; i < a->count; i++)
        if (!same_tree(a->items[i], b->items[i]))
            return false;
    return true;
}

static void reads_back(const struct tree *t, char *printed, struct tree *(*read)(struct reader *))
{
    struct text x;
    struct tree *again = read_text(&x, printed, read);
    PROMISE(again != NULL && x.r.at->kind == TOKEN_END, "printed, and no expression: %s", printed);
    PROMISE(same_tree(t, again), "printed, and another tree: %s", printed);
    forget(&x);
    mem_free(printed);
}

/* ---- meaning ---- */

/* x y z t are numbers, v is a vector; a thing has a member 'p', which is the same vector. */
static bool name_means(void *ctx, struct formula *f, const struct tree *t, const char *full, struct value *out)
{
    (void)ctx;
    (void)t;
    if (strlen(full) == 1 && strchr("xyzt", *full) != NULL)
        *out = (struct value){.type = VALUE_SCALAR, .e = {formula_symbol(f, (uint64_t)*full)}};
    else if (strcmp(full, "v") == 0)
        *out = (struct value){VALUE_VECTOR, {formula_symbol(f, 1), formula_symbol(f, 2), formula_symbol(f, 3)}, 0, 0};
    else if (*full == 'a')
        *out = (struct value){.type = VALUE_THING};
    else
        return false;
    return true;
}

static bool member_means(void *ctx, struct formula *f, const struct tree *t, struct value of, const char *member,
                         struct value *out)
{
    (void)of;
    return strcmp(member, "p") == 0 && name_means(ctx, f, t, "v", out);
}

static bool same_bits(double a, double b) { return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0; }

static void runs_alike(struct formula *f, const node *output, int count, const char *text)
{
    static const double points[POINTS][SYMBOLS] = {{0.3, -1.7, 2.1, 0.9, -0.2, 5, 1},
                                                   {0, 0, 0, 0, 0, 0, 0},
                                                   {-0.0, 1, -1, 1e-300, 1e300, 0.5, -0.0},
                                                   {INFINITY, -2, NAN, 3, 1e-9, -INFINITY, 7},
                                                   {1, 1, 1, 1, 1, 1, 1}};
    struct tape *tape = tape_compile(f, output, count);
    int n = formula_symbol_count(f);
    PROMISE(n <= SYMBOLS, "more symbols than there are: %s", text);
    double *scratch = MEM_ARRAY(double, tape_scratch(tape));
    double one[OUTPUTS], other[OUTPUTS];
    for (int i = 0; i < POINTS; i++) {
        tape_run(tape, points[i], one, scratch);
        tape_interpret(tape, points[i], other, scratch);
        for (int k = 0; k < count; k++) {
            PROMISE(same_bits(one[k], formula_evaluate(f, output[k], points[i])), "the tape differs: %s", text);
            PROMISE(same_bits(one[k], other[k]), "the interpreter differs: %s", text);
        }
    }
    mem_free(scratch);
    tape_free(tape);
}

/* The value, its first and second derivative along a line, and the gradient. */
static void differentiate(struct formula *f, node a, const char *text)
{
    node output[OUTPUTS], rate[SYMBOLS];
    int slots[SYMBOLS], n = formula_symbol_count(f), count = 0;
    for (int i = 0; i < n && i < SYMBOLS; i++) {
        rate[i] = i % 3 == 2 ? -1 : formula_constant(f, 1 + i);
        slots[i] = i;
    }
    output[count++] = a;
    output[count++] = formula_derivative(f, a, rate, n);
    output[count++] = formula_derivative(f, output[1], rate, n);
    formula_gradient(f, a, slots, n, output + count);
    count += n;
    runs_alike(f, output, count, text);
}

static void elaborate(struct text *x, const struct tree *t, const char *text)
{
    struct formula *f = formula_new();
    struct resolver r = {.diagnostics = x->d, .name = name_means, .member = member_means};
    struct value v = formula_elaborate(f, t, &r);
    PROMISE(v.type != VALUE_ERROR || diagnostics_errors(x->d) > 0, "wrong without a word: %s", text);
    if (v.type == VALUE_SCALAR)
        differentiate(f, v.e[0], text);
    else if (v.type == VALUE_VECTOR)
        runs_alike(f, v.e, 3, text);
    else if (v.type == VALUE_CONDITION)
        runs_alike(f, v.e, 1, text);
    formula_free(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > LONGEST)
        return 0;
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    struct text x;
    struct tree *t = read_text(&x, text, syntax_expression);
    PROMISE(t != NULL || diagnostics_errors(x.d) > 0, "refused without a word: %s", text);
    if (t != NULL) {
        reads_back(t, syntax_print(t, NULL, NULL), syntax_expression);
        reads_back(t, syntax_print_argument(t, NULL, NULL), syntax_argument);
        elaborate(&x, t, text);
    }
    forget(&x);
    free(text);
    return 0;
}
