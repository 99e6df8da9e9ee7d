/* gl.h: OpenGL without a display: EGL is loaded when it is needed, and its functions with it.
 *
 * Nothing of GL is linked and no GL header is needed: the few types, numbers and
 * functions that the renderer uses are declared here, as the OpenGL 3.3 core
 * specification has them.
 */
#ifndef PICTURE_GL_H
#define PICTURE_GL_H

#include <stdbool.h>
#include <stddef.h>

enum {
    GL_COLOR_BUFFER_BIT = 0x4000,
    GL_DEPTH_BUFFER_BIT = 0x100,
    GL_TRIANGLES = 4,
    GL_NONE = 0,
    GL_LESS = 0x201,
    GL_LEQUAL = 0x203,
    GL_CULL_FACE = 0xB44,
    GL_TEXTURE_2D_MULTISAMPLE = 0x9100,
    GL_DEPTH_TEST = 0xB71,
    GL_BLEND = 0xBE2,
    GL_POLYGON_OFFSET_FILL = 0x8037,
    GL_MULTISAMPLE = 0x809D,
    GL_FRONT = 0x404,
    GL_BACK = 0x405,
    GL_SRC_ALPHA = 0x302,
    GL_ONE_MINUS_SRC_ALPHA = 0x303,
    GL_ONE = 1,
    GL_UNSIGNED_BYTE = 0x1401,
    GL_UNSIGNED_INT = 0x1405,
    GL_FLOAT = 0x1406,
    GL_RED = 0x1903,
    GL_RGB = 0x1907,
    GL_RGBA = 0x1908,
    GL_DEPTH_COMPONENT = 0x1902,
    GL_RG = 0x8227,
    GL_RGBA8 = 0x8058,
    GL_RGBA16F = 0x881A,
    GL_RGBA32F = 0x8814,
    GL_RG16F = 0x822F,
    GL_RG32F = 0x8230,
    GL_DEPTH_COMPONENT24 = 0x81A6,
    GL_DEPTH_COMPONENT32F = 0x8CAC,
    GL_TEXTURE_2D = 0xDE1,
    GL_TEXTURE0 = 0x84C0,
    GL_TEXTURE_MAG_FILTER = 0x2800,
    GL_TEXTURE_MIN_FILTER = 0x2801,
    GL_TEXTURE_WRAP_S = 0x2802,
    GL_TEXTURE_WRAP_T = 0x2803,
    GL_NEAREST = 0x2600,
    GL_LINEAR = 0x2601,
    GL_CLAMP_TO_EDGE = 0x812F,
    GL_TEXTURE_COMPARE_MODE = 0x884C,
    GL_TEXTURE_COMPARE_FUNC = 0x884D,
    GL_COMPARE_REF_TO_TEXTURE = 0x884E,
    GL_ARRAY_BUFFER = 0x8892,
    GL_ELEMENT_ARRAY_BUFFER = 0x8893,
    GL_STATIC_DRAW = 0x88E4,
    GL_STREAM_DRAW = 0x88E0,
    GL_FRAGMENT_SHADER = 0x8B30,
    GL_VERTEX_SHADER = 0x8B31,
    GL_COMPILE_STATUS = 0x8B81,
    GL_LINK_STATUS = 0x8B82,
    GL_FRAMEBUFFER = 0x8D40,
    GL_READ_FRAMEBUFFER = 0x8CA8,
    GL_DRAW_FRAMEBUFFER = 0x8CA9,
    GL_COLOR_ATTACHMENT0 = 0x8CE0,
    GL_DEPTH_ATTACHMENT = 0x8D00,
    GL_FRAMEBUFFER_COMPLETE = 0x8CD5,
    GL_PACK_ALIGNMENT = 0xD05,
    GL_MAX_SAMPLES = 0x8D57,
    GL_MAX_TEXTURE_SIZE = 0xD33,
    GL_MAX_RENDERBUFFER_SIZE = 0x84E8,
    GL_RENDERER = 0x1F01
};

