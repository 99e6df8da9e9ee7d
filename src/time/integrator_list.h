/* integrator_list.h: every integrator, one line each, in the order of tn_integrator and of lists. */
KIND(adams)
KIND(gear)
KIND(rk4)
KIND(euler)
KIND(implicit)
KIND(verlet)
KIND(nystrom)
