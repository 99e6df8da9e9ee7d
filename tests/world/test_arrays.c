/* test_arrays.c: many numbers at once (tenon/arrays.h): of models with every feature, of all examples and of random chains
 * the layout covers the state, arrays equal the single calls to the bit, J v is Ċ and what differences say, M v̇ = f + Jᵀλ;
 * arrays outlive edits; many changes equal single ones, and a wrong one among them changes nothing. */
#include "../effort.h"
#include "../model/same.h"
#include "tenon/picture.h"

static const struct {
    const char *name, *text;
} worlds[] = {
    {"dynamic",
     "object a: rod 1 0.05; position 0.5 0 2; end object b: rod 1 0.05; position 1.5 0 2; spin 1 2 3; end\n"
     "connect a.end1 (0, 0, 2); constraint c: connect a.end2 b.end1; end gravity 0 0 -9.81; variable q 0.7;\n"
     "keep q = b.center.z; probe p = norm(force(c)); probe e = energy; probe g = deviation(c);"},
    {"limits and motors",
     "world: integrator rk4; step 0.004; end object a: rod 1 0.05; position 0.5 0 2; end\n"
     "object b: box 0.2 0.3 0.1; position 1 0 2; end constraint h: revolute world a (0, 0, 2) (0, 1, 0) min -0.2 max "
     "0.3; "
     "end\nconstraint m: revolute a b (1, 0, 2) (0, 1, 0) motor speed 3 limit 0.01; end gravity 0 0 -9.81;\n"
     "probe p = angle(h);"},
    {"flexible", "world: gravity 9.81; integrator euler; step auto; end object lump: block 2 3 2; size 0.4 0.5 0.4; "
                 "stiffness 12000; incompressible; moldable 0.002; position 0 0 1.1; rotation 0 0 1 0.3; end\n"
                 "object ball: sphere 0.1; position 0.2 0.1 0.7; end connect lump.node(0, 0, 0) (0, 0, 1);\n"
                 "connect lump.at(0.13, 0.1, -0.12) ball.center; orient lump.dir(1, 0, 0) ball.x;\n"
                 "probe p = lump.center.z; probe v = volume(lump);"},
    {"jello", "object j: jello box 0.2 0.3 0.4; stiffness 100; mass 1; position 0 0 1; rotation 1 2 3 0.7; spin 0 1 0; "
              "end gravity 0 0 -1; connect j.at(0.1, 0, 0) (0.2, 0, 1);"},
    {"coordinates",
     "object c: coordinates th 0.3 ph 0.2; velocity th 0.1 ph 1.5; mass 2;\n"
     "place (sin(th)*cos(ph), sin(th)*sin(ph), -cos(th)); end object d: particle 1; position 1 1 0; end\n"
     "gravity 0 0 -9.81; constraint k: keep c.th + 0.5*c.ph = 0.4; end distance c.center d.center 1.5;\n"
     "probe p = torque(k).x; probe a = acc(c.center).z;"},
    {"curves", "world: order first; end curve arc(cx, cy, r; u) = (cx + r*cos(u), cy + r*sin(u), 0);\n"
               "object a1: arc cx 0 cy 0 r 1; drag 1; end connect a1(0.5) (2, 1, 0);\n"
               "object p: particle 1; position 0 1.5 0; end on-curve p.center a1;\n"},
    {"soft", "object a: box 0.5 0.2 0.3; position 0.9 0.2 0.3; velocity 0 0.9 -0.8; end gravity 0 0 -9.81;\n"
             "constraint m: connect a.at(0.05, 0.02, 0.1) (0.2, -0.1, 0.7); by multiplier; tau 0.2; end\n"
             "constraint p: distance a.center (0, 0, 2) 1; by penalty; tau 0.1; end probe f = norm(force(p));"},
    {"reaction", "object a: particle 1; position 0 0 1; end gravity 0 0 -9.81; path up(t) = (0, 0, 1 + t);\n"
                 "constraint r: follow a.center up; by reaction; end"},
    {"displacement", "world: method displacement; scheme A; substeps 2; gravity 1.6; tolerance 1e-7; end\n"
                     "object a: box 0.5 0.2 0.3; position 0.9 0.2 0.3; velocity 0 0.9 -0.8; spin 0.5 0.4 1; end\n"
                     "variable q 0.7;\nconstraint c1: connect a.at(0.05, 0.02, 0.1) (0.2, -0.1, -0.7); end\n"
                     "constraint rope: distance a.origin (-0.17, 0.7, 0.5) max 1.2; end\nprobe p = a.center.x;"},
    {"contact", "world: gravity 9.81; end object floor: plane; end object a: box 0.3 0.2 0.5; position 0 0 0.4; spin 1 "
                "0 0; end object b: sphere 0.1; position 0.1 0 0.9; end distance a.center b.center 0.45; contact "
                "friction 0.5; probe p = a.center.z; probe f = norm(contact(a));"},
    {"joints by coordinates", "world: joints coordinates; end object a: rod 1 0.05; position 0.5 0 2; end\n"
                              "object b: rod 1 0.05; position 1.5 0 2; end revolute world a (0, 0, 2) (0, 1, 0);\n"
                              "revolute a b (1, 0, 2) (0, 1, 0); gravity 0 0 -9.81;"},
    {"first order", "world: order first; end object a: sphere 0.1; position 0 0 1; end variable q 1; drag linear 2;\n"
                    "connect a.at(0.1, 0, 0) (0, 0.2, 1.5); minimize (q - 3)^2; keep q = a.center.z;"},
    {"paths, speeds and times",
     "path way(t) = (cos(t), sin(t), 1); object s: sphere 0.1; kernel path way; end object f: box 1 1 1; kernel fixed; "
     "end\n"
     "object a: rod 1 0.05; position 1.2 0.3 1.7; end object b: sphere 0.2; position 3 0 0; spin 0 1 0; end\n"
     "distance a.end1 s.center 0.6; follow a.end2 way; speed vel(b.center).x = sin(t); keep b.center.z >= -0.5;\n"
     "acceleration acc(b.center).y = 1; gravity 0 0 -9.81; probe p = s.center.x; probe q = a.end1.z;"},
};
enum { WORLDS = sizeof worlds / sizeof *worlds };

