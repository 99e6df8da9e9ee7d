/* tiles.c: which tiles of the screen are touched (tiles.h). */
#include <string.h>

#include "picture/tiles.h"

struct finder {
    struct tiles *t;
    const struct shot *s;
};

static void mark(const struct finder *f, unsigned char *mask, double x0, double y0, double x1, double y1)
{
    const struct tiles *t = f->t;
    int c0 = (int)fmax(0, floor(fmin(x0, 1e6) / TILE)), c1 = (int)fmin(t->columns - 1, floor(fmax(x1, -1e6) / TILE));
    int r0 = (int)fmax(0, floor(fmin(y0, 1e6) / TILE)), r1 = (int)fmin(t->rows - 1, floor(fmax(y1, -1e6) / TILE));
    for (int r = r0; r <= r1 && c1 >= c0; r++)
        memset(mask + r * t->columns + c0, 1, (size_t)(c1 - c0 + 1));
}

/* Marks what a ball covers. Rows count from below, as in GL. */
static void mark_ball(const struct finder *f, unsigned char *mask, vec3 at, double radius)
{
    const struct camera *c = &f->s->camera;
    const struct tiles *t = f->t;
    double x, y, depth;
    bool before = camera_project(c, at, &x, &y, &depth);
    if (depth < -radius)
        return;
    if (!before || depth < 1.5 * radius) {
        mark(f, mask, 0, 0, t->width, t->height);
        return;
    }
    double scale = (double)t->width / c->width;
    double away = scale * radius / (depth - radius) / c->tangent * c->height / 2 + 3;
    mark(f, mask, scale * x - away, t->height - scale * y - away, scale * x + away, t->height - scale * y + away);
}

/* The shadow of a ball lies where the sun's ray through its middle meets the floor, wider by slant and penumbra. */
static void mark_shadow(const struct finder *f, const struct floor *ground, vec3 at, double radius)
{
    vec3 n = v3_cross(ground->u, ground->v);
    double height = v3_dot(v3_sub(at, ground->origin), n), slant = v3_dot(f->s->sun, n);
    if (fabs(slant) < 0.02)
        return;
    double way = height / slant;
    if (way > -radius)
        mark_ball(f, f->t->shade, v3_add_scaled(at, -way, f->s->sun), radius / fabs(slant) + 0.1 * fabs(way));
}

/* A box is covered by balls along its longest side, about as many as it is longer than wide. */
static void mark_box(const struct finder *f, vec3 middle, const mat3 *turn, vec3 half, double occlusion)
{
    int axis = half.x >= half.y && half.x >= half.z ? 0 : half.y >= half.z ? 1 : 2;
    double along = axis == 0 ? half.x : axis == 1 ? half.y : half.z;
    double across = sqrt(fmax(v3_dot(half, half) - along * along, 0));
    int count = (int)fmin(24, ceil(along / fmax(across, 0.02 * along)));
    count = count < 1 ? 1 : count;
    double piece = along / count, radius = hypot(across, piece);
    for (int i = 0; i < count; i++) {
        vec3 at = v3_add_scaled(middle, (2 * i + 1) * piece - along, m3_column(turn, axis));
        mark_ball(f, f->t->bodies, at, radius);
        mark_ball(f, f->t->shade, at, radius + occlusion);
        for (int k = 0; k < f->s->floor_count; k++)
            mark_shadow(f, &f->s->floors[k], at, radius);
    }
}

/* Does a box reach through a floor, as seen from the camera, by more than resting on it would? */
static bool reaches_behind(const struct finder *f, vec3 middle, const mat3 *turn, vec3 half)
{
    for (int k = 0; k < f->s->floor_count; k++) {
        const struct floor *g = &f->s->floors[k];
        vec3 n = v3_cross(g->u, g->v), own = m3_tmul(turn, n);
        double reach = fabs(own.x) * half.x + fabs(own.y) * half.y + fabs(own.z) * half.z;
        double side = v3_dot(v3_sub(f->s->camera.eye, g->origin), n) < 0 ? -1 : 1;
        if (side * v3_dot(v3_sub(middle, g->origin), n) - reach < -1e-3 * f->s->radius)
            return true;
    }
    return false;
}

