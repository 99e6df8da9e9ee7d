/* render.c: the passes of a picture (render.h). */
#include <math.h>
#include <string.h>

#include "picture/triangle_batch.h"
#include "picture/shaders.h"
#include "picture/targets.h"
#include "picture/tiles.h"

enum gpu_program {
    PROGRAM_SHADE,
    PROGRAM_SURFACE,
    PROGRAM_FLOOR_SURFACE,
    PROGRAM_OCCLUSION,
    PROGRAM_BLUR,
    PROGRAM_SOLID,
    PROGRAM_FLOOR,
    PROGRAM_FLOOR_DEPTH,
    PROGRAM_SHADOW,
    PROGRAM_JOIN,
    PROGRAM_JOIN_SAMPLES,
    PROGRAMS
};

struct renderer {
    struct gl gl;
    unsigned program[PROGRAMS];
    unsigned empty; /* vertex array for drawings without vertices */
    struct batch batch;
    struct targets targets;
    int most_samples, most_size;
    /* what the empty floors were drawn with */
    float floor_matrix[16];
    struct floor floors[RENDER_FLOORS];
    int floor_count;
    bool floor_dark, floor_transparent;
};

/* Samples for each quality, chosen by appearance and time. */
struct effort {
    int shrink, samples, shade, shade_taps, occlusion_taps;
};
static struct effort effort_of(tn_quality q)
{
    switch (q) {
    case TN_QUALITY_MOVIE:
        return (struct effort){1, 4, 1024, 10, 8};
    case TN_QUALITY_PAPER:
        return (struct effort){2, 4, 3072, 40, 24};
    case TN_QUALITY_DRAFT:
        break;
    }
    return (struct effort){1, 1, 0, 0, 0};
}

static const vec3 background_light = {0.969, 0.973, 0.980}, background_dark = {0.094, 0.106, 0.129};
/* In units of the scene's radius: the radius of occlusion, and where floors have faded out. */
static const double occlusion_reach = 0.14, floor_reach = 6.5;
static const vec3 line_light = {0.80, 0.815, 0.84}, line_dark = {0.20, 0.22, 0.26};

vec3 render_background_of(bool dark) { return dark ? background_dark : background_light; }

/* ---- programs ---- */

static unsigned compile(struct gl *g, unsigned type, const char *first, const char *second, char **message)
{
    const char *text[3] = {shader_head, first, second};
    char log[400] = "";
    int ok = 0;
    unsigned s = g->CreateShader(type);
    g->ShaderSource(s, second != NULL ? 3 : 2, text, NULL);
    g->CompileShader(s);
    g->GetShaderiv(s, GL_COMPILE_STATUS, &ok);
    if (!ok && *message == NULL) {
        g->GetShaderInfoLog(s, (int)sizeof log, NULL, log);
        *message = mem_print("the OpenGL driver rejected a shader: %s", log);
    }
    return s;
}

static unsigned build(struct gl *g, const char *vertex, const char *first, const char *second, char **message)
{
    unsigned v = compile(g, GL_VERTEX_SHADER, vertex, NULL, message);
    unsigned f = compile(g, GL_FRAGMENT_SHADER, first, second, message);
    unsigned p = g->CreateProgram();
    int ok = 0;
    g->AttachShader(p, v);
    g->AttachShader(p, f);
    g->LinkProgram(p);
    g->GetProgramiv(p, GL_LINK_STATUS, &ok);
    g->DeleteShader(v);
    g->DeleteShader(f);
    if (!ok && *message == NULL)
        *message = mem_text("the OpenGL driver could not link a shader program");
    return p;
}

