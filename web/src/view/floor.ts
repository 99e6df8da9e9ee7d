// The floor: a grid that fades with distance, and a plane that only shows shadows.
import { Color, DoubleSide, Mesh, Object3D, PlaneGeometry, Quaternion, ShaderMaterial, ShadowMaterial, Vector2, Vector3 } from "three";
import { type Frame, type Scene, type Vec, poseOf, rotate } from "../model";

const vertex = `
varying vec2 place;
void main() {
  vec4 w = modelMatrix*vec4(position, 1.0);
  place = position.xy;
  gl_Position = projectionMatrix*viewMatrix*w;
}`;
const fragment = `
varying vec2 place;
uniform vec3 ink;
uniform float grid, reach, strength;
uniform vec2 middle;
float lines(vec2 p, float side) {
  vec2 q = p/side, w = max(fwidth(q), vec2(1e-5)), d = abs(fract(q - 0.5) - 0.5)/w;
  vec2 cover = clamp(1.1 - d, 0.0, 1.0)*clamp(0.35/w - 1.0, 0.0, 1.0);
  return max(cover.x, cover.y);
}
void main() {
  float fade = 1.0 - smoothstep(0.2*reach, reach, length(place - middle));
  float net = max(0.45*lines(place, grid), 0.8*lines(place, 5.0*grid));
  gl_FragColor = vec4(ink, strength*net*fade);
}`;

export class Floor {
  readonly root = new Object3D();
  private readonly net: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly shade: Mesh<PlaneGeometry, ShadowMaterial>;
  private plane = -1;
  private ground = true;

  constructor() {
    const square = new PlaneGeometry(2, 2);
    this.net = new Mesh(
      square,
      new ShaderMaterial({
        vertexShader: vertex,
        fragmentShader: fragment,
        transparent: true,
        depthWrite: false,
        side: DoubleSide,
        uniforms: {
          ink: { value: new Color(0.5, 0.55, 0.6) },
          grid: { value: 0.2 },
          reach: { value: 10 },
          strength: { value: 1 },
          middle: { value: new Vector2() },
        },
      }),
    );
    this.shade = new Mesh(square, new ShadowMaterial({ opacity: 0.28 }));
    this.shade.receiveShadow = true;
    this.net.renderOrder = -1;
    this.root.add(this.shade, this.net);
  }

  /** Planes of the model are always drawn; the ground below all else as the scene says. */
  setScene(scene: Scene): void {
    this.plane = scene.objects.findIndex((o) => o.kind === "plane");
    this.ground = scene.show.includes("ground");
  }

  setTheme(dark: boolean): void {
    this.net.material.uniforms.ink!.value = dark ? new Color(0.62, 0.68, 0.78) : new Color(0.45, 0.5, 0.58);
    this.net.material.uniforms.strength!.value = dark ? 0.3 : 0.34;
    this.shade.material.opacity = dark ? 0.5 : 0.26;
  }

  /** Places the floor on the model's plane, or below everything; in flat worlds the grid is the work plane. */
  place(frame: Frame | null, up: Vec, lowest: number, span: number, target: Vec, flat: boolean): void {
    const q = new Quaternion(), z = new Vector3(0, 0, 1);
    let at: Vec = [up[0] * lowest, up[1] * lowest, up[2] * lowest], normal = up;
    if (flat) {
      at = [0, 0, 0];
      normal = up[2] === 1 ? [0, -1, 0] : [0, 0, 1];
    } else if (frame && this.plane >= 0) {
      const pose = poseOf(frame, this.plane);
      if (pose.position.every(Number.isFinite)) [at, normal] = [pose.position, rotate(pose.orientation, [0, 0, 1])];
    }
    this.root.visible = flat || this.plane >= 0 || this.ground;
    q.setFromUnitVectors(z, new Vector3(...normal));
    this.root.quaternion.copy(q);
    this.root.position.set(...at);
    const step = 10 ** Math.floor(Math.log10(Math.max(span, 1e-3) / 2.5));
    const reach = 12 * Math.max(span, 0.5);
    const local = new Vector3(...target).sub(this.root.position).applyQuaternion(q.clone().invert());
    const u = this.net.material.uniforms;
    u.grid!.value = step;
    u.reach!.value = reach;
    u.middle!.value.set(local.x, local.y);
    // The square is scaled in its vertices' own units, so that `place` stays in metres.
    this.resize(reach, local.x, local.y);
    this.shade.visible = !flat;
    this.shade.position.z = -1e-4 * span;
  }

  private size = 0;
  private cx = NaN;
  private cy = NaN;
  private resize(reach: number, cx: number, cy: number): void {
    if (reach === this.size && Math.hypot(cx - this.cx, cy - this.cy) < 0.1 * reach) return;
    this.size = reach;
    this.cx = cx;
    this.cy = cy;
    const p = this.net.geometry.getAttribute("position");
    for (let i = 0; i < 4; i++) p.setXY(i, cx + (i % 2 ? 1 : -1) * 1.2 * reach, cy + (i < 2 ? 1 : -1) * 1.2 * reach);
    p.needsUpdate = true;
    this.net.geometry.computeBoundingSphere();
  }
}
