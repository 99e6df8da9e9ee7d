/* custom_force.c: forces by functions of the program: wind without a potential, and a magnet by its potential alone.
 *
 * prints
 *
 *   terminal speed in the wind: 4.000 m/s
 *   the marble circles the magnet: radius 1.000 … 1.000 m
 *   energy: kinetic + potential = -0.500 J
 */
#include <math.h>
#include <stdio.h>

#include <tenon/tenon.h>

/* Wind along x: drag is proportional to the velocity of the air relative to the body. */
static void wind(void *user, double t, const tn_signal *at, int count, tn_vec3 *force)
{
    const double speed = *(const double *)user;
    (void)t;
    for (int i = 0; i < count; i++) {
        force[i].x = 0.5 * (speed - at[i].rate.x);
        force[i].y = -0.5 * at[i].rate.y;
        force[i].z = -0.5 * at[i].rate.z;
    }
}

/* A magnet: U = -1/r. Only the potential is given; its gradient is found by differences. */
static double magnet(void *user, const tn_signal *at, int count)
{
    const double dx = at[1].y.x - at[0].y.x, dy = at[1].y.y - at[0].y.y, dz = at[1].y.z - at[0].y.z;
    (void)user;
    (void)count;
    return -1 / sqrt(dx * dx + dy * dy + dz * dz);
}

static tn_object add_particle(tn_world *w, const char *name, tn_vec3 position, tn_vec3 velocity, tn_motion motion)
{
    tn_object_def def = tn_object_default();
    def.name = name;
    def.shape = "particle";
    def.mass = 1;
    def.position = position;
    def.velocity = velocity;
    def.motion = motion;
    return tn_object_add(w, &def, NULL);
}

int main(void)
{
    tn_world *w = tn_world_new();
    double speed = 4;
    tn_object leaf = add_particle(w, "leaf", (tn_vec3){0, 5, 0}, (tn_vec3){0, 0, 1}, TN_FREE);
    tn_object pole = add_particle(w, "pole", (tn_vec3){0, 0, 0}, (tn_vec3){0, 0, 0}, TN_FIXED);
    tn_object marble = add_particle(w, "marble", (tn_vec3){1, 0, 0}, (tn_vec3){0, 1, 0}, TN_FREE);

    tn_force_hook blow = tn_force_hook_default();
    blow.name = "wind";
    blow.args[0] = tn_arg_point(leaf, (tn_vec3){0, 0, 0});
    blow.count = 1;
    blow.force = wind;
    blow.user = &speed;
    tn_force_hook pull = tn_force_hook_default();
    pull.name = "magnet";
    pull.args[0] = tn_arg_point(pole, (tn_vec3){0, 0, 0});
    pull.args[1] = tn_arg_point(marble, (tn_vec3){0, 0, 0});
    pull.count = 2;
    pull.potential = magnet;
    char *message = NULL;
    if (!tn_force_valid(w, tn_force_hook_add(w, &blow, &message)) ||
        !tn_force_valid(w, tn_force_hook_add(w, &pull, &message))) {
        fprintf(stderr, "%s\n", message);
        return 1;
    }

    double least = 2, most = 0;
    tn_pose p, q;
    for (int i = 1; i <= 100; i++) {
        tn_advance(w, 0.3 * i);
        tn_object_pose(w, marble, &p);
        least = fmin(least, hypot(p.center.x, p.center.y));
        most = fmax(most, hypot(p.center.x, p.center.y));
    }
    tn_object_pose(w, leaf, &q);
    printf("terminal speed in the wind: %.3f m/s\n", q.velocity.x);
    printf("the marble circles the magnet: radius %.3f … %.3f m\n", least, most);
    tn_measures m;
    tn_measure(w, &m);
    printf("energy: kinetic + potential = %.3f J\n", m.kinetic - 0.5 * speed * speed + m.potential);
    tn_world_free(w);
    return 0;
}