static void build_programs(struct renderer *r, char **message)
{
    struct gl *g = &r->gl;
    const char *const texts[PROGRAMS][3] = {
        [PROGRAM_SHADE] = {shader_solid_vertex, shader_depth_fragment, NULL},
        [PROGRAM_SURFACE] = {shader_solid_vertex, shader_surface_fragment, NULL},
        [PROGRAM_FLOOR_SURFACE] = {shader_ground_vertex, shader_surface_fragment, NULL},
        [PROGRAM_OCCLUSION] = {shader_screen_vertex, shader_light, shader_occlusion_fragment},
        [PROGRAM_BLUR] = {shader_screen_vertex, shader_blur_fragment, NULL},
        [PROGRAM_SOLID] = {shader_solid_vertex, shader_light, shader_solid_fragment},
        [PROGRAM_FLOOR] = {shader_ground_vertex, shader_floor_fragment, NULL},
        [PROGRAM_FLOOR_DEPTH] = {shader_ground_vertex, shader_depth_fragment, NULL},
        [PROGRAM_SHADOW] = {shader_screen_vertex, shader_light, shader_shadow_fragment},
        [PROGRAM_JOIN] = {shader_screen_vertex, shader_join_fragment, NULL},
        [PROGRAM_JOIN_SAMPLES] = {shader_screen_vertex, shader_join_samples_fragment, NULL},
    };
    for (int i = 0; i < PROGRAMS && *message == NULL; i++)
        r->program[i] = build(g, texts[i][0], texts[i][1], texts[i][2], message);
}

struct renderer *renderer_open(const char *library, char **message)
{
    struct renderer *r = MEM_NEW(struct renderer);
    struct gl *g = &r->gl;
    *message = gl_open(g, library);
    if (*message != NULL || !gl_enter(g)) {
        mem_free(r);
        return NULL;
    }
    g->GetIntegerv(GL_MAX_SAMPLES, &r->most_samples);
    g->GetIntegerv(GL_MAX_TEXTURE_SIZE, &r->most_size);
    g->GenVertexArrays(1, &r->empty);
    batch_open(g, &r->batch);
    build_programs(r, message);
    gl_leave(g);
    if (*message == NULL)
        return r;
    renderer_close(r);
    return NULL;
}

void renderer_close(struct renderer *r)
{
    struct gl *g = &r->gl;
    if (gl_enter(g)) {
        for (int i = 0; i < PROGRAMS; i++)
            g->DeleteProgram(r->program[i]);
        g->DeleteVertexArrays(1, &r->empty);
        targets_drop(g, &r->targets);
        batch_close(g, &r->batch);
        gl_leave(g);
    }
    gl_close(g);
    mem_free(r);
}

/* ---- shared by the passes ---- */

/* Squares of the screen on the GPU. */
struct squares {
    unsigned array, corners;
    int count;
};

struct pass {
    struct renderer *r;
    const struct shot *s;
    struct effort effort;
    unsigned program;
    float matrix[16], sun_matrix[16], sun_texture[16];
    double sun_width, sun_depth;
    struct tiles tiles;
    struct squares bodies, shade;
};

static void set_vec3(struct pass *p, const char *name, vec3 v)
{
    struct gl *g = &p->r->gl;
    g->Uniform3f(g->GetUniformLocation(p->program, name), (float)v.x, (float)v.y, (float)v.z);
}
static void set_float(struct pass *p, const char *name, double x)
{
    struct gl *g = &p->r->gl;
    g->Uniform1f(g->GetUniformLocation(p->program, name), (float)x);
}
static void set_int(struct pass *p, const char *name, int x)
{
    struct gl *g = &p->r->gl;
    g->Uniform1i(g->GetUniformLocation(p->program, name), x);
}
static void set_matrix(struct pass *p, const char *name, const float m[16])
{
    struct gl *g = &p->r->gl;
    g->UniformMatrix4fv(g->GetUniformLocation(p->program, name), 1, 0, m);
}
static void set_texture(struct pass *p, const char *name, int unit, unsigned texture, unsigned sampler)
{
    struct gl *g = &p->r->gl;
    g->ActiveTexture(GL_TEXTURE0 + (unsigned)unit);
    g->BindTexture(GL_TEXTURE_2D, texture);
    g->BindSampler((unsigned)unit, sampler);
    set_int(p, name, unit);
}

