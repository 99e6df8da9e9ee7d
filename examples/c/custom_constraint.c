/* custom_constraint.c: a bead on a wire that a function of the program describes: a helix that turns once per metre.
 *
 * prints
 *
 *   the bead is on the wire to 1e-7: yes
 *   it has slid down 1.005 m in 1 s
 *   derivatives given or found by differences: the same to 1e-6: yes
 */
#include <math.h>
#include <stdio.h>

#include <tenon/tenon.h>

/* Two rows that vanish on the helix (cos 2πz, sin 2πz, z). */
static void helix(void *user, double t, const tn_signal *at, int count, tn_rows *out)
{
    const double turn = 6.283185307179586, z = at[0].y.z, v = at[0].rate.z;
    const double c = cos(turn * z), s = sin(turn * z);
    (void)user;
    (void)t;
    (void)count;
    out->value[0] = at[0].y.x - c;
    out->value[1] = at[0].y.y - s;
    out->rate[0] = at[0].rate.x + turn * s * v;
    out->rate[1] = at[0].rate.y - turn * c * v;
    out->gamma[0] = turn * turn * c * v * v;
    out->gamma[1] = turn * turn * s * v * v;
    out->gradient[0][0] = (tn_vec3){1, 0, turn * s};
    out->gradient[1][0] = (tn_vec3){0, 1, -turn * c};
}

/* How far the bead has slid after a second, and how far it is off the wire. */
static tn_vec3 slide(unsigned gives, double *off)
{
    tn_world *w = tn_world_new();
    tn_read_text(w, "bead", "gravity 81.4; object bead: particle 0.1; position 1 0 0; end", NULL);

    tn_constraint_hook wire = tn_constraint_hook_default();
    wire.name = "wire";
    wire.args[0] = tn_arg_point(tn_object_find(w, "bead"), (tn_vec3){0, 0, 0});
    wire.count = 1;
    wire.rows = 2;
    wire.function = helix;
    wire.gives = gives; /* what the function fills beside the values; the rest is found by differences */
    wire.length = 0.1;  /* over which the wire bends: differences take hundredths of it */
    char *message = NULL;
    tn_constraint c = tn_constraint_hook_add(w, &wire, &message);
    if (message != NULL)
        fprintf(stderr, "%s\n", message);
    if (tn_advance(w, 1) != TN_OK)
        fprintf(stderr, "%s\n", tn_failure(w));

    tn_constraint_state state = {.rows = 0};
    tn_pose pose = {.mass = 0};
    tn_constraint_get(w, c, &state);
    tn_object_pose(w, tn_object_find(w, "bead"), &pose);
    *off = state.size;
    tn_free(message);
    tn_world_free(w);
    return pose.center;
}

int main(void)
{
    double off, unused;
    tn_vec3 given = slide(TN_GIVES_GRADIENT | TN_GIVES_RATE | TN_GIVES_GAMMA, &off), found = slide(0, &unused);
    printf("the bead is on the wire to 1e-7: %s\n", off < 1e-7 ? "yes" : "no");
    printf("it has slid down %.3f m in 1 s\n", -given.z);
    printf("derivatives given or found by differences: the same to 1e-6: %s\n",
           fabs(given.z - found.z) + fabs(given.x - found.x) < 1e-6 ? "yes" : "no");
    return 0;
}
