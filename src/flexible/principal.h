/* principal.h: principal axes of symmetric 3×3 matrices and of deformation gradients. */
#ifndef FLEXIBLE_PRINCIPAL_H
#define FLEXIBLE_PRINCIPAL_H

/* Eigenvalues of a symmetric matrix (00 11 22 01 02 12) by Jacobi's rotations; `vector`: its columns are the
 * eigenvectors, a rotation. */
void principal_axes(const double matrix[6], double value[3], double vector[3][3]);
/* The eigenvalues alone, to about 1e-6 of the largest. */
void principal_values(const double matrix[6], double value[3]);
/* F = U diag(stretch) Vᵀ with rotations U and V (columns): the first two stretches are not negative, the third is where
 * det F is, and none has a larger magnitude than those before it. f[i]: column i of F. */
void principal_stretches(const double f[3][3], double stretch[3], double u[3][3], double v[3][3]);

#endif