static void use(struct pass *p, enum gpu_program which)
{
    p->program = p->r->program[which];
    p->r->gl.UseProgram(p->program);
}

static void begin(struct pass *p, unsigned framebuffer, int width, int height)
{
    p->r->gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    p->r->gl.Viewport(0, 0, width, height);
}

static struct squares upload_squares(struct gl *g, const struct tiles *t, const unsigned char *mask)
{
    struct squares q = {0};
    float *corners;
    q.count = tiles_corners(t, mask, &corners);
    g->GenVertexArrays(1, &q.array);
    g->BindVertexArray(q.array);
    g->GenBuffers(1, &q.corners);
    g->BindBuffer(GL_ARRAY_BUFFER, q.corners);
    g->BufferData(GL_ARRAY_BUFFER, (ptrdiff_t)sizeof(float) * 2 * q.count, corners, GL_STREAM_DRAW);
    g->EnableVertexAttribArray(0);
    g->VertexAttribPointer(0, 2, GL_FLOAT, 0, 0, NULL);
    mem_free(corners);
    return q;
}

static void drop_squares(struct gl *g, struct squares *q)
{
    g->DeleteVertexArrays(1, &q->array);
    g->DeleteBuffers(1, &q->corners);
}

static void draw_squares(struct pass *p, const struct squares *q)
{
    p->r->gl.BindVertexArray(q->array);
    if (q->count > 0)
        p->r->gl.DrawArrays(GL_TRIANGLES, 0, q->count);
}

static vec3 from_middle(const struct pass *p, vec3 at) { return v3_sub(at, p->s->middle); }

/* Orthographic, towards the light: x and y across, z along the rays, to −1 … 1; and to 0 … 1 for texture lookup. */
static void aim_sun(struct pass *p)
{
    const struct shot *s = p->s;
    vec3 z = v3_neg(s->sun), x = v3_perpendicular(s->sun), y = v3_cross(z, x);
    double half = 1.15 * s->radius;
    const vec3 row[3] = {v3_scale(1 / half, x), v3_scale(1 / half, y), v3_scale(1 / (3 * half), z)};
    p->sun_width = 2 * half;
    p->sun_depth = 6 * half; /* the floor may lie far below in the direction of the rays */
    memset(p->sun_matrix, 0, sizeof p->sun_matrix);
    memset(p->sun_texture, 0, sizeof p->sun_texture);
    for (int i = 0; i < 3; i++) {
        const double column[3] = {row[i].x, row[i].y, row[i].z};
        for (int k = 0; k < 3; k++) {
            p->sun_matrix[4 * k + i] = (float)column[k];
            p->sun_texture[4 * k + i] = (float)(0.5 * column[k]);
        }
        p->sun_texture[12 + i] = 0.5f;
    }
    p->sun_matrix[15] = p->sun_texture[15] = 1;
}

/* ---- the passes ---- */

static void draw_shadows(struct pass *p)
{
    struct gl *g = &p->r->gl;
    const struct targets *t = &p->r->targets;
    begin(p, t->shade, t->shade_size, t->shade_size);
    g->Clear(GL_DEPTH_BUFFER_BIT);
    use(p, PROGRAM_SHADE);
    set_matrix(p, "matrix", p->sun_matrix);
    batch_draw(g, &p->r->batch);
}

static void set_floor(struct pass *p, const struct floor *f)
{
    double half = 14 * p->s->radius;
    /* The square is centred under the scene, wherever the plane's own origin is. */
    vec3 n = v3_cross(f->u, f->v), d = v3_sub(f->origin, p->s->middle);
    set_vec3(p, "plane_origin", v3_scale(v3_dot(d, n), n));
    set_vec3(p, "plane_u", v3_scale(half, f->u));
    set_vec3(p, "plane_v", v3_scale(half, f->v));
}