/* ---- the checks ---- */

static void check_layout(tn_world *w, const char *name)
{
    tn_state *s = tn_state_take(w);
    assert_non_null(s);
    const int q = tn_state_count(s, TN_STATE_POSITIONS), v = tn_state_count(s, TN_STATE_VELOCITIES),
              all = q + v + tn_state_count(s, TN_STATE_OTHERS);
    int covered = 0;
    tn_state_number n, other;
    for (int i = 0; i < all; i++) {
        if (!tn_state_number_at(s, i, &n))
            fail_msg("%s: number %d", name, i);
        const int part_start = n.part == TN_STATE_POSITIONS ? 0 : n.part == TN_STATE_VELOCITIES ? q : q + v;
        assert_int_equal(part_start + n.offset, i);
        assert_true(n.coordinate[0] != '\0' && n.unit != NULL);
        const bool owned = n.object.generation != 0 || n.constraint.generation != 0;
        assert_true(owned || strcmp(n.coordinate, "work") == 0);
        assert_true(n.object.generation == 0 || tn_object_valid(w, n.object));
        assert_true(n.constraint.generation == 0 || tn_constraint_valid(w, n.constraint));
        if (n.other < 0)
            continue;
        assert_true(tn_state_number_at(s, n.part == TN_STATE_POSITIONS ? q + n.other : n.other, &other));
        assert_int_equal(other.other, n.offset);
        assert_int_equal(other.object.slot, n.object.slot);
    }
    assert_false(tn_state_number_at(s, all, &n));
    for (int i = 0; i < tn_object_count(w); i++) { /* each object has a run of its own, and together they are all */
        tn_state_range r;
        if (!tn_state_object(s, tn_object_at(w, i), &r))
            continue;
        covered += r.positions + r.velocities;
        for (int k = 0; k < r.positions + r.velocities; k++) {
            tn_state_number_at(s, k < r.positions ? r.position + k : q + r.velocity + k - r.positions, &n);
            assert_int_equal(n.object.slot, tn_object_at(w, i).slot);
        }
    }
    if (covered != q + v)
        fail_msg("%s: objects have %d of %d numbers", name, covered, q + v);
    assert_true(tn_state_current(w, s));
    tn_state_free(s);
}

/* The state is what the poses say. */
static void check_state(tn_world *w)
{
    tn_state *s = tn_state_take(w);
    const double *q = tn_state_numbers(s, TN_STATE_POSITIONS), *v = tn_state_numbers(s, TN_STATE_VELOCITIES);
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_state_range r;
        tn_pose p;
        const double *own, *rates;
        const tn_object o = tn_object_at(w, i);
        assert_int_equal(tn_object_pose(w, o, &p), TN_OK);
        if (!tn_state_object(s, o, &r))
            continue;
        int n = tn_object_coordinates(w, o, &own, &rates);
        if (n == 0)
            n = 3 * tn_object_nodes(w, o, &own, &rates);
        if (n > 0) {
            assert_true(q + r.position == own && v + r.velocity == rates && r.positions == n && r.velocities == n);
        } else if (r.positions > 1) {
            assert_memory_equal(&p.velocity, v + r.velocity, sizeof p.velocity);
            if (r.velocities == 6)
                assert_memory_equal(&p.spin, v + r.velocity + 3, sizeof p.spin);
            assert_true(fabs(p.center.x - q[r.position]) + fabs(p.center.z - q[r.position + 2]) < 1e-9);
        }
    }
    tn_state_free(s);
}

/* NaN equals NaN. */
static void check_same(const char *name, const char *what, int i, const double *a, const double *b, int n)
{
    for (int k = 0; k < n; k++)
        if (memcmp(a + k, b + k, sizeof *a) != 0 && !(isnan(a[k]) && isnan(b[k])))
            fail_msg("%s: %s %d, number %d: %.17g and %.17g", name, what, i, k, a[k], b[k]);
}

