/* image.c: see image.h. */
#include "object/image.h"

#include <math.h>

#include "base/memory.h"

void image_free(struct image *m)
{
    if (m == NULL)
        return;
    mem_free(m->gray);
    mem_free(m);
}

struct image *image_new(int width, int height, const unsigned char *gray)
{
    struct image *m = MEM_NEW(struct image);
    m->width = width;
    m->height = height;
    m->gray = MEM_ARRAY(double, (size_t)width *(size_t)height);
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++)
        m->gray[i] = gray[i] / 255.0;
    return m;
}

/* ---- edges ---- */

static int within(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

/* One direction of the blur: rows (stride 1) or columns. */
static void blur_lines(const double *from, double *to, int lines, int length, int line_stride, int stride,
                       const double *weight, int reach)
{
    for (int l = 0; l < lines; l++)
        for (int i = 0; i < length; i++) {
            double sum = 0;
            for (int k = -reach; k <= reach; k++)
                sum += weight[k < 0 ? -k : k] * from[l * line_stride + within(i + k, length) * stride];
            to[l * line_stride + i * stride] = sum;
        }
}

static void smooth(struct image *m, double width, double *work)
{
    const int reach = (int)ceil(4 * width);
    double *weight = MEM_ARRAY(double, reach + 1), sum = 0;
    for (int k = 0; k <= reach; k++) {
        weight[k] = width > 0 ? exp(-0.5 * k * k / (width * width)) : 1;
        sum += k == 0 ? weight[k] : 2 * weight[k];
    }
    for (int k = 0; k <= reach; k++)
        weight[k] /= sum;
    blur_lines(m->gray, work, m->height, m->width, m->width, 1, weight, reach);
    blur_lines(work, m->gray, m->width, m->height, 1, m->width, weight, reach);
    mem_free(weight);
}

void image_edges(struct image *m, double blur)
{
    const int w = m->width, h = m->height;
    double *edge = MEM_ARRAY(double, (size_t)w *(size_t)h), most = 0;
    smooth(m, blur, edge);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double dx = (m->gray[y * w + within(x + 1, w)] - m->gray[y * w + within(x - 1, w)]) / 2;
            double dy = (m->gray[within(y + 1, h) * w + x] - m->gray[within(y - 1, h) * w + x]) / 2;
            edge[y * w + x] = hypot(dx, dy);
            most = fmax(most, edge[y * w + x]);
        }
    for (int i = 0; i < w * h; i++)
        m->gray[i] = most > 0 ? edge[i] / most : 0;
    mem_free(edge);
}

/* The four weights of a uniform cubic B-spline at t in its piece, and their slopes. */
static void spline_weights(double t, double b[4], double d[4])
{
    const double s = 1 - t;
    b[0] = s * s * s / 6;
    b[1] = (3 * t * t * t - 6 * t * t + 4) / 6;
    b[2] = (3 * s * s * s - 6 * s * s + 4) / 6;
    b[3] = t * t * t / 6;
    d[0] = -s * s / 2;
    d[1] = (3 * t * t - 4 * t) / 2;
    d[2] = -(3 * s * s - 4 * s) / 2;
    d[3] = t * t / 2;
}

double image_at(const struct image *m, double x, double y, double gradient[2])
{
    gradient[0] = gradient[1] = 0;
    if (!(x > -3 && y > -3 && x < m->width + 2 && y < m->height + 2))
        return 0;
    const int i = (int)floor(x), j = (int)floor(y);
    double bx[4], by[4], dx[4], dy[4], sum = 0;
    spline_weights(x - i, bx, dx);
    spline_weights(y - j, by, dy);
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++) {
            int px = i + c - 1, py = j + r - 1;
            if (px < 0 || py < 0 || px >= m->width || py >= m->height)
                continue;
            double g = m->gray[py * m->width + px];
            sum += by[r] * bx[c] * g;
            gradient[0] += by[r] * dx[c] * g;
            gradient[1] += dy[r] * bx[c] * g;
        }
    return sum;
}