static void mark_solid(const struct finder *f, vec3 middle, const mat3 *turn, vec3 half, double occlusion)
{
    mark_box(f, middle, turn, half, occlusion);
    f->t->below = f->t->below || reaches_behind(f, middle, turn, half);
}

void tiles_find(struct tiles *t, const struct shot *s, int width, int height, double occlusion)
{
    struct finder f = {t, s};
    const struct view_model *model = s->view->model;
    *t = (struct tiles){
        .columns = (width + TILE - 1) / TILE, .rows = (height + TILE - 1) / TILE, .width = width, .height = height};
    t->bodies = mem_new((size_t)t->columns * (size_t)t->rows);
    t->shade = mem_new((size_t)t->columns * (size_t)t->rows);
    for (int i = 0; i < model->objects.count; i++) {
        const struct view_object *a = &model->objects.at[i];
        for (int k = 0; k < a->parts && view_is_drawn(s->view, i, s->show); k++) {
            const struct piece *p = &model->parts.at[a->part + k];
            tn_view_pose at = view_part(s->view, i, p);
            mat3 turn = q_matrix(at.orientation);
            vec3 middle = v3_add(at.position, m3_mul(&turn, p->solid.middle)), half = p->solid.half;
            if (s->view->surface[i].mesh != NULL) {
                middle = s->view->surface[i].middle;
                half = s->view->surface[i].half;
                turn = (mat3){{1, 0, 0, 0, 1, 0, 0, 0, 1}};
            }
            if (!v3_finite(middle))
                continue;
            if (a->kind == OBJECT_PARTICLE)
                half = v3(s->particle, s->particle, s->particle);
            mark_solid(&f, middle, &turn, half, occlusion);
        }
    }
    for (int i = 0; i < s->fittings->at.count; i++) {
        const struct fitting *g = &s->fittings->at.at[i];
        const mat3 turn = q_matrix(g->at.orientation);
        mark_solid(&f, g->at.position, &turn, fitting_solid(g).half, occlusion);
    }
    for (int i = 0; i < s->view->skins.count; i++) {
        const struct surface *surface = &s->view->skins.at[i].surface;
        const mat3 straight = {{1, 0, 0, 0, 1, 0, 0, 0, 1}};
        if (surface->mesh == NULL || (s->show & TN_SHOW_BONES))
            continue;
        mark_solid(&f, surface->middle, &straight, surface->half, occlusion);
    }
}

void tiles_free(struct tiles *t)
{
    mem_free(t->bodies);
    mem_free(t->shade);
    t->bodies = t->shade = NULL;
}

int tiles_corners(const struct tiles *t, const unsigned char *mask, float **to)
{
    float *at = *to = MEM_ARRAY(float, 12 * (size_t)t->columns * (size_t)t->rows + 1);
    int count = 0;
    for (int r = 0; r < t->rows; r++)
        for (int c = 0; c < t->columns; c++) {
            if (!mask[r * t->columns + c])
                continue;
            int last = c;
            while (last + 1 < t->columns && mask[r * t->columns + last + 1])
                last++;
            /* One rectangle for neighbouring tiles of a row. */
            float x0 = (float)(2.0 * TILE * c / t->width - 1), x1 = (float)(2.0 * TILE * (last + 1) / t->width - 1);
            float y0 = (float)(2.0 * TILE * r / t->height - 1), y1 = (float)(2.0 * TILE * (r + 1) / t->height - 1);
            const float corners[12] = {x0, y0, x1, y0, x1, y1, x0, y0, x1, y1, x0, y1};
            memcpy(at + 2 * count, corners, sizeof corners);
            count += 6;
            c = last;
        }
    return count;
}
