/* A program outside Tenon that uses both libraries. Also compiled as C++.
 * If a plot, a glTF scene and a snake on an image could be made, it prints the version of the library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tenon/picture.h>
#include <tenon/tenon.h>

static bool draw(const tn_view *v)
{
    const double x[] = {0, 1, 2}, y[] = {0, 1, 4};
    tn_plot_options o = tn_plot_default();
    tn_plot *p = tn_plot_new(&o, NULL);
    tn_gltf *g = tn_gltf_begin();
    bool good = tn_plot_line(p, "y", x, y, 3) == TN_OK && tn_plot_save(p, "plot.png", NULL) == TN_OK &&
                tn_gltf_frame(g, v, NULL) == TN_OK && tn_gltf_end(g, "scene.glb", NULL) == TN_OK;
    tn_plot_free(p);
    return good;
}

int main(void)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    bool good = tn_read_text(w, "ball", "object ball: sphere 0.1; end\n", d) == TN_OK;
    tn_view *v = tn_view_take(w, NULL);
    tn_bounds b;
    memset(&b, 0, sizeof b);
    tn_bounds_add(&b, v);
    good = good && b.any && draw(v);
    /* the plot is a PNG file, which a snake can lie on */
    const char *snake = "world: order first; end\nobject s: circle cx 0 cy 0 r 1; end\nsnake s on \"plot.png\";\n";
    good = good && tn_read_text(w, "snake", snake, d) == TN_WRONG_MODEL &&
           tn_scene_read_images(w, tn_read_png) == TN_OK && tn_read_text(w, "snake", snake, d) == TN_OK;
    if (!good && tn_diagnostics_count(d) > 0)
        fprintf(stderr, "%s\n", tn_diagnostics_get(d, tn_diagnostics_count(d) - 1).message);
    tn_view_free(v);
    tn_diagnostics_free(d);
    tn_world_free(w);
    if (!good || strcmp(tn_version(), TN_VERSION) != 0)
        return 1;
    printf("tenon %s\n", tn_version());
    return 0;
}