static void draw_floors(struct pass *p)
{
    struct gl *g = &p->r->gl;
    g->BindVertexArray(p->r->empty);
    for (int i = 0; i < p->s->floor_count; i++) {
        const struct floor *f = &p->s->floors[i];
        set_floor(p, f);
        set_vec3(p, "middle_of_grid", from_middle(p, f->origin));
        set_float(p, "tinted", f->tinted ? 0.55 : 0);
        set_vec3(p, "tint", f->color);
        g->DrawArrays(GL_TRIANGLES, 0, 6);
    }
}

static void set_eye(struct pass *p)
{
    const struct camera *c = &p->s->camera;
    set_matrix(p, "matrix", p->matrix);
    set_vec3(p, "eye", from_middle(p, c->eye));
    set_vec3(p, "right", c->right);
    set_vec3(p, "up", c->up);
    set_vec3(p, "forward", c->forward);
}

static void set_tangent(struct pass *p)
{
    struct gl *g = &p->r->gl;
    const struct camera *c = &p->s->camera;
    g->Uniform2f(g->GetUniformLocation(p->program, "tangent"), (float)(c->tangent * c->aspect), (float)c->tangent);
}

static void set_light(struct pass *p)
{
    struct gl *g = &p->r->gl;
    const struct targets *t = &p->r->targets;
    set_eye(p);
    set_vec3(p, "sun", p->s->sun);
    set_vec3(p, "world_up", p->s->view->up);
    set_matrix(p, "sun_matrix", p->sun_texture);
    set_vec3(p, "sun_extent", v3(p->sun_width, p->sun_depth, p->sun_width / (t->shade_size > 0 ? t->shade_size : 1)));
    set_texture(p, "shade", 1, t->shade_map, t->shade_compare);
    set_texture(p, "shade_depth", 2, t->shade_map, t->shade_plain);
    set_texture(p, "occlusion", 3, t->occlusion_map[1], 0);
    g->Uniform2f(g->GetUniformLocation(p->program, "screen"), (float)t->width, (float)t->height);
    set_int(p, "shade_taps", p->effort.shade_taps);
}

static void draw_occlusion(struct pass *p)
{
    struct gl *g = &p->r->gl;
    const struct targets *t = &p->r->targets;
    int w = (t->width + 1) / 2, h = (t->height + 1) / 2;
    begin(p, t->surface, w, h);
    g->ClearColor(0, 0, 0, 0);
    g->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    use(p, PROGRAM_SURFACE);
    set_eye(p);
    set_float(p, "sign_of", 1);
    batch_draw(g, &p->r->batch);
    use(p, PROGRAM_FLOOR_SURFACE);
    set_eye(p);
    set_float(p, "sign_of", -1);
    g->Disable(GL_CULL_FACE);
    draw_floors(p);
    g->Disable(GL_DEPTH_TEST);
    g->ClearColor(1, 0, 1, 0); /* no occlusion where nothing is near */
    begin(p, t->occlusion[1], w, h);
    g->Clear(GL_COLOR_BUFFER_BIT);
    begin(p, t->occlusion[0], w, h);
    g->Clear(GL_COLOR_BUFFER_BIT);
    use(p, PROGRAM_OCCLUSION);
    set_light(p);
    set_texture(p, "surface", 0, t->surface_map, 0);
    set_tangent(p);
    set_float(p, "radius", occlusion_reach * p->s->radius);
    set_int(p, "taps", p->effort.occlusion_taps);
    draw_squares(p, &p->shade);
    begin(p, t->occlusion[1], w, h);
    use(p, PROGRAM_BLUR);
    set_texture(p, "source", 0, t->occlusion_map[0], 0);
    draw_squares(p, &p->shade);
    g->Enable(GL_DEPTH_TEST);
    g->Enable(GL_CULL_FACE);
}

