"""An inverted pendulum held upright by a controller in Python, which is called every 10 ms."""
import math

import tenon

w = tenon.World()
w.gravity = 9.81
w.lets["push"] = 0
cart = w.add("box", 0.3, 0.2, 0.1, mass=1, name="cart")
pole = w.add("rod", 1, 0.02, mass=0.2, position=(0.02, 0, 0.5), rotation=(0, 1, 0, 0.04), name="pole")
w.slider("world", cart, (0, 0, 0), (1, 0, 0), name="rail")
w.revolute(cart, pole, cart.center, pole.end1, cart.y, pole.y, name="hinge")
w.push(cart.center, ("push", 0, 0), name="motor")


def balance(world: tenon.World) -> None:
    """Full state feedback: angle, its rate, place and speed of the cart."""
    axis = pole.z.position
    tilt, rate = math.atan2(axis.x, axis.z), pole.spin.y
    world.lets["push"] = 40 * tilt + 10 * rate + 2 * cart.position.x + 4 * cart.velocity.x


w.on_step(balance, every=0.01)
log = w.run(until=6, probes={"x": "cart.center.x", "top": "pole.end2.z"})
print(f"after {w.time:g} s the top is at {log['top'][-1]:.4f} m, the cart at {log['x'][-1]:.3f} m")
assert min(log["top"]) > 0.9 and log["top"][-1] > 0.999
