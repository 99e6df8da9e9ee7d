/* grabbing.c: dragging a chain by its tip with the mouse, here a made-up one.
 *
 * A frame of a program with a window is the same: where is the mouse, tn_drag_to, tn_advance by a sixtieth of a second.
 *
 * prints
 *
 *   grabbed at (1.5, 0.0, 0.0)
 *   the tip is at the mouse to a millimetre: yes
 *   the joints still hold: yes
 *   let go, it swings on: yes
 */
#include <math.h>
#include <stdio.h>

#include <tenon/tenon.h>

static const char chain[] =
    "gravity 9.81;\n"
    "for i = 1 to 3: object link[i]: rod 0.5 0.02; position (0.5*i - 0.25) 0 0; rotation 0 1 0 (pi/2); end end\n"
    "connect link[1].end1 (0, 0, 0); connect link[1].end2 link[2].end1;\n"
    "connect link[2].end2 link[3].end1; drag linear 0.5 angular 0.01;\n";

/* The mouse moves along a quarter of a circle around the nail, in one second, and then rests. */
static tn_vec3 mouse(double t)
{
    const double angle = 1.5707963 * fmin(t, 1);
    return (tn_vec3){1.2 * cos(angle), 0, -1.2 * sin(angle)};
}

int main(void)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "chain", chain, d) != TN_OK) {
        fprintf(stderr, "%s\n", tn_diagnostics_get(d, 0).message);
        return 1;
    }
    tn_object last = tn_object_find(w, "link[3]");
    tn_vec3 tip;
    tn_object_point(w, last, "end2", &tip); /* in the object's frame */

    char *message = NULL;
    tn_handle hand = tn_grab(w, last, tip, TN_GRAB_HARD, &message);
    tn_handle_state state;
    if (tn_handle_get(w, hand, &state) != TN_OK) {
        fprintf(stderr, "%s\n", message);
        return 1;
    }
    printf("grabbed at (%.1f, %.1f, %.1f)\n", state.point.x, state.point.y, fabs(state.point.z));

    for (int frame = 1; frame <= 120; frame++) { /* two seconds at 60 frames per second */
        tn_drag_to(w, hand, mouse(frame / 60.0));
        tn_advance(w, frame / 60.0);
    }
    tn_handle_get(w, hand, &state);
    tn_vec3 wanted = mouse(2);
    const double off = hypot(hypot(state.point.x - wanted.x, state.point.y - wanted.y), state.point.z - wanted.z);
    printf("the tip is at the mouse to a millimetre: %s\n", off < 0.001 ? "yes" : "no");
    tn_measures m;
    tn_measure(w, &m);
    printf("the joints still hold: %s\n", m.deviation < 1e-6 ? "yes" : "no");

    tn_release(w, hand);
    tn_advance(w, 2.5);
    printf("let go, it swings on: %s\n", tn_handle_count(w) == 0 ? "yes" : "no");
    tn_diagnostics_free(d);
    tn_world_free(w);
    return 0;
}