static bool same_floors(const struct pass *p)
{
    const struct renderer *r = p->r;
    const struct shot *s = p->s;
    bool same = r->floor_count == s->floor_count && r->floor_dark == s->dark &&
                r->floor_transparent == s->transparent && memcmp(r->floor_matrix, p->matrix, sizeof p->matrix) == 0;
    for (int i = 0; i < s->floor_count && same; i++) {
        const struct floor *a = &r->floors[i], *b = &s->floors[i];
        const vec3 d[4] = {v3_sub(a->origin, b->origin), v3_sub(a->u, b->u), v3_sub(a->v, b->v),
                           v3_sub(a->color, b->color)};
        for (int k = 0; k < 4; k++)
            same = same && v3_dot(d[k], d[k]) <= 0;
        same = same && a->tinted == b->tinted;
    }
    return same;
}

/* Background and floors as they are without bodies. */
static void draw_empty(struct pass *p)
{
    struct renderer *r = p->r;
    struct gl *g = &r->gl;
    const struct shot *s = p->s;
    const vec3 back = s->background;
    begin(p, r->targets.empty, r->targets.width, r->targets.height);
    if (s->transparent)
        g->ClearColor(0, 0, 0, 0);
    else
        g->ClearColor((float)back.x, (float)back.y, (float)back.z, 1);
    g->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    use(p, PROGRAM_FLOOR);
    set_eye(p);
    set_vec3(p, "line_color", s->dark ? line_dark : line_light);
    set_float(p, "grid", s->grid);
    set_float(p, "reach", floor_reach * s->radius);
    g->Enable(GL_BLEND);
    draw_floors(p);
    g->Disable(GL_BLEND);
    memcpy(r->floor_matrix, p->matrix, sizeof p->matrix);
    memcpy(r->floors, s->floors, sizeof *s->floors * (size_t)s->floor_count);
    r->floor_count = s->floor_count;
    r->floor_dark = s->dark;
    r->floor_transparent = s->transparent;
}

/* Each floor as n and n·x, so that a pixel knows which one it shows. */
static void set_all_floors(struct pass *p)
{
    struct gl *g = &p->r->gl;
    for (int i = 0; i < p->s->floor_count; i++) {
        char name[24];
        const vec3 n = v3_cross(p->s->floors[i].u, p->s->floors[i].v);
        snprintf(name, sizeof name, "floors[%d]", i);
        g->Uniform4f(g->GetUniformLocation(p->program, name), (float)n.x, (float)n.y, (float)n.z,
                     (float)v3_dot(from_middle(p, p->s->floors[i].origin), n));
    }
    set_int(p, "floor_count", p->s->floor_count);
}

/* Shadows on the floors. */
static void draw_floor_shadows(struct pass *p)
{
    struct gl *g = &p->r->gl;
    const struct targets *t = &p->r->targets;
    begin(p, t->plain, t->width, t->height);
    use(p, PROGRAM_SHADOW);
    set_light(p);
    set_tangent(p);
    set_float(p, "reach", floor_reach * p->s->radius);
    set_all_floors(p);
    g->Disable(GL_DEPTH_TEST);
    g->Enable(GL_BLEND);
    for (int i = 0; i < p->s->floor_count; i++) {
        set_floor(p, &p->s->floors[i]);
        set_vec3(p, "plane_normal", v3_cross(p->s->floors[i].u, p->s->floors[i].v));
        set_int(p, "own", i);
        draw_squares(p, &p->shade);
    }
    g->Disable(GL_BLEND);
    g->Enable(GL_DEPTH_TEST);
}

