"""A force written in Python: a magnet that pulls a ball on a wire, with its potential energy."""
import tenon

w = tenon.World()
ball = w.add("particle", 0.2, position=(0.5, 0, 0), velocity=(0, 0.3, 0), name="ball")
w.keep("ball.center.z = 0", name="table")


def energy(at: tenon.Signal) -> float:
    """Of a magnet below the table, J."""
    return -0.05 / (at.position - (0, 0, -0.1)).norm()


w.force_function(None, ball.center, potential=energy, name="magnet")
start = sum(w.measure()[:2])
log = w.run(until=3, probes={"r": "norm(ball.center)"})
end = sum(w.measure()[:2])
print(f"the ball comes as near as {min(log['r']):.3f} m; the energy changed by {abs(end - start):.1e} J")
assert abs(end - start) < 1e-6