static void check_arrays(tn_world *w, const char *name)
{
    const int objects = tn_object_count(w), constraints = tn_constraint_count(w), probes = tn_probe_count(w);
    double *poses = calloc((size_t)(objects + 1) * TN_POSE_NUMBERS, sizeof *poses),
           *states = calloc((size_t)(constraints + 1) * TN_CONSTRAINT_NUMBERS, sizeof *states),
           *values = calloc((size_t)probes + 1, sizeof *values);
    if (tn_constraint_states(w, states, constraints) != TN_OK)
        fail_msg("%s: %s", name, tn_failure(w));
    assert_int_equal(tn_probe_values(w, values, probes), TN_OK);
    assert_int_equal(tn_poses(w, poses, objects), TN_OK);
    for (int i = 0; i < objects; i++) {
        tn_pose p;
        tn_object_pose(w, tn_object_at(w, i), &p);
        const double row[TN_POSE_NUMBERS] = {
            p.position.x,    p.position.y, p.position.z, p.orientation.w, p.orientation.x, p.orientation.y,
            p.orientation.z, p.center.x,   p.center.y,   p.center.z,      p.velocity.x,    p.velocity.y,
            p.velocity.z,    p.spin.x,     p.spin.y,     p.spin.z,        p.mass};
        check_same(name, "pose", i, row, poses + i * TN_POSE_NUMBERS, TN_POSE_NUMBERS);
    }
    for (int i = 0; i < constraints; i++) {
        tn_constraint_state c;
        tn_constraint_get(w, tn_constraint_at(w, i), &c);
        double row[TN_CONSTRAINT_NUMBERS];
        memcpy(row, c.deviation, sizeof c.deviation);
        memcpy(row + 6, c.multiplier, sizeof c.multiplier);
        memcpy(row + 12, &c.force, sizeof c.force);
        memcpy(row + 15, &c.torque, sizeof c.torque);
        row[18] = c.size;
        row[19] = c.rows;
        check_same(name, "constraint", i, row, states + i * TN_CONSTRAINT_NUMBERS, TN_CONSTRAINT_NUMBERS);
    }
    for (int i = 0; i < probes; i++) {
        const double one = tn_probe_value(w, i);
        check_same(name, "probe", i, &one, values + i, 1);
    }
    if (objects > 0) {
        assert_int_equal(tn_poses(w, poses, objects - 1), TN_WRONG_USE);
        assert_int_equal(tn_poses(w, NULL, objects), TN_WRONG_USE);
    }
    free(poses);
    free(states);
    free(values);
}

/* out + Jᵀ λ, or M x; and the sum of magnitudes, for the rounding. */
static void add_product(tn_csr m, bool transposed, const double *x, double *out, double *size)
{
    for (int r = 0; r < m.rows; r++)
        for (int k = m.start[r]; k < m.start[r + 1]; k++) {
            const int to = transposed ? m.column[k] : r, from = transposed ? r : m.column[k];
            out[to] += m.value[k] * x[from];
            size[to] += fabs(m.value[k] * x[from]);
        }
}

static void check_matrix(tn_csr m, const char *name)
{
    assert_int_equal(m.start[0], 0);
    assert_int_equal(m.start[m.rows], m.entries);
    for (int r = 0; r < m.rows; r++)
        for (int k = m.start[r]; k < m.start[r + 1]; k++)
            if (m.column[k] < 0 || m.column[k] >= m.columns || (k > m.start[r] && m.column[k] <= m.column[k - 1]))
                fail_msg("%s: columns of row %d", name, r);
}

/* M v̇ = f + Jᵀλ; Ċ of rows that do not depend on time is J v. */
static void check_equations(tn_world *w, const char *name, bool by_time)
{
    tn_system *s = tn_system_take(w, NULL);
    if (s == NULL)
        fail_msg("%s: %s", name, tn_failure(w));
    const int n = tn_system_velocities(s), rows = tn_system_rows(s);
    const tn_csr j = tn_system_jacobian(s), m = tn_system_mass(s);
    const double *force = tn_system_numbers(s, TN_SYSTEM_FORCES), *rate = tn_system_numbers(s, TN_SYSTEM_RATES);
    check_matrix(j, name);
    check_matrix(m, name);
    assert_int_equal(j.rows, rows);
    assert_int_equal(m.rows, n);
    double *left = calloc((size_t)n + 1, sizeof *left), *right = calloc((size_t)n + 1, sizeof *right),
           *size = calloc((size_t)(n + rows) + 1, sizeof *size), *jv = calloc((size_t)rows + 1, sizeof *jv);
    double largest = 0; /* forces are found through all of an island: the largest sets the rounding */
    add_product(m, false, tn_system_numbers(s, TN_SYSTEM_ACCELERATIONS), left, size);
    add_product(j, true, tn_system_numbers(s, TN_SYSTEM_MULTIPLIERS), right, size);
    for (int i = 0; i < n; i++)
        largest = fmax(largest, size[i] + fabs(force[i]));
    for (int i = 0; i < n; i++)
        if (!(fabs(left[i] - right[i] - force[i]) <= 1e-11 * largest))
            fail_msg("%s, t = %g: velocity %d: M v' = %g, f + J'l = %g (%g)", name, tn_time(w), i, left[i],
                     force[i] + right[i], left[i] - right[i] - force[i]);
    tn_state *state = tn_state_take(w);
    memset(size, 0, sizeof *size * (size_t)(n + rows));
    add_product(j, false, tn_state_numbers(state, TN_STATE_VELOCITIES), jv, size);
    for (int r = 0; r < rows && !by_time; r++) {
        tn_system_row row;
        assert_true(tn_system_row_at(s, r, &row));
        if (row.level == 0 && !(fabs(jv[r] - rate[r]) <= 1e-10 * (1 + size[r])))
            fail_msg("%s: row %d: J v = %.17g, C' = %.17g", name, r, jv[r], rate[r]);
    }
    tn_state_free(state);
    free(left);
    free(right);
    free(size);
    free(jv);
    tn_system_free(s);
}