/* Bodies alone, without background; cleared again where a floor is nearer. */
static void draw_bodies(struct pass *p)
{
    struct gl *g = &p->r->gl;
    const struct targets *t = &p->r->targets;
    begin(p, t->samples > 1 ? t->picture : t->bodies, t->width, t->height);
    g->ClearColor(0, 0, 0, 0);
    g->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    use(p, PROGRAM_SOLID);
    set_light(p);
    g->Enable(GL_CULL_FACE);
    batch_draw(g, &p->r->batch);
    g->Disable(GL_CULL_FACE);
    if (!p->tiles.below)
        return;
    use(p, PROGRAM_FLOOR_DEPTH);
    set_eye(p);
    g->Enable(GL_BLEND);
    g->BlendFuncSeparate(GL_NONE, GL_NONE, GL_NONE, GL_NONE);
    draw_floors(p);
    g->BlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    g->Disable(GL_BLEND);
}

static void copy(struct pass *p, unsigned from, unsigned to, unsigned what)
{
    struct gl *g = &p->r->gl;
    const struct targets *t = &p->r->targets;
    g->BindFramebuffer(GL_READ_FRAMEBUFFER, from);
    g->BindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    g->BlitFramebuffer(0, 0, t->width, t->height, 0, 0, t->width, t->height, what, GL_NEAREST);
}

static void join(struct pass *p)
{
    struct gl *g = &p->r->gl;
    const struct targets *t = &p->r->targets;
    begin(p, t->plain, t->width, t->height);
    use(p, t->samples > 1 ? PROGRAM_JOIN_SAMPLES : PROGRAM_JOIN);
    if (t->samples > 1) {
        g->ActiveTexture(GL_TEXTURE0);
        g->BindTexture(GL_TEXTURE_2D_MULTISAMPLE, t->picture_color);
        set_int(p, "source", 0);
        set_int(p, "samples", t->samples);
    } else {
        set_texture(p, "source", 0, t->bodies_color, 0);
    }
    g->Disable(GL_DEPTH_TEST);
    g->Enable(GL_BLEND);
    draw_squares(p, &p->bodies);
    g->Disable(GL_BLEND);
    g->Enable(GL_DEPTH_TEST);
}

static void draw_picture(struct pass *p, bool anew, bool depth)
{
    struct gl *g = &p->r->gl;
    const struct targets *t = &p->r->targets;
    g->Disable(GL_CULL_FACE);
    g->BlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    if (anew || !same_floors(p))
        draw_empty(p);
    copy(p, t->empty, t->plain, GL_COLOR_BUFFER_BIT);
    if (p->effort.shade > 0)
        draw_floor_shadows(p);
    draw_bodies(p);
    if (t->samples > 1 && depth)
        copy(p, t->picture, t->bodies, GL_DEPTH_BUFFER_BIT);
    join(p);
}

/* ---- reading back ---- */

static void make_smaller(struct pass *p)
{
    struct gl *g = &p->r->gl;
    const struct targets *t = &p->r->targets;
    if (t->out != 0) {
        g->BindFramebuffer(GL_READ_FRAMEBUFFER, t->plain);
        g->BindFramebuffer(GL_DRAW_FRAMEBUFFER, t->out);
        g->BlitFramebuffer(0, 0, t->width, t->height, 0, 0, t->out_width, t->out_height, GL_COLOR_BUFFER_BIT,
                           GL_LINEAR);
    }
}

