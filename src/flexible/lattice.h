/* lattice.h: a flexible model: a lattice of hexahedral elements with point masses at its nodes (method §4).
 *
 * The state lies with the caller in flat arrays: positions 3 n, velocities 3 n, and for each element a multiplier
 * (incompressible) and a state of flow (moldable). A lattice itself is constant once made: its elements, their masses,
 * and how the loop over them is divided.
 *
 * Cells are numbered with i fastest, then j, then k; a lattice may have only some of the cells of its box. Nodes and
 * elements that there are follow one another in that order, so that the elements of a row of cells, and their nodes in
 * each of the four rows around it, are contiguous. Such a run is what the loop works on, several elements at a time.
 *
 * Layers of k form chunks, independently of the number of threads. A chunk is computed by one thread in a fixed order.
 * The plane of nodes between two chunks is added up at the end. So the result is the same for any number of threads.
 */
#ifndef FLEXIBLE_LATTICE_H
#define FLEXIBLE_LATTICE_H

#include "base/counted.h"
#include "base/threads.h"
#include "flexible/element.h"

/* Runs are no longer than this, so that their numbers stay in the nearest cache; short ones go through the loop several
 * at a time, one behind the other, in a tile of so many nodes. */
enum { LATTICE_RUN = 48, LATTICE_TILE = LATTICE_RUN + 1 };

/* A row of elements, and where its nodes begin: at (j, k), (j+1, k), (j, k+1), (j+1, k+1). */
struct lattice_run {
    int count, element;
    int node[4];
};

struct lattice {
    struct counted users;
    int cells[3];
    double length[3]; /* of a cell, m */
    vec3 corner;      /* of the box, in the object's frame: node (0, 0, 0) if there is one */
    int nodes, elements;
    int *node_at;         /* by grid point, i fastest; -1: none */
    int *element_at;      /* by cell; -1: none */
    double *fill;         /* by element: the part of the cell that is material */
    double *mass;         /* by node, kg */
    double *inverse_mass; /* by node */
    double total_mass;
    double *rest; /* 3 n: where nodes are at rest, in the object's frame */
    struct lattice_run *run;
    int runs;
    int tiles;
    int *tile_run; /* by tile: first run; one more ends the list */
    int chunks;
    int *chunk_tile; /* by chunk: first tile; one more ends the list */
    int *chunk_node; /* by chunk: first node of its own; one more ends the list */
    int *
        chunk_spare; /* by chunk: where the plane that it shares with the next begins in lattice_room.spare, in nodes */
    struct element_constants constants;
    double density;
};

/* Which cells there are and how much of each is material: fill[cell] in 0 … 1, 0: none; NULL: all, whole. Cells with
 * little material count as an eighth full at least, or they would weigh too little for what they hold. NULL if no cell
 * has any. The caller frees. */
struct lattice *lattice_new(const int cells[3], const double length[3], vec3 corner, const double *fill,
                            const struct material *m);
struct lattice *lattice_again(struct lattice *l); /* used once more */
void lattice_free(struct lattice *l);             /* NULL is allowed */
/* Sets its total mass. To be called before anything else is done with it. */
void lattice_set_mass(struct lattice *l, double mass);
/* Another material in the same lattice; its masses stay. */
void lattice_set_material(struct lattice *l, const struct material *m);

/* The node of a grid point, -1 if there is none. */
int lattice_node(const struct lattice *l, int i, int j, int k);
/* The corners of an element, by bits. */
void lattice_corners(const struct lattice *l, int element, int node[8]);
/* A point of the rest shape as a weighted sum of eight nodes, and the gradients of the weights by the point (may be
 * NULL). Returns the element that holds it, or the nearest. */
int lattice_embed(const struct lattice *l, vec3 at, int node[8], double weight[8], vec3 gradient[8]);

/* The same point, and a frame of the material there: the gradients are those of the linear field that best fits the nodes of
 * all elements around the node nearest to the point, which count the less the farther they are. So a frame that is attached at
 * a node does not prefer one of the elements there. Returns how many nodes. */
enum { LATTICE_AROUND = 27 };
int lattice_embed_frame(const struct lattice *l, vec3 at, int node[LATTICE_AROUND], double weight[LATTICE_AROUND],
                        vec3 gradient[LATTICE_AROUND]);

/* Room that the loop over elements needs: forces on planes between chunks, 3 · lattice_spare_nodes, and a number a chunk. */
struct lattice_room {
    double *spare, *loss;
};
int lattice_spare_nodes(const struct lattice *l);

/* What forces depend on, and what they give. Arrays of things that the material lacks may be NULL. */
struct lattice_state {
    const double *q, *v;
    const double *lambda; /* by element */
    const double *metric; /* B: six runs of one number an element: 00 11 22 01 02 12 */
    double *force;        /* 3 n; set, not added to */
    double *lambda_rate, *metric_rate;
    struct lattice_room room;
};
/* Elastic, viscous and volume forces. Returns the power that is lost to viscosity, flow and multipliers, W. */
double lattice_forces(const struct lattice *l, const struct lattice_state *s, struct threads *threads);
/* The same with the plainest code for this machine, for tests; wide: 1, 2, 4 or 8 elements at a time. */
double lattice_forces_wide(const struct lattice *l, const struct lattice_state *s, struct threads *threads, int wide);

double lattice_energy(const struct lattice *l, const double *q, const double *metric);
/* The sum of the true volumes of the elements, each times its fill. */
double lattice_volume(const struct lattice *l, const double *q);
/* The smallest true volume of an element, as a part of its rest volume: negative where one is inside out. */
double lattice_smallest(const struct lattice *l, const double *q);
/* Bounds for frequency² and damping rate over all elements, at the present shape. */
void lattice_rates(const struct lattice *l, const double *q, const double *metric, double *square, double *damping);
/* The same for a whole element at rest. */
void lattice_rest_rates(const struct lattice *l, double *square, double *damping);
/* How fast the elements are deformed by velocities v of the nodes: the largest change of an edge by its length, 1/s. */
double lattice_change(const struct lattice *l, const double *v);
/* B of moldable elements at the start: the identity. */
void lattice_rest_metric(const struct lattice *l, double *metric);

/* Centre of mass, velocity, best-fit rotation from rest, and angular velocity that carries the same angular momentum. */
struct lattice_frame {
    vec3 center, velocity, spin;
    quat orientation; /* continued from what it was before */
};
void lattice_frame(const struct lattice *l, const double *q, const double *v, struct lattice_frame *frame);

/* The outside of the lattice: quadrilaterals of nodes, counter-clockwise seen from outside. Returns how many; 4 node
 * numbers for each in *quad, which the caller frees. */
int lattice_surface(const struct lattice *l, int **quad);

#endif