/* Differences of C along random directions d: C(q + h d) − C(q − h d) = 2 h J d + O(h³), q moved as velocities move it. */
static void check_differences(tn_world *w, const char *name, uint64_t *random)
{
    const double h = 1e-4;
    tn_world *side[2] = {tn_world_clone(w), tn_world_clone(w)};
    tn_system *s = tn_system_take(w, NULL), *moved[2];
    tn_state *state = tn_state_take(w);
    const int n = tn_system_velocities(s), q = tn_state_count(state, TN_STATE_POSITIONS), rows = tn_system_rows(s);
    const double *now = tn_state_numbers(state, TN_STATE_POSITIONS);
    double *d = calloc((size_t)n + 1, sizeof *d), *at = calloc((size_t)q + 1, sizeof *at),
           *jd = calloc((size_t)rows + 1, sizeof *jd), *size = calloc((size_t)rows + 1, sizeof *size);
    for (int i = 0; i < n; i++)
        d[i] = between(random, -1, 1);
    add_product(tn_system_jacobian(s), false, d, jd, size);
    for (int k = 0; k < 2; k++) {
        const double step = k == 0 ? -h : h;
        for (int i = 0; i < q; i++) {
            tn_state_number is;
            tn_state_number_at(state, i, &is);
            at[i] = now[i] + (is.other >= 0 ? step * d[is.other] : 0);
        }
        for (int i = 0; i < tn_object_count(w); i++) { /* rotations by the vector step d */
            tn_state_range r;
            if (!tn_state_object(state, tn_object_at(w, i), &r) || r.positions != 7 || r.velocities != 6)
                continue;
            const double *x = now + r.position + 3, *a = d + r.velocity + 3;
            const double angle = step * sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]), c = cos(angle / 2),
                         f = angle != 0 ? step * sin(angle / 2) / angle : 0;
            const double t[3] = {f * a[0], f * a[1], f * a[2]};
            at[r.position + 3] = c * x[0] - t[0] * x[1] - t[1] * x[2] - t[2] * x[3];
            at[r.position + 4] = c * x[1] + t[0] * x[0] + t[1] * x[3] - t[2] * x[2];
            at[r.position + 5] = c * x[2] + t[1] * x[0] + t[2] * x[1] - t[0] * x[3];
            at[r.position + 6] = c * x[3] + t[2] * x[0] + t[0] * x[2] - t[1] * x[1];
        }
        tn_state *of = tn_state_take(side[k]);
        assert_int_equal(tn_state_put(side[k], of, at, q, NULL, 0, NULL), TN_OK);
        tn_state_free(of);
        moved[k] = tn_system_take(side[k], NULL);
        assert_non_null(moved[k]);
    }
    for (int r = 0; r < rows; r++) {
        tn_system_row row;
        tn_system_row_at(s, r, &row);
        const double change = (tn_system_numbers(moved[1], TN_SYSTEM_DEVIATIONS)[r] -
                               tn_system_numbers(moved[0], TN_SYSTEM_DEVIATIONS)[r]) /
                              (2 * h);
        if (row.level == 0 && !(fabs(change - jd[r]) <= 1e-5 * (1 + size[r])))
            fail_msg("%s: row %d of %s: J d = %.12g, by differences %.12g", name, r,
                     tn_constraint_name(w, row.constraint), jd[r], change);
    }
    for (int k = 0; k < 2; k++) {
        tn_system_free(moved[k]);
        tn_world_free(side[k]);
    }
    free(d);
    free(at);
    free(jd);
    free(size);
    tn_state_free(state);
    tn_system_free(s);
}

static bool by_time(int i)
{
    return strcmp(worlds[i].name, "paths, speeds and times") == 0 || strcmp(worlds[i].name, "reaction") == 0;
}

static void test_features(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int i = 0; i < WORLDS; i++) {
        tn_world *w = world_of(worlds[i].text);
        for (int k = 0; k < 3; k++) {
            check_layout(w, worlds[i].name);
            check_state(w);
            check_arrays(w, worlds[i].name);
            /* where velocities are forces they are not those of the last step; a point of a curve moves along it */
            const bool curve = strcmp(worlds[i].name, "curves") == 0;
            check_equations(w, worlds[i].name, by_time(i) || curve);
            if (!curve && strcmp(worlds[i].name, "displacement") != 0)
                check_differences(w, worlds[i].name, &random);
            assert_int_equal(tn_advance(w, tn_time(w) + 0.03), TN_OK);
        }
        tn_world_free(w);
    }
}

