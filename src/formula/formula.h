/* formula.h: formulas as graphs of scalar operations: build, differentiate, simplify, share; then run or emit.
 *
 * A formula context owns nodes. Nodes are hash-consed: equal subexpressions are one node, so common subexpressions are
 * shared by construction, and every constructor simplifies (constants fold, x+0, x*1, x*0, x-x, x^2, double minus …).
 * A node is an int. Vectors are three nodes. Symbols are numbered slots with a 64-bit key whose meaning belongs to the
 * caller (a component of a connector, a parameter, t). The operations are listed in operations.h.
 */
#ifndef FORMULA_FORMULA_H
#define FORMULA_FORMULA_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "formula/operations.h"
#include "formula/syntax.h"

typedef int node;

struct formula *formula_new(void);
void formula_free(struct formula *f);

node formula_constant(struct formula *f, double value);
node formula_symbol(struct formula *f, uint64_t key); /* the same key gives the same node */
node formula_unary(struct formula *f, enum operation op, node a);
node formula_binary(struct formula *f, enum operation op, node a, node b);
node formula_if(struct formula *f, node c, node a, node b);
bool formula_is_constant(const struct formula *f, node a, double *value);
int formula_symbol_count(const struct formula *f); /* slots in order of first use */
uint64_t formula_symbol_key(const struct formula *f, int slot);
int formula_symbol_slot(const struct formula *f, uint64_t key); /* -1 if the key was never used */
/* Which slots does a reach? Sets used[slot] for slots < count. */
void formula_mark_symbols(const struct formula *f, node a, bool *used, int count);

/* Directional derivative: every symbol `slot` (< count at the time of the call) moves with rate[slot] (a node; -1 for
 * zero). With rate 1 for one symbol it is a partial derivative; with ẏ for y and 1 for t the total time derivative.
 * Apply twice for second derivatives. Memoised over shared parts. */
node formula_derivative(struct formula *f, node a, const node *rate, int count);
/* Partial derivatives of a by each of the n slots in one reverse sweep: cost O(size), not O(n size). */
void formula_gradient(struct formula *f, node a, const int *slots, int n, node *gradient);

/* Copies nodes into a context, which may be the same one: symbol(ctx, key) gives the node of `to` that stands for each
 * symbol. What becomes constant folds. */
void formula_transplant(const struct formula *from, const node *roots, int count, struct formula *to,
                        node (*symbol)(void *ctx, uint64_t key), void *ctx, node *out);

/* A value of the language: what an expression tree means. */
enum value_type { VALUE_ERROR, VALUE_SCALAR, VALUE_VECTOR, VALUE_CONDITION, VALUE_THING };
struct value {
    enum value_type type;
    node e[3];        /* SCALAR, CONDITION: e[0]; VECTOR: e[0…2] */
    int thing, index; /* THING (an object, a joint, a path, …): the caller's tag and number */
};

/* How names get their meaning. Every hook may be NULL. A hook returns true if it knows the name and has put the value
 * (or, after reporting an error itself, VALUE_ERROR) in *out; after false formula_elaborate continues, finally to
 * "unknown name" with the similar names that `offer` proposes. Arguments are elaborated before they are passed. */
struct resolver {
    void *ctx;
    struct diagnostics *diagnostics;
    void (*error)(void *ctx, struct place p, const char *near,
                  const char *message); /* receives errors instead of diagnostics */
    bool (*name)(void *ctx, struct formula *f, const struct tree *t, const char *full, struct value *out);
    /* full: the name with its indices evaluated, "link[3]" */
    bool (*member)(void *ctx, struct formula *f, const struct tree *t, struct value of, const char *member,
                   struct value *out);
    /* of is never a VECTOR with member x, y, z: those are built in */
    bool (*call)(void *ctx, struct formula *f, const struct tree *t, const char *function, const struct value *args,
                 int count, struct value *out);
    /* functions that are not built in: the user's, vel(P), angle(J) … */
    bool (*call_member)(void *ctx, struct formula *f, const struct tree *t, struct value of, const char *member,
                        const struct value *args, int count, struct value *out);
    /* body.at(0,0,1) */
    void (*offer)(void *ctx, const char *word, bool called, const char **best);
    /* propose near names with names_offer, of what can be called or of what has a value */
    bool (*explain)(void *ctx, const char *word, char *text, size_t room);
    /* what to write instead of a name that is known as something else */
    bool (*now)(void *ctx, struct formula *f, node a, double *value);
    /* the present value of a node that is not constant but may be used as a number here: an index */
};

/* Built in: + - * / ^, comparisons, vectors and components, pi, dot cross norm unit sqrt abs min max sin cos tan asin
 * acos atan atan2 exp log pow if turn. Vector rules: v±v, s*v, v*s, v/s, -v; anything else is a type error with a
 * message that says what was met and what is allowed. Reports to r->error or into r->diagnostics, returns VALUE_ERROR
 * on error. */
struct value formula_elaborate(struct formula *f, const struct tree *t, const struct resolver *r);
/* Names of the built-in functions, NULL-terminated, with their number of arguments (for offers, help and tests); min
 * and max take more as well. */
struct builtin {
    const char *name;
    int arguments;
};
const struct builtin *formula_builtins(void);

/* ---- running ---- */

/* A tape: straight-line code for some outputs of a formula, independent of the context once compiled. */
struct tape;
struct tape *tape_compile(const struct formula *f, const node *outputs, int count);
struct tape *tape_again(struct tape *t); /* adds a reference */
void tape_free(struct tape *t);
int tape_inputs(const struct tape *t);     /* number of slots of the formula at compile time */
int tape_length(const struct tape *t);     /* number of operations */
size_t tape_scratch(const struct tape *t); /* doubles of scratch */
/* Evaluates the outputs; scratch holds tape_scratch doubles. No allocation. Deterministic. */
void tape_run(const struct tape *t, const double *inputs, double *outputs, double *scratch);

/* Why an output is not a finite number at these inputs, as in "log(-0.3) is not a number": the operation where that
 * starts. NULL if all are finite. For reports after a failure: it allocates. The caller frees with mem_free. */
char *tape_trouble(const struct tape *t, const double *inputs);

/* Evaluates one node directly (slow; constants, tests). symbols[slot]. */
double formula_evaluate(const struct formula *f, node a, const double *symbols);

/* ---- emitting ---- */

/* Writes C statements that compute the outputs: `const double t0 = …;` for shared parts, then for each output
 * `<output(ctx, k)> = …;`. symbol(ctx, slot) gives the C text of a symbol. The code calls only <math.h> and the
 * functions of formula/arithmetic.h, and gives the same bits as the tape (with -ffp-contract=off). */
struct emitter {
    void *ctx;
    const char *(*symbol)(void *ctx, int slot, char *buffer, size_t size);
    const char *(*output)(void *ctx, int k, char *buffer, size_t size);
    const char *indent;
    bool over_real; /* over `real` (math/wide.h) instead of double */
};
/* Do all operations that the outputs need exist for four numbers at once? */
bool formula_has_wide(const struct formula *f, const node *outputs, int count);
void formula_emit(const struct formula *f, const node *outputs, int count, const struct emitter *e, FILE *out);
/* Prints a node in the scene language, for reports ("norm(0) at …"). symbol as above. Caller frees. */
char *formula_print(const struct formula *f, node a, const struct emitter *e);

#endif