/* Every function: result, name, parameters. */
#define GL_FUNCTIONS(F)                                                                                                \
    F(void, Viewport, (int x, int y, int w, int h))                                                                    \
    F(void, Clear, (unsigned mask))                                                                                    \
    F(void, ClearColor, (float r, float g, float b, float a))                                                          \
    F(void, Enable, (unsigned what))                                                                                   \
    F(void, Disable, (unsigned what))                                                                                  \
    F(void, DepthFunc, (unsigned how))                                                                                 \
    F(void, DepthMask, (unsigned char on))                                                                             \
    F(void, ColorMask, (unsigned char r, unsigned char g, unsigned char b, unsigned char a))                           \
    F(void, CullFace, (unsigned side))                                                                                 \
    F(void, PolygonOffset, (float factor, float units))                                                                \
    F(void, BlendFuncSeparate, (unsigned s, unsigned d, unsigned sa, unsigned da))                                     \
    F(void, PixelStorei, (unsigned what, int value))                                                                   \
    F(void, ReadPixels, (int x, int y, int w, int h, unsigned format, unsigned type, void *to))                        \
    F(void, GetIntegerv, (unsigned what, int *to))                                                                     \
    F(const unsigned char *, GetString, (unsigned what))                                                               \
    F(unsigned, GetError, (void))                                                                                      \
    F(void, GenTextures, (int n, unsigned *to))                                                                        \
    F(void, DeleteTextures, (int n, const unsigned *t))                                                                \
    F(void, BindTexture, (unsigned target, unsigned t))                                                                \
    F(void, ActiveTexture, (unsigned unit))                                                                            \
    F(void, TexParameteri, (unsigned target, unsigned what, int value))                                                \
    F(void, TexImage2D,                                                                                                \
      (unsigned target, int level, int internal, int w, int h, int border, unsigned format, unsigned type,             \
       const void *data))                                                                                              \
    F(void, TexImage2DMultisample,                                                                                     \
      (unsigned target, int samples, unsigned internal, int w, int h, unsigned char fixed))                            \
    F(void, GenSamplers, (int n, unsigned *to))                                                                        \
    F(void, DeleteSamplers, (int n, const unsigned *s))                                                                \
    F(void, BindSampler, (unsigned unit, unsigned s))                                                                  \
    F(void, SamplerParameteri, (unsigned s, unsigned what, int value))                                                 \
    F(void, GenBuffers, (int n, unsigned *to))                                                                         \
    F(void, DeleteBuffers, (int n, const unsigned *b))                                                                 \
    F(void, BindBuffer, (unsigned target, unsigned b))                                                                 \
    F(void, BufferData, (unsigned target, ptrdiff_t size, const void *data, unsigned usage))                           \
    F(void, GenVertexArrays, (int n, unsigned *to))                                                                    \
    F(void, DeleteVertexArrays, (int n, const unsigned *v))                                                            \
    F(void, BindVertexArray, (unsigned v))                                                                             \
    F(void, EnableVertexAttribArray, (unsigned i))                                                                     \
    F(void, VertexAttribPointer,                                                                                       \
      (unsigned i, int size, unsigned type, unsigned char normalized, int stride, const void *at))                     \
    F(void, VertexAttribDivisor, (unsigned i, unsigned divisor))                                                       \
    F(void, DrawArrays, (unsigned mode, int first, int count))                                                         \
    F(void, DrawElementsInstanced, (unsigned mode, int count, unsigned type, const void *at, int instances))           \
    F(unsigned, CreateShader, (unsigned type))                                                                         \
    F(void, DeleteShader, (unsigned s))                                                                                \
    F(void, ShaderSource, (unsigned s, int n, const char *const *text, const int *length))                             \
    F(void, CompileShader, (unsigned s))                                                                               \
    F(void, GetShaderiv, (unsigned s, unsigned what, int *to))                                                         \
    F(void, GetShaderInfoLog, (unsigned s, int room, int *length, char *to))                                           \
    F(unsigned, CreateProgram, (void))                                                                                 \
    F(void, DeleteProgram, (unsigned p))                                                                               \
    F(void, AttachShader, (unsigned p, unsigned s))                                                                    \
    F(void, LinkProgram, (unsigned p))                                                                                 \
    F(void, GetProgramiv, (unsigned p, unsigned what, int *to))                                                        \
    F(void, GetProgramInfoLog, (unsigned p, int room, int *length, char *to))                                          \
    F(void, UseProgram, (unsigned p))                                                                                  \
    F(int, GetUniformLocation, (unsigned p, const char *name))                                                         \
    F(void, Uniform1i, (int u, int x))                                                                                 \
    F(void, Uniform1f, (int u, float x))                                                                               \
    F(void, Uniform2f, (int u, float x, float y))                                                                      \
    F(void, Uniform3f, (int u, float x, float y, float z))                                                             \
    F(void, Uniform4f, (int u, float x, float y, float z, float w))                                                    \
    F(void, UniformMatrix4fv, (int u, int n, unsigned char transpose, const float *m))                                 \
    F(void, GenFramebuffers, (int n, unsigned *to))                                                                    \
    F(void, DeleteFramebuffers, (int n, const unsigned *f))                                                            \
    F(void, BindFramebuffer, (unsigned target, unsigned f))                                                            \
    F(void, FramebufferTexture2D, (unsigned target, unsigned attachment, unsigned kind, unsigned t, int level))        \
    F(unsigned, CheckFramebufferStatus, (unsigned target))                                                             \
    F(void, DrawBuffer, (unsigned which))                                                                              \
    F(void, ReadBuffer, (unsigned which))                                                                              \
    F(void, BlitFramebuffer,                                                                                           \
      (int x0, int y0, int x1, int y1, int u0, int v0, int u1, int v1, unsigned mask, unsigned filter))

#define GL_POINTER(result, name, parameters) result(*name) parameters;

struct gl {
    void *library;
    void *display, *context;
    void *(*address)(const char *name);
    unsigned (*make_current)(void *display, void *draw, void *read, void *context);
    void *(*current_context)(void);
    void *(*current_display)(void);
    void *(*current_surface)(int which);
    unsigned (*destroy_context)(void *display, void *context);
    /* the context that was current before gl_enter */
    void *other_display, *other_context, *other_draw, *other_read;
    GL_FUNCTIONS(GL_POINTER)
};

/* Loads the library (NULL: libEGL.so.1) and makes a context. NULL, or a sentence why there is none (mem_free it). */
char *gl_open(struct gl *g, const char *library);
void gl_close(struct gl *g);
/* Makes the context current in this thread, and restores the one that was current before. */
bool gl_enter(struct gl *g);
void gl_leave(struct gl *g);

#endif