/* ---- examples ---- */

static void check_example(const char *path)
{
    tn_world *w = tn_world_new();
    tn_scene_read_images(w, tn_read_png);
    assert_int_equal(tn_read_file(w, path, NULL), TN_OK);
    if (tn_evaluate(w) == TN_OK) {
        check_layout(w, path);
        check_state(w);
        check_arrays(w, path);
        check_equations(w, path, true);
    }
    tn_world_free(w);
}

/* The scenes of the gallery: FOLDER/NAME | … */
static void test_examples(void **state)
{
    (void)state;
    char path[4000], line[2000];
    int count = 0;
    snprintf(path, sizeof path, "%s/examples/gallery.list", getenv("SOURCE"));
    FILE *list = fopen(path, "r");
    assert_non_null(list);
    while (fgets(line, sizeof line, list) != NULL) {
        const size_t n = strcspn(line, " |");
        if (n == 0 || line[0] == '#' || line[0] == '=' || memchr(line, '/', n) == NULL || strchr(line, '|') == NULL)
            continue;
        snprintf(path, sizeof path, "%s/examples/%.*s.tn", getenv("SOURCE"), (int)n, line);
        if (count++ % effort(1, 4) == 0)
            check_example(path);
    }
    fclose(list);
    assert_true(count > 30);
}

/* ---- arrays and edits ---- */

static tn_world *random_chain(uint64_t *random, int links)
{
    char *text = calloc(1, (size_t)links * 400 + 1000), *at = text;
    at += sprintf(at, "let k = 2; gravity 0 0 -9.81;\n");
    for (int i = 0; i < links; i++) {
        at += sprintf(at, "object l[%d]: %s; position %g %g %g; rotation 0 1 0 %g; velocity %g 0 0; end\n", i,
                      below(random, 3) == 0 ? "box 0.3 0.2 1" : "rod 1 0.05", between(random, -1, 1),
                      between(random, -1, 1), between(random, -1, 1), between(random, 0, 3), between(random, -1, 1));
        const int to = (int)below(random, (unsigned)i + 1);
        if (to < i && below(random, 5) > 0)
            at += sprintf(at, "connect l[%d].at(0, 0, 0.5) l[%d].at(0, 0, -0.5);\n", to, i);
        else
            at += sprintf(at, "distance l[%d].at(0, 0, 0.5) (%g, 0, 2) (k/2);\n", i, between(random, -1, 1));
    }
    at += sprintf(at, "variable x 1; object p: particle 1; position 3 0 0; end probe s = norm(l[0].center);\n");
    tn_world *w = world_of(text);
    free(text);
    return w;
}

struct held {
    tn_state *state;
    double *copy;
    int count;
    bool live; /* its world may still write to it */
};

static int size_of(const tn_state *s)
{
    return tn_state_count(s, TN_STATE_POSITIONS) + tn_state_count(s, TN_STATE_VELOCITIES);
}

/* One random edit or step; whether the array of the state may have been replaced. */
static void edit(tn_world *w, uint64_t *random)
{
    const tn_object o = tn_object_at(w, (int)below(random, (unsigned)tn_object_count(w)));
    const double x = between(random, -2, 2);
    switch (below(random, 12)) {
    case 0:
        tn_read_text(w, "m", "object extra: sphere 0.1; position 9 9 9; end connect extra.center l[0].center;", NULL);
        break;
    case 1:
        tn_object_remove(w, tn_object_find(w, "extra"));
        break;
    case 2:
        tn_constraint_remove(w, tn_constraint_at(w, tn_constraint_count(w) - 1));
        break;
    case 3:
        tn_undo(w);
        break;
    case 4:
        tn_redo(w);
        break;
    case 5:
        tn_object_place(w, o, (tn_vec3){x, 0, x}, (tn_quat){1, 0.1, x, 0});
        break;
    case 6:
        tn_object_set_velocity(w, o, (tn_vec3){x, 0, x}, (tn_vec3){0, x, 0});
        break;
    case 7:
        tn_let_set(w, "k", 2 + x / 10);
        break;
    case 8:
        tn_constraint_switch(w, tn_constraint_at(w, 0), below(random, 2) == 0);
        break;
    case 9:
        tn_world_free(tn_world_clone(w));
        break;
    case 10:
        tn_object_set(w, o, "mass", (double[]){1 + fabs(x)}, 1, NULL);
        break;
    default:
        tn_advance(w, tn_time(w) + 0.01);
    }
}

