/* list.h: every force kind, one line each; the order is that of `tenon kinds`. */
KIND(gravity)
KIND(spring)
KIND(torsion)
KIND(drag)
KIND(push)
KIND(turn)
KIND(minimize)
