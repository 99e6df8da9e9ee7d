"""A picture, a plot and a movie of a swinging chain, in the present folder."""
import shutil

import tenon

w = tenon.loads("""world: up z; gravity 9.81; until 1; end
for i = 1 to 6: object link[i]: capsule 0.03 0.2; position (0.13 + 0.26*(i - 1)) 0 0; rotation 0 1 0 90deg; color orange; end end
connect link[1].end1 (0, 0, 0);
for i = 2 to 6: connect link[i-1].end2 link[i].end1; end
probe tip = link[6].end2.z;""")
log = w.run(frames=20)
w.picture(at=0.5, size=(320, 180), quality="draft", show="forces,constraints").save("chain.png")
log.svg("tip", title="height of the tip").save("chain.svg")
if shutil.which("ffmpeg"):
    movie = w.movie("chain.mp4", frames=20, size=(160, 90), quality="draft")
    print(movie)
print(log)