/* Arrays that are no longer the world's keep their numbers, whatever follows; those of the world are its state. */
static void survive(uint64_t seed)
{
    uint64_t random = seed;
    tn_world *w = random_chain(&random, 3 + (int)below(&random, 5));
    struct held held[40] = {{0}};
    uint64_t version = 0;
    int count = 0;
    tn_history_keep(w, 8, 1 << 22);
    for (int i = 0; i < 60 && count < 40; i++) {
        edit(w, &random);
        tn_state *s = tn_state_take(w);
        assert_non_null(s);
        assert_true(tn_state_version(s) >= version);
        version = tn_state_version(s);
        const bool known = count > 0 && held[count - 1].state == s;
        if (known) {
            tn_state_free(s);
        } else {
            for (int k = 0; k < count; k++)
                assert_true(tn_state_version(held[k].state) != tn_state_version(s));
            held[count++] = (struct held){s, calloc((size_t)size_of(s) + 1, sizeof(double)), size_of(s), true};
        }
        for (int k = 0; k < count; k++) {
            struct held *h = &held[k];
            const double *now = tn_state_numbers(h->state, TN_STATE_POSITIONS);
            assert_true(tn_state_current(w, h->state) == (k == count - 1));
            if (k < count - 1 && !h->live)
                assert_memory_equal(now, h->copy, sizeof *now * (size_t)h->count);
            if (h->live)
                memcpy(h->copy, now, sizeof *now * (size_t)h->count);
            h->live = k == count - 1;
        }
        check_state(w);
    }
    check_layout(w, "after edits");
    tn_world_free(w);
    for (int k = 0; k < count; k++) {
        tn_state_number n;
        assert_memory_equal(tn_state_numbers(held[k].state, TN_STATE_POSITIONS), held[k].copy,
                            sizeof(double) * (size_t)held[k].count);
        assert_true(tn_state_number_at(held[k].state, 0, &n));
        tn_state_free(held[k].state);
        free(held[k].copy);
    }
}

static void test_survive(void **state)
{
    (void)state;
    for (int seed = 1; seed <= effort(40, 10); seed++)
        survive((uint64_t)seed);
}

/* Steps, lets and new places keep the address. */
static void test_address(void **state)
{
    (void)state;
    uint64_t random = 3;
    tn_world *w = random_chain(&random, 6);
    tn_state *s = tn_state_take(w);
    const double *q = tn_state_numbers(s, TN_STATE_POSITIONS);
    const uint64_t version = tn_state_version(s);
    for (int i = 0; i < 20; i++) {
        tn_advance(w, tn_time(w) + 0.01);
        tn_let_set(w, "k", 2 + 0.01 * i);
        tn_object_place(w, tn_object_at(w, 0), (tn_vec3){i, 0, 0}, (tn_quat){1, 0, 0, 0});
        tn_object_set_velocity(w, tn_object_at(w, 1), (tn_vec3){i, 0, 0}, (tn_vec3){0, 0, 0});
        tn_variable_set(w, tn_object_find(w, "x"), i);
        tn_state *now = tn_state_take(w);
        tn_state_range r;
        assert_true(now == s && tn_state_numbers(now, TN_STATE_POSITIONS) == q && tn_state_version(s) == version);
        assert_true(tn_state_object(s, tn_object_at(w, 0), &r));
        assert_true(q[r.position] == i);
        tn_state_free(now);
    }
    assert_int_equal(tn_constraint_switch(w, tn_constraint_at(w, 0), false), TN_OK);
    assert_false(tn_state_current(w, s));
    tn_state *now = tn_state_take(w);
    assert_true(now != s && tn_state_version(now) > version);
    tn_state_free(now);
    tn_world_free(w);
    tn_state_free(s);
}

/* ---- many changes ---- */

/* What was put is the state, and putting what is there changes nothing. */
static void test_put(void **state)
{
    (void)state;
    for (int i = 0; i < WORLDS; i++) {
        tn_world *w = world_of(worlds[i].text);
        tn_advance(w, 0.02);
        tn_state *s = tn_state_take(w);
        const int q = tn_state_count(s, TN_STATE_POSITIONS), v = tn_state_count(s, TN_STATE_VELOCITIES);
        double *old = calloc((size_t)(q + v) + 1, sizeof *old);
        memcpy(old, tn_state_numbers(s, TN_STATE_POSITIONS), sizeof *old * (size_t)(q + v));
        const uint64_t before = state_of(w);
        assert_int_equal(tn_state_put(w, s, old, q, old + q, v, NULL), TN_OK);
        tn_state *same = tn_state_take(w);
        assert_true(same == s);
        tn_state_free(same);
        if (state_of(w) != before)
            fail_msg("%s: putting the state changes it", worlds[i].name);
        /* a wrong number changes nothing */
        char *message = NULL;
        old[q + v - 1] = NAN;
        assert_int_equal(tn_state_put(w, s, old, q, old + q, v, &message), TN_WRONG_USE);
        assert_non_null(message);
        free(message);
        assert_int_equal(tn_state_put(w, s, old, q - 1, NULL, 0, NULL), TN_WRONG_USE);
        assert_true(state_of(w) == before);
        free(old);
        tn_state_free(s);
        tn_world_free(w);
    }
}

/* A step that is not finished, at any place of it, with and without a history: it is let go of, and what the array shows is
 * put, here by its own numbers. */
