/* targets.c: makes and drops framebuffers. */
#include <string.h>

#include "picture/targets.h"

static unsigned texture(struct gl *g, int format, unsigned layout, unsigned type, int w, int h)
{
    unsigned t;
    g->GenTextures(1, &t);
    g->BindTexture(GL_TEXTURE_2D, t);
    g->TexImage2D(GL_TEXTURE_2D, 0, format, w, h, 0, layout, type, NULL);
    g->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    g->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    g->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    g->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return t;
}

static bool framebuffer(struct gl *g, unsigned *f, unsigned color, unsigned depth)
{
    g->GenFramebuffers(1, f);
    g->BindFramebuffer(GL_FRAMEBUFFER, *f);
    if (color != 0)
        g->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color, 0);
    if (depth != 0)
        g->FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth, 0);
    g->DrawBuffer(color != 0 ? GL_COLOR_ATTACHMENT0 : GL_NONE);
    g->ReadBuffer(color != 0 ? GL_COLOR_ATTACHMENT0 : GL_NONE);
    return g->CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static bool multisampled(struct gl *g, struct targets *t)
{
    g->GenTextures(1, &t->picture_color);
    g->BindTexture(GL_TEXTURE_2D_MULTISAMPLE, t->picture_color);
    g->TexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, t->samples, GL_RGBA8, t->width, t->height, 1);
    g->GenTextures(1, &t->picture_depth);
    g->BindTexture(GL_TEXTURE_2D_MULTISAMPLE, t->picture_depth);
    g->TexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, t->samples, GL_DEPTH_COMPONENT24, t->width, t->height, 1);
    g->GenFramebuffers(1, &t->picture);
    g->BindFramebuffer(GL_FRAMEBUFFER, t->picture);
    g->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D_MULTISAMPLE, t->picture_color, 0);
    g->FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D_MULTISAMPLE, t->picture_depth, 0);
    return g->CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

/* The shadow map is read in two ways at once: compared (and smoothed), and as plain depth. */
static bool shading(struct gl *g, struct targets *t)
{
    int w = (t->width + 1) / 2, h = (t->height + 1) / 2;
    t->shade_map = texture(g, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, t->shade_size, t->shade_size);
    bool ok = framebuffer(g, &t->shade, 0, t->shade_map);
    g->GenSamplers(1, &t->shade_compare);
    g->SamplerParameteri(t->shade_compare, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    g->SamplerParameteri(t->shade_compare, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    g->SamplerParameteri(t->shade_compare, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    g->SamplerParameteri(t->shade_compare, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    g->GenSamplers(1, &t->shade_plain);
    g->SamplerParameteri(t->shade_plain, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    g->SamplerParameteri(t->shade_plain, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    unsigned both[2] = {t->shade_compare, t->shade_plain};
    for (int i = 0; i < 2; i++) {
        g->SamplerParameteri(both[i], GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        g->SamplerParameteri(both[i], GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    }
    t->surface_map = texture(g, GL_RGBA32F, GL_RGBA, GL_FLOAT, w, h);
    t->surface_depth = texture(g, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, w, h);
    ok &= framebuffer(g, &t->surface, t->surface_map, t->surface_depth);
    for (int i = 0; i < 2; i++) {
        t->occlusion_map[i] = texture(g, GL_RGBA16F, GL_RGBA, GL_FLOAT, w, h);
        ok &= framebuffer(g, &t->occlusion[i], t->occlusion_map[i], 0);
    }
    return ok;
}

bool targets_fit(struct gl *g, struct targets *t, const struct target_sizes *s, bool *anew)
{
    *anew = false;
    if (t->plain != 0 && t->out_width == s->width && t->out_height == s->height && t->samples == s->samples &&
        t->width == s->width * s->shrink && t->shade_size == s->shade)
        return true;
    *anew = true;
    targets_drop(g, t);
    t->out_width = s->width;
    t->out_height = s->height;
    t->width = s->width * s->shrink;
    t->height = s->height * s->shrink;
    t->samples = s->samples;
    t->shade_size = s->shade;
    t->plain_color = texture(g, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, t->width, t->height);
    t->plain_depth = texture(g, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, t->width, t->height);
    bool ok = framebuffer(g, &t->plain, t->plain_color, t->plain_depth);
    t->empty_color = texture(g, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, t->width, t->height);
    t->empty_depth = texture(g, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, t->width, t->height);
    ok &= framebuffer(g, &t->empty, t->empty_color, t->empty_depth);
    t->bodies_color = texture(g, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, t->width, t->height);
    t->bodies_depth = texture(g, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, t->width, t->height);
    ok &= framebuffer(g, &t->bodies, t->bodies_color, t->bodies_depth);
    if (s->shrink > 1) {
        t->out_color = texture(g, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, s->width, s->height);
        ok &= framebuffer(g, &t->out, t->out_color, 0);
    }
    if (t->samples > 1)
        ok &= multisampled(g, t);
    if (t->shade_size > 0)
        ok &= shading(g, t);
    if (!ok)
        targets_drop(g, t);
    return ok;
}

void targets_drop(struct gl *g, struct targets *t)
{
    const unsigned textures[] = {t->picture_color,    t->picture_depth,   t->plain_color,  t->plain_depth,
                                 t->empty_color,      t->empty_depth,     t->bodies_color, t->bodies_depth,
                                 t->out_color,        t->shade_map,       t->surface_map,  t->surface_depth,
                                 t->occlusion_map[0], t->occlusion_map[1]};
    const unsigned framebuffers[] = {t->picture, t->bodies,  t->empty,        t->plain,       t->out,
                                     t->shade,   t->surface, t->occlusion[0], t->occlusion[1]};
    const unsigned samplers[] = {t->shade_compare, t->shade_plain};
    /* GL ignores zeros among them. */
    g->DeleteFramebuffers((int)(sizeof framebuffers / sizeof *framebuffers), framebuffers);
    g->DeleteTextures((int)(sizeof textures / sizeof *textures), textures);
    g->DeleteSamplers((int)(sizeof samplers / sizeof *samplers), samplers);
    memset(t, 0, sizeof *t);
}
