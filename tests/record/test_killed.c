/* A frame that tn_record_frame has finished survives a kill of the program: a child counts its finished frames in
 * shared memory and is killed at a random moment; the record must contain at least as many, each to the bit. With big
 * frames the kill also hits the middle of a write. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "tenon/tenon.h"

#include "../effort.h"

/* Particles that are moved directly: frame i is known without a simulation. */
static double place_of(int frame, int particle) { return 0.1 * frame + 1.0 / (3 + particle); }

static void place_all(tn_world *w, int frame)
{
    for (int i = 0; i < tn_object_count(w); i++)
        tn_object_place(w, tn_object_at(w, i), (tn_vec3){place_of(frame, i), -frame, i}, (tn_quat){1, 0, 0, 0});
}

static void record_forever(int particles, atomic_int *finished)
{
    tn_world *w = tn_world_new();
    for (int i = 0; i < particles; i++) {
        tn_object_def def = tn_object_default();
        def.shape = "particle";
        def.mass = 1;
        tn_object_add(w, &def, NULL);
    }
    tn_recorder *r = tn_record_create("killed.tnr", w, "", NULL);
    if (r == NULL)
        atomic_store(finished, -1);
    for (int i = 0; r != NULL; i++) {
        place_all(w, i);
        if (tn_record_frame(r, w, NULL) != TN_OK)
            break;
        atomic_store(finished, i + 1);
    }
    _exit(1);
}

static void check_left(int particles, int finished)
{
    tn_diagnostics *d = tn_diagnostics_new();
    tn_record *r = tn_record_open("killed.tnr", d);
    assert_true(finished >= 0);
    if (r == NULL && finished == 0) { /* killed before the first frame */
        tn_diagnostics_free(d);
        return;
    }
    if (r == NULL)
        fail_msg("%s", tn_diagnostics_text(d, 0));
    assert_int_equal(tn_diagnostics_count(d), 1);
    int frames = tn_record_frame_count(r);
    if (frames < finished)
        fail_msg("%d frames were finished, %d are left", finished, frames);
    assert_true(frames <= finished + 1);
    tn_pose *pose = calloc((size_t)particles, sizeof *pose);
    for (int i = 0; i < frames; i++) {
        assert_int_equal(tn_record_poses(r, i, pose, NULL), TN_OK);
        for (int k = 0; k < particles; k++)
            assert_true(pose[k].position.x == place_of(i, k) && pose[k].position.y == -i && pose[k].position.z == k);
    }
    free(pose);
    tn_record_close(r);
    tn_diagnostics_free(d);
}

/* Waits a random time, in half of the cases only from the child's first frame on: on a busy machine that may come
 * late. */
static void wait_for_moment(bool after_first, const atomic_int *finished, long nanoseconds)
{
    while (after_first && atomic_load(finished) == 0)
        nanosleep(&(struct timespec){.tv_nsec = 100 * 1000}, NULL);
    nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
}

static void kill_many(int particles, long longest, uint64_t seed)
{
    int kills = effort(100, 40);
    atomic_int *finished = mmap(NULL, sizeof *finished, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(finished != MAP_FAILED);
    int with_frames = 0;
    for (int n = 0; n < kills; n++) {
        atomic_store(finished, 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            record_forever(particles, finished);
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        wait_for_moment(n % 2 == 1, finished, (long)(seed >> 33) % longest);
        assert_int_equal(kill(child, SIGKILL), 0);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        with_frames += atomic_load(finished) > 0;
        check_left(particles, atomic_load(finished));
        unlink("killed.tnr.part");
    }
    assert_true(with_frames >= kills / 2); /* otherwise nothing was tested */
    munmap(finished, sizeof *finished);
}

static void small_frames(void **unused)
{
    (void)unused;
    kill_many(2, 20 * 1000 * 1000, 1);
}

static void big_frames(void **unused)
{
    (void)unused;
    kill_many(3000, 50 * 1000 * 1000, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_frames),
        cmocka_unit_test(big_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