static void test_put_within_a_step(void **state)
{
    (void)state;
    uint64_t random = 11;
    for (int round = 0; round < effort(8, 2) * WORLDS; round++) {
        tn_world *w = world_of(worlds[round % WORLDS].text);
        if (round / WORLDS % 2 == 0)
            tn_history_keep(w, 3, (size_t)1 << 24);
        tn_advance(w, 0.02);
        for (double calls = between(&random, 1, 60); calls > 0 && tn_time(w) < 1; calls--)
            tn_advance_within(w, 1, 0);
        tn_state *s = tn_state_take(w);
        const int q = tn_state_count(s, TN_STATE_POSITIONS), v = tn_state_count(s, TN_STATE_VELOCITIES);
        const double *at = tn_state_numbers(s, TN_STATE_POSITIONS), t = tn_time(w);
        double *old = calloc((size_t)(q + v) + 1, sizeof *old);
        memcpy(old, at, sizeof *old * (size_t)(q + v));
        if (round % 3 == 0) /* a wrong number does not let go of the step, a right one then does */
            assert_int_equal(tn_state_put(w, s, old, q + 1, NULL, 0, NULL), TN_WRONG_USE);
        assert_int_equal(tn_state_put(w, s, at, q, tn_state_numbers(s, TN_STATE_VELOCITIES), v, NULL), TN_OK);
        tn_state *now = tn_state_take(w);
        if (now != s || memcmp(at, old, sizeof *old * (size_t)(q + v)) != 0 || tn_time(w) != t)
            fail_msg("%s: putting the state within a step changes it", worlds[round % WORLDS].name);
        assert_int_equal(tn_advance(w, t + 0.02), TN_OK);
        free(old);
        tn_state_free(now);
        tn_state_free(s);
        tn_world_free(w);
    }
}

static tn_quat random_turn(uint64_t *random)
{
    return (tn_quat){between(random, 0.1, 1), between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)};
}

static void many_equals_single(uint64_t seed)
{
    uint64_t random = seed;
    tn_world *w = random_chain(&random, 4), *twin;
    tn_advance(w, 0.02);
    twin = tn_world_clone(w);
    enum { MOST = 8 };
    tn_object objects[MOST];
    double rows[7 * MOST], moves[6 * MOST];
    const int count = 1 + (int)below(&random, MOST);
    for (int i = 0; i < count; i++) { /* an object may be there twice */
        objects[i] = tn_object_at(w, (int)below(&random, 4));
        const tn_quat q = random_turn(&random);
        const double row[7] = {between(&random, -1, 1), 0.5, 1, q.w, q.x, q.y, q.z};
        memcpy(rows + 7 * i, row, sizeof row);
        for (int k = 0; k < 6; k++)
            moves[6 * i + k] = between(&random, -2, 2);
    }
    tn_history_keep(w, 20, 1 << 22);
    assert_int_equal(tn_place_many(w, objects, rows, count, NULL), TN_OK);
    assert_int_equal(tn_move_many(w, objects, moves, count, NULL), TN_OK);
    assert_int_equal(tn_let_many(w, (const char *const[]){"k", "k"}, (const double[]){3, 2.2}, 2, NULL), TN_OK);
    const tn_thing c = tn_thing_of_constraint(tn_constraint_at(w, 0)), o = tn_thing_of_object(objects[0]);
    const tn_change changes[] = {{o, "mass", {2.5}, 1},
                                 {c, "tau", {0.3}, 1},
                                 {o, "color", {1, 0, 0.5}, 3},
                                 {tn_thing_find(w, TN_THING_NAME, "k"), "value", {2.4}, 1},
                                 {tn_thing_of_force(tn_force_at(w, 0)), "gravity", {0, 1, -5}, 3}};
    char *message = NULL;
    if (tn_set_many(w, changes, 4, &message) != TN_OK)
        fail_msg("%s", message);
    assert_int_equal(tn_undo_count(w), 4);
    for (int i = 0; i < count; i++)
        tn_object_place(twin, objects[i], (tn_vec3){rows[7 * i], rows[7 * i + 1], rows[7 * i + 2]},
                        (tn_quat){rows[7 * i + 3], rows[7 * i + 4], rows[7 * i + 5], rows[7 * i + 6]});
    for (int i = 0; i < count; i++)
        tn_object_set_velocity(twin, objects[i], (tn_vec3){moves[6 * i], moves[6 * i + 1], moves[6 * i + 2]},
                               (tn_vec3){moves[6 * i + 3], moves[6 * i + 4], moves[6 * i + 5]});
    tn_let_set(twin, "k", 2.2);
    tn_object_set(twin, objects[0], "mass", changes[0].value, 1, NULL);
    tn_constraint_set(twin, tn_thing_constraint(c), "tau", changes[1].value, 1, NULL);
    tn_object_set(twin, objects[0], "color", changes[2].value, 3, NULL);
    tn_let_set(twin, "k", 2.4);
    assert_true(state_of(w) == state_of(twin));
    tn_advance(w, 0.1);
    tn_advance(twin, 0.1);
    assert_true(state_of(w) == state_of(twin));
    tn_world_free(w);
    tn_world_free(twin);
}

static void test_many(void **state)
{
    (void)state;
    for (int seed = 1; seed <= effort(30, 8); seed++)
        many_equals_single((uint64_t)seed);
}

