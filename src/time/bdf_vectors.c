/* bdf_vectors.c: see bdf_vectors.h. They are serial vectors of SUNDIALS with other functions to copy and to destroy them. */
#include "time/bdf_vectors.h"

#include "base/memory.h"

/* The content of a serial vector comes first: SUNDIALS sees no more. */
struct kept_vector {
    struct _N_VectorContent_Serial serial;
    struct kept_vectors *all;
    struct kept_vector *next, *before;
    N_Vector vector;
};

static struct kept_vector *kept(N_Vector v) { return v->content; }

static void destroy(N_Vector v)
{
    if (v == NULL)
        return;
    struct kept_vector *k = kept(v);
    if (k->before != NULL)
        k->before->next = k->next;
    else
        k->all->first = k->next;
    if (k->next != NULL)
        k->next->before = k->before;
    if (k->serial.own_data)
        mem_free(k->serial.data);
    mem_free(k);
    v->content = NULL;
    N_VFreeEmpty(v);
}

static N_Vector clone_empty(N_Vector v);
static N_Vector clone(N_Vector v)
{
    N_Vector copy = clone_empty(v);
    if (copy == NULL)
        return NULL;
    kept(copy)->serial.data = MEM_ARRAY(double, NV_LENGTH_S(v));
    kept(copy)->serial.own_data = SUNTRUE;
    return copy;
}

/* A vector without numbers, with the functions of `like`. */
static N_Vector make(struct kept_vectors *all, N_Vector like, sunindextype length)
{
    struct kept_vector *k = MEM_NEW(struct kept_vector); /* first: it may end the call (base/guard.h) */
    N_Vector v = N_VNewEmpty(like->sunctx);
    if (v == NULL || N_VCopyOps(like, v) != 0) {
        if (v != NULL)
            N_VFreeEmpty(v);
        mem_free(k);
        return NULL;
    }
    v->ops->nvclone = clone;
    v->ops->nvcloneempty = clone_empty;
    v->ops->nvdestroy = destroy;
    k->serial.length = length;
    k->serial.own_data = SUNFALSE;
    k->all = all;
    k->next = all->first;
    k->vector = v;
    if (all->first != NULL)
        all->first->before = k;
    all->first = k;
    v->content = k;
    return v;
}

static N_Vector clone_empty(N_Vector v) { return make(kept(v)->all, v, NV_LENGTH_S(v)); }

N_Vector vector_new(struct kept_vectors *all, int length, SUNContext context)
{
    N_Vector plain = N_VNewEmpty_Serial(length, context);
    N_Vector empty = plain != NULL ? make(all, plain, length) : NULL, v = empty != NULL ? clone(empty) : NULL;
    if (plain != NULL)
        N_VDestroy(plain);
    if (empty != NULL)
        destroy(empty);
    return v;
}

void vectors_free(struct kept_vectors *all)
{
    while (all->first != NULL)
        destroy(all->first->vector);
}
