/* viewer_frame.c: what a viewer does: fetch shapes once, poses every frame, and ask what is under the mouse.
 *
 * A viewer would upload the triangles to a graphics card and send the packed poses over a network; this one counts
 * bytes, and draws the outline of the scene as characters, one ray per character.
 *
 *   viewer_frame [SCENE.tn]
 *   cc viewer_frame.c $(pkg-config --cflags --libs tenon)
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <tenon/tenon.h>

static const char pendulum[] = "gravity 9.81;\n"
                               "object bar: rod 1 0.05; position 0.5 0 2; rotation 0 1 0 1.5707963; end\n"
                               "object ball: sphere 0.2; position 1.2 0 2; color 0.8 0.2 0.2; end\n"
                               "object soft: block 4 4 2; size 0.6 0.6 0.3; stiffness 3e4; viscosity 30;\n"
                               "  position -0.8 0 1.5; end\n"
                               "connect bar.end1 (0, 0, 2);\n"
                               "weld bar ball;\n"
                               "connect soft.node(0, 0, 0) (-1.1, -0.3, 1.35);\n"
                               "trace ball.center;\n";

/* ---- constant data: fetched when the topology number changes ---- */

struct client {
    uint64_t topology;
    size_t fetched; /* bytes of constant data */
    size_t frames;  /* bytes of poses, vertices and paths */
    int trace;      /* points of the first trace that it has */
};

static void fetch_shapes(struct client *c, const tn_view *v)
{
    int objects, meshes, surfaces, constraints;
    const tn_view_object *o = tn_view_objects(v, &objects);
    const tn_view_mesh *m = tn_view_meshes(v, &meshes);
    const tn_view_surface *s = tn_view_surfaces(v, &surfaces);
    tn_view_constraints(v, &constraints);
    for (int i = 0; i < meshes; i++) { /* m[i].key tells whether an earlier topology had it already */
        tn_triangles t;
        if (tn_view_triangles(v, i, 2, &t) == TN_OK)
            c->fetched += 24 * (size_t)t.vertices + 12 * (size_t)t.triangles;
        printf("  mesh %016llx: %s, %d triangles\n", (unsigned long long)m[i].key, m[i].shape, t.triangles);
    }
    for (int i = 0; i < surfaces; i++) {
        c->fetched += 12 * (size_t)s[i].triangles;
        printf("  surface of '%s': %d triangles\n", s[i].name, s[i].triangles);
    }
    for (int i = 0; i < objects; i++)
        printf("  object '%s': %d parts, colour %.2f %.2f %.2f\n", o[i].name, o[i].parts, o[i].color.x, o[i].color.y,
               o[i].color.z);
    printf("  %d constraints\n", constraints);
    c->topology = tn_view_topology(v);
}

/* ---- a frame ---- */

static void fetch_frame(struct client *c, const tn_view *v)
{
    int surfaces;
    const tn_view_surface *s = tn_view_surfaces(v, &surfaces);
    size_t bytes = tn_view_pack(v, (tn_vec3){0, 0, 0}, NULL, 0);
    unsigned char *poses = malloc(bytes + 1); /* to send: 20 bytes per object */
    if (poses == NULL)
        return;
    c->frames += tn_view_pack(v, (tn_vec3){0, 0, 0}, poses, bytes);
    free(poses);
    for (int i = 0; i < surfaces; i++) {
        tn_view_shape shape;
        if (tn_view_deformed(v, i, &shape) == TN_OK)
            c->frames += 24 * (size_t)s[i].vertices; /* shape.position and shape.normal */
    }
    tn_view_trace path;
    if (tn_view_trace_get(v, 0, &path) == TN_OK) { /* what it has, up to `kept`, stays */
        c->frames += 24 * (size_t)(path.count - path.kept);
        c->trace = path.count;
    }
}

/* ---- what is where ---- */

struct camera {
    tn_vec3 eye, forward, right, up;
    double width; /* of a pixel, at a distance of 1 m */
};

static struct camera look_from_the_front(const tn_view *v, int rows)
{
    tn_bounds b = {0};
    tn_bounds_add(&b, v);
    double size = b.any ? fmax(b.high.x - b.low.x, b.high.z - b.low.z) : 1;
    struct camera c = {.forward = {0, 1, 0}, .right = {1, 0, 0}, .up = {0, 0, 1}};
    c.eye = (tn_vec3){(b.low.x + b.high.x) / 2, b.low.y - 3 * size, (b.low.z + b.high.z) / 2};
    c.width = 1.2 * size / (3 * size) / rows;
    return c;
}

/* The ray through a pixel, counted from the middle of the picture. */
static tn_ray ray_at(const struct camera *c, double x, double y)
{
    tn_ray r = tn_ray_default();
    r.from = c->eye;
    r.along = (tn_vec3){c->forward.x + c->width * (x * c->right.x + y * c->up.x),
                        c->forward.y + c->width * (x * c->right.y + y * c->up.y),
                        c->forward.z + c->width * (x * c->right.z + y * c->up.z)};
    r.pixel_angle = c->width;
    r.radius = 0.5;
    return r;
}

static void draw(const tn_view *v)
{
    enum { ROWS = 20, COLUMNS = 60 };
    struct camera c = look_from_the_front(v, ROWS);
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            tn_ray r =
                ray_at(&c, 0.5 * (column - COLUMNS / 2), ROWS / 2 - row); /* characters are twice as high as wide */
            tn_hit hit;
            putchar(tn_pick(v, &r, &hit, 1) == 0 ? '.' : hit.name[0] != 0 ? hit.name[0] : '#');
        }
        putchar('\n');
    }
    tn_ray middle = ray_at(&c, 0, 0);
    tn_hit near[3];
    middle.radius = 1000;
    int points = tn_pick_points(v, &middle, near, 3);
    for (int i = 0; i < points && i < 3; i++)
        printf("  %s is %.1f characters from the middle\n", near[i].name, near[i].pixels);
}

int main(int count, char **arguments)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    tn_status read = count > 1 ? tn_read_file(w, arguments[1], d) : tn_read_text(w, "pendulum", pendulum, d);
    if (read != TN_OK)
        fprintf(stderr, "%s\n", tn_diagnostics_count(d) > 0 ? tn_diagnostics_get(d, 0).message : "not readable");
    struct client c = {0};
    tn_view *v = NULL;
    for (int frame = 0; frame <= 60 && read == TN_OK; frame++) {
        if (tn_advance(w, frame / 30.0) != TN_OK)
            break;
        tn_view *next = tn_view_take(w, v); /* what has not changed is shared */
        tn_view_free(v);
        v = next;
        if (tn_view_topology(v) != c.topology) {
            printf("t = %.2f s: new shapes\n", tn_view_time(v));
            fetch_shapes(&c, v);
        }
        fetch_frame(&c, v);
    }
    if (v != NULL) {
        printf("%zu bytes of shapes, %zu bytes of 61 frames, a path of %d points\n", c.fetched, c.frames, c.trace);
        draw(v);
    }
    tn_view_free(v);
    tn_diagnostics_free(d);
    tn_world_free(w);
    return read == TN_OK ? 0 : 1;
}