/* A wrong entry anywhere: nothing is changed, there is nothing to undo, and the message names the entry. */
static void test_refused(void **state)
{
    (void)state;
    tn_world *w = world_of("object a: sphere 0.1; end object b: rod 1 0.1; position 2 0 0; end let k = 1;\n"
                           "constraint h: revolute world b (2, 0, 0) (0, 1, 0) min -1 max 1; end gravity 0 0 -1;");
    tn_history_keep(w, 10, 1 << 20);
    tn_advance(w, 0.1);
    const uint64_t before = state_of(w);
    const tn_object a = tn_object_find(w, "a"), b = tn_object_find(w, "b");
    const tn_thing h = tn_thing_find(w, TN_THING_CONSTRAINT, "h"), t = tn_thing_of_object(a);
    char *message = NULL;
    const double rows[] = {0, 0, 1, 1, 0, 0, 0, 0, 0, NAN, 1, 0, 0, 0};
    assert_int_equal(tn_place_many(w, (tn_object[]){a, b}, rows, 2, &message), TN_WRONG_USE);
    assert_non_null(strstr(message, "entry 1, 'b'"));
    free(message);
    assert_int_equal(tn_move_many(w, (tn_object[]){a, {7, 9}}, rows, 2, &message), TN_WRONG_USE);
    free(message);
    assert_int_equal(tn_let_many(w, (const char *const[]){"k", "none"}, rows, 2, &message), TN_WRONG_USE);
    assert_non_null(strstr(message, "none"));
    free(message);
    const tn_change lists[][2] = {{{t, "mass", {2}, 1}, {t, "mass", {-1}, 1}},
                                  {{t, "mass", {2}, 1}, {t, "nothing", {1}, 1}},
                                  {{t, "position", {1, 2, 3}, 3}, {t, "velocity", {1, NAN, 0}, 3}},
                                  {{h, "min", {0.5}, 1}, {h, "max", {0.2}, 1}}, /* each alone would be right */
                                  {{t, "position", {1, 2, 3}, 3}, {h, "min", {2}, 1}},
                                  {{t, "mass", {2}, 1}, {{.type = TN_THING_PROBE, .generation = 1}, "value", {1}, 1}}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        assert_int_equal(tn_set_many(w, lists[i], 2, &message), TN_WRONG_USE);
        assert_non_null(strstr(message, "entry 1"));
        free(message);
        assert_true(state_of(w) == before);
    }
    double now[6];
    assert_int_equal(tn_undo_count(w), 0);
    assert_int_equal(tn_constraint_number(w, tn_thing_constraint(h), "min", now), 1);
    assert_true(now[0] == -1);
    assert_int_equal(tn_object_number(w, a, "mass", now), 1);
    assert_true(fabs(now[0] - 4.18879) < 1e-4);
    /* both in an order in which each is right */
    const tn_change wide[2] = {{h, "max", {3}, 1}, {h, "min", {2}, 1}};
    assert_int_equal(tn_set_many(w, wide, 2, NULL), TN_OK);
    assert_int_equal(tn_undo_count(w), 1);
    tn_world_free(w);
}

/* ---- generalized forces ---- */

static double force_on(tn_world *w, const char *constraint, const char *object, const char *coordinate)
{
    tn_generalized_force f[64];
    const int n = tn_constraint_forces(w, tn_constraint_find(w, constraint), f, 64);
    for (int i = 0; i < n && i < 64; i++)
        if (strcmp(tn_object_name(w, f[i].object), object) == 0 && strcmp(f[i].coordinate, coordinate) == 0)
            return f[i].force;
    return NAN;
}

/* A pendulum of a coordinate held at an angle; a variable on a spring; the radius of a curve. */
static void test_generalized(void **state)
{
    (void)state;
    tn_world *w = world_of("object crank: coordinates a 0.3; mass 2; place (1.5*sin(a), 0, -1.5*cos(a)); end\n"
                           "gravity 0 0 -9.81; constraint k: keep crank.a = 0.3; end\n"
                           "variable x 1; variable y 2; minimize (x - 3)^2; constraint s: keep x + 2*y = 5; end\n"
                           "probe t = torque(k).x; probe f = force(s).x;");
    const double torque = 2 * 9.81 * 1.5 * sin(0.3); /* that holds the pendulum, against its weight */
    assert_true(fabs(force_on(w, "k", "crank", "a") - torque) < 1e-9);
    assert_true(fabs(tn_probe_value(w, 0) + torque) < 1e-9); /* its second partner is the world */
    /* x pulls with 4 towards 3; y has mass 1 and nothing else: λ (1 + 4) = -4 */
    const double on_x = force_on(w, "s", "x", "rate"), on_y = force_on(w, "s", "y", "rate");
    assert_true(fabs(on_y - 2 * on_x) < 1e-12 && fabs(4 + on_x + 2 * on_y) < 1e-9);
    assert_true(fabs(tn_probe_value(w, 1) - on_y) < 1e-12);
    tn_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_features), cmocka_unit_test(test_examples),    cmocka_unit_test(test_survive),
        cmocka_unit_test(test_address),  cmocka_unit_test(test_put),         cmocka_unit_test(test_many),
        cmocka_unit_test(test_refused),  cmocka_unit_test(test_generalized), cmocka_unit_test(test_put_within_a_step)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
