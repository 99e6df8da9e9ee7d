/* Objects with one to dozens of general coordinates, in constraints by every method: assembled, run, counted and
 * written. Arrays by body have room for six numbers, which general coordinates must not use (checked by sanitizers). */
#include "model.h"

#include "tenon/scene.h"

/* A curve of n points on a wave, as a statement. */
static void write_curve(char *text, size_t size, const char *kind, int points)
{
    size_t at = (size_t)snprintf(text, size, "object one: %s", kind);
    for (int i = 0; i < points; i++)
        at += (size_t)snprintf(text + at, size - at, " %.4f %.4f", i * 0.5, sin(1.7 * i));
    snprintf(text + at, size - at, "; end\n");
}

static void use(const char *method, const char *object, const char *relations)
{
    char *text = mem_print("world: %s until 1; end\n%s\nobject ball: sphere 0.1; position 1 1 0; end\n%s\n", method,
                           object, relations);
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "curve", text, d) != TN_OK)
        fail_msg("%s\n%s", text, tn_diagnostics_text(d, 0));
    tn_assembled found;
    tn_assembly how = tn_assembly_default();
    how.restarts = 1;
    tn_assemble_with(w, &how, &found);
    tn_status status = tn_advance(w, 1e-4);
    bool refused = strstr(method, "displacement") != NULL;
    if (refused != (status == TN_WRONG_MODEL))
        fail_msg("status %d, %s:\n%s", status, tn_failure(w), text);
    tn_count(w);
    char *written = tn_write_text(w);
    assert_non_null(written);
    free(written);
    tn_diagnostics_free(d);
    tn_world_free(w);
    mem_free(text);
}

static const char *const methods[] = {"", "order first;", "integrator rk4; step 0.01;", "method displacement;"};
enum { METHODS = sizeof methods / sizeof *methods };

static void curves_of_many_points(void **state)
{
    (void)state;
    static const char *const relations[] = {
        "connect one(0) (0, 0, 0); connect one(1) ball.center;",
        "connect one(0) (0, 0, 0); keep length(one) = 0.1; keep length(one) = 4.6;", /* contradictory: all methods are tried */
        "distance one(0.5) ball.center 0.3; keep one(1).x + ball.center.y = 2;",
    };
    for (int points = 4; points <= 16; points += 6)
        for (int m = 0; m < METHODS; m++)
            for (int r = 0; r < 3; r++) {
                char curve[2000];
                if (r == 1 && points > 4 && m > 0 && getenv("TENON_LONG") == NULL) /* many seconds each */
                    continue;
                write_curve(curve, sizeof curve, points == 4 ? "bezier" : "spline", points);
                use(methods[m], curve, relations[r]);
            }
}

static void affine_objects(void **state)
{
    (void)state;
    for (int m = 0; m < METHODS; m++) {
        const char *object = "object one: jello box 0.4 0.3 0.2; stiffness 500; end";
        use(methods[m], object, "connect one.center (0, 0, 0); distance one.center ball.center 0.5;");
        use(methods[m], object,
            "connect one.center (0, 0, 0); connect one.center (1, 0, 0); connect one.center ball.center;");
    }
}

static void objects_of_named_coordinates(void **state)
{
    (void)state;
    for (int n = 1; n <= 3; n++)
        for (int m = 0; m < METHODS; m++) {
            char text[1000];
            size_t at = (size_t)snprintf(text, sizeof text, "object one: mass 1; coordinates");
            for (int i = 0; i < n; i++)
                at += (size_t)snprintf(text + at, sizeof text - at, " c%d %g", i, 0.1 * i);
            at += (size_t)snprintf(text + at, sizeof text - at, "; place (0.1");
            for (int i = 0; i < n; i++)
                at += (size_t)snprintf(text + at, sizeof text - at, " + sin(c%d)", i);
            snprintf(text + at, sizeof text - at, ", c0, c%d); end", n - 1);
            use(methods[m], text, "distance one.center ball.center 0.7; keep one.c0 = 0.3; keep one.c0 = 0.9;");
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves_of_many_points),
        cmocka_unit_test(affine_objects),
        cmocka_unit_test(objects_of_named_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
