// Colours of strain and of change of volume: those of `tenon picture`, as linear numbers for the renderer.
import { Color } from "three";

const rising = [[0.16, 0.24, 0.53], [0.13, 0.49, 0.62], [0.25, 0.69, 0.49], [0.78, 0.81, 0.29], [0.96, 0.58, 0.2], [0.8, 0.2, 0.17]] as const;
const parting = [[0.13, 0.32, 0.67], [0.52, 0.69, 0.86], [0.92, 0.92, 0.92], [0.92, 0.62, 0.48], [0.7, 0.16, 0.16]] as const;
const mostStrain = 0.35, mostVolume = 0.25, steps = 256;

function table(row: readonly (readonly [number, number, number])[]): Float32Array {
  const out = new Float32Array(3 * steps), c = new Color();
  for (let i = 0; i < steps; i++) {
    const at = (i / (steps - 1)) * (row.length - 1), k = Math.min(Math.floor(at), row.length - 2), f = at - k;
    const mixed = [0, 1, 2].map((d) => (1 - f) * row[k]![d]! + f * row[k + 1]![d]!) as [number, number, number];
    c.setRGB(...mixed, "srgb").toArray(out, 3 * i);
  }
  return out;
}

const tables = { strain: table(rising), volume: table(parting) };

/** Writes the colours of the vertices: ½|G − 1|, or the change of volume as a part of it. */
export function colorsOf(what: "strain" | "volume", x: Float32Array, out: Float32Array): void {
  const t = tables[what];
  for (let i = 0; i < x.length; i++) {
    const part = what === "strain" ? x[i]! / mostStrain : 0.5 + x[i]! / (2 * mostVolume);
    const k = 3 * Math.round((steps - 1) * Math.min(1, Math.max(0, part)));
    out[3 * i] = t[k]!;
    out[3 * i + 1] = t[k + 1]!;
    out[3 * i + 2] = t[k + 2]!;
  }
}
