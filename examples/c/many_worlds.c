/* many_worlds.c: one model, many worlds, several threads: at which speed does a ball clear the wall?
 *
 * Clones share the plan and the model; each has its own state. Worlds may be used by different threads at the same time.
 *
 * prints
 *
 *   speed 5.0 m/s: height at the wall 0.487 m
 *   speed 6.0 m/s: height at the wall 1.153 m
 *   speed 7.0 m/s: height at the wall 1.554 m
 *   speed 8.0 m/s: height at the wall 1.815 m
 *   the slowest throw over the wall of 0.9 m: 6.0 m/s
 */
#include <pthread.h>
#include <stdio.h>

#include <tenon/tenon.h>

enum { THROWS = 4 };

struct throw
{
    tn_world *world;
    double speed, height;
};

static void *run(void *arg)
{
    struct throw *s = arg;
    tn_pose pose;
    tn_object ball = tn_object_find(s->world, "ball");
    tn_object_set_velocity(s->world, ball, (tn_vec3){0.6 * s->speed, 0, 0.8 * s->speed}, (tn_vec3){0, 0, 0});
    tn_advance(s->world, 2 / (0.6 * s->speed)); /* when it passes x = 2 m */
    tn_object_pose(s->world, ball, &pose);
    s->height = pose.center.z;
    return NULL;
}

int main(void)
{
    tn_world *w = tn_world_new();
    tn_read_text(w, "throw", "gravity 9.81; object ball: sphere 0.1; end", NULL);

    struct throw throws[THROWS];
    pthread_t thread[THROWS];
    for (int i = 0; i < THROWS; i++) {
        throws[i] = (struct throw){.world = tn_world_clone(w), .speed = 5 + i};
        pthread_create(&thread[i], NULL, run, &throws[i]);
    }
    double slowest = 0;
    for (int i = THROWS - 1; i >= 0; i--)
        pthread_join(thread[i], NULL);
    for (int i = THROWS - 1; i >= 0; i--)
        slowest = throws[i].height > 0.9 ? throws[i].speed : slowest;
    for (int i = 0; i < THROWS; i++) {
        printf("speed %.1f m/s: height at the wall %.3f m\n", throws[i].speed, throws[i].height);
        tn_world_free(throws[i].world);
    }
    printf("the slowest throw over the wall of 0.9 m: %.1f m/s\n", slowest);
    tn_world_free(w);
    return 0;
}