/* GL's rows run upwards. Averaged samples have premultiplied alpha, which is divided out. */
static void read_pixels(struct pass *p, unsigned char *pixels)
{
    struct gl *g = &p->r->gl;
    const struct targets *t = &p->r->targets;
    size_t row = 4 * (size_t)t->out_width;
    unsigned char *spare = mem_new(row);
    g->BindFramebuffer(GL_READ_FRAMEBUFFER, t->out != 0 ? t->out : t->plain);
    g->PixelStorei(GL_PACK_ALIGNMENT, 1);
    g->ReadPixels(0, 0, t->out_width, t->out_height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (int y = 0; y < t->out_height / 2; y++) {
        unsigned char *top = pixels + row * (size_t)y, *bottom = pixels + row * (size_t)(t->out_height - 1 - y);
        memcpy(spare, top, row);
        memcpy(top, bottom, row);
        memcpy(bottom, spare, row);
    }
    mem_free(spare);
    if (!p->s->transparent)
        return;
    for (size_t i = 0; i < row * (size_t)t->out_height; i += 4)
        for (int k = 0; k < 3 && pixels[i + 3] > 0 && pixels[i + 3] < 255; k++) {
            int c = (pixels[i + (size_t)k] * 255 + pixels[i + 3] / 2) / pixels[i + 3];
            pixels[i + (size_t)k] = (unsigned char)(c < 255 ? c : 255);
        }
}

static void read_depth(struct pass *p, float *depth)
{
    struct gl *g = &p->r->gl;
    const struct targets *t = &p->r->targets;
    float *all = MEM_ARRAY(float, (size_t)t->width *(size_t)t->height);
    int step = t->width / t->out_width;
    g->BindFramebuffer(GL_READ_FRAMEBUFFER, t->bodies);
    g->ReadPixels(0, 0, t->width, t->height, GL_DEPTH_COMPONENT, GL_FLOAT, all);
    for (int y = 0; y < t->out_height; y++)
        for (int x = 0; x < t->out_width; x++) {
            double z = (double)all[(size_t)(t->height - 1 - step * y) * (size_t)t->width + (size_t)(step * x)];
            depth[(size_t)y * (size_t)t->out_width + (size_t)x] =
                z < 1 ? (float)camera_distance(&p->s->camera, z) : HUGE_VALF;
        }
    mem_free(all);
}

char *renderer_draw(struct renderer *r, const struct shot *s, unsigned char *pixels, float *depth)
{
    struct gl *g = &r->gl;
    struct pass p = {.r = r, .s = s, .effort = effort_of(s->quality)};
    int w = s->camera.width, h = s->camera.height, longer = w > h ? w : h;
    /* Large pictures are not supersampled: it would not be visible, and memory grows with the square. */
    if (longer > r->most_size)
        return mem_print("this OpenGL driver draws at most %d pixels per side", r->most_size);
    while (p.effort.shrink > 1 && (longer * p.effort.shrink > r->most_size || (double)w * h > 3e6))
        p.effort.shrink--;
    if (p.effort.samples > r->most_samples)
        p.effort.samples = r->most_samples;
    if ((double)w * h > 2e7) /* samples would take gigabytes */
        p.effort.samples = 1;
    struct target_sizes sizes = {w, h, p.effort.shrink, p.effort.samples, p.effort.shade};
    if (!gl_enter(g))
        return mem_text("the OpenGL driver does not answer");
    char *message = NULL;
    bool anew;
    if (!targets_fit(g, &r->targets, &sizes, &anew)) {
        message = mem_print("the OpenGL driver has no memory for a picture of %d × %d pixels", w, h);
    } else {
        g->Enable(GL_DEPTH_TEST);
        g->Enable(GL_CULL_FACE);
        g->DepthFunc(GL_LEQUAL);
        batch_fill(g, &r->batch, s);
        camera_matrix(&s->camera, s->middle, p.matrix);
        aim_sun(&p);
        tiles_find(&p.tiles, s, r->targets.width, r->targets.height, occlusion_reach * s->radius);
        p.bodies = upload_squares(g, &p.tiles, p.tiles.bodies);
        p.shade = upload_squares(g, &p.tiles, p.tiles.shade);
        if (p.effort.shade > 0) {
            draw_shadows(&p);
            draw_occlusion(&p);
        }
        draw_picture(&p, anew, depth != NULL);
        make_smaller(&p);
        read_pixels(&p, pixels);
        if (depth != NULL)
            read_depth(&p, depth);
        drop_squares(g, &p.bodies);
        drop_squares(g, &p.shade);
        tiles_free(&p.tiles);
        if (g->GetError() != 0)
            message = mem_text("the OpenGL driver reported an error while drawing");
    }
    gl_leave(g);
    return message;
}
