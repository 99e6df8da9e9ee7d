"""A double pendulum that assembles itself: two rods and a nail, scattered in the air. Prints the gap and the loads."""
import tenon

w = tenon.World()
w.gravity = 9.81
upper = w.add("rod", 1, 0.04, position=(1.2, 0.4, 1), name="upper")
lower = w.add("rod", 1, 0.04, position=(-0.8, 0, 0.5), name="lower")
hanging = w.connect(upper.end1, (0, 0, 2), name="hanging")
elbow = w.connect(upper.end2, lower.end1, name="elbow")

log = w.run(until=4, probes={"gap": "deviation(elbow)", "pull": "norm(force(hanging))"})
print(f"gap at the start {log['gap'][0]:.2f} m, at the end {log['gap'][-1]:.1e} m")
print(f"largest load of the nail {max(log['pull']):.0f} N, now {hanging.force.norm():.0f} N")
assert log["gap"][-1] < 1e-8
