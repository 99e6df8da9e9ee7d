// Icons, drawn in a square of 16 units.
const lines: Record<string, string> = {
  new: "M4 1.5h5.5L13 5v9.5H4zM9.5 1.5V5H13",
  open: "M1.5 13V3.5h4l1.5 2h7.5V13z",
  save: "M2.5 2.5h9l2 2v9h-11zM5 2.5v4h5.5v-4M5 13.5v-4h6v4",
  undo: "M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 7.5H6",
  redo: "M10 3l3.5 3.5L10 10M13 6.5H6.5a4 4 0 0 0 0 7.5H10",
  fit: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4M6.5 6.5h3v3h-3z",
  export: "M8 10V1.5M4.8 4.5 8 1.5l3.2 3M2.5 9v5h11V9",
  share: "M11.5 5.2 5 8l6.5 2.8M13.2 6a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM13.2 14a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM3.3 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  gallery: "M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z",
  code: "M5 4 1.5 8 5 12M11 4l3.5 4L11 12M9.2 2.5l-2.4 11",
  help: "M5.5 5.8A2.5 2.5 0 1 1 9 8.1c-.7.4-1 .8-1 1.6M8 12.2v.6",
  theme: "M8 2a6 6 0 1 0 6 6 4.6 4.6 0 0 1-6-6z",
  flat: "M2 13 6 4l7 3-2 6zM1 13h14",
  grab: "M5 8V4.2a1 1 0 0 1 2 0V7 3a1 1 0 0 1 2 0v4-3.2a1 1 0 0 1 2 0V8 6a1 1 0 0 1 2 0v4.5A4 4 0 0 1 9 14.5H8A4.5 4.5 0 0 1 4.2 12L2.6 9.2a1 1 0 0 1 1.7-1z",
  bar: "M3.5 12.5l9-9M3.5 14a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM12.5 5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z",
  connect: "M1.5 8h4M10.5 8h4M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  nail: "M8 2.5 13 11H3zM2 13.5h12",
  cut: "M4 4l8 8M12 4l-8 8",
  motor: "M8 3a5 5 0 1 1-4.6 3M3 2.5 3.2 6.3 7 6.1",
  trace: "M1.5 12C4 4 6 4 8 8s4 4 6.5-4",
  plot: "M2 2v12h12M4 10l3-4 3 2.5L14 4",
  close: "M4 4l8 8M12 4l-8 8",
  problems: "M8 2 15 14H1zM8 6.5v3.6M8 11.8v.6",
  rows: "M2 4h5M9 4h5M2 8h9M13 8h1M2 12h3M7 12h7",
  trash: "M3 4.5h10M6 4.5V2.5h4v2M4.2 4.5l.8 9.5h6l.8-9.5",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  tree: "M3 3h4v3H3zM9 10h4v3H9zM5 6v5.5h4",
};
const fills: Record<string, string> = {
  play: "M4 2.5v11l9.5-5.5z", pause: "M4 3h3v10H4zM9 3h3v10H9z", step: "M3 3v10l7-5zM11 3h2v10h-2z", restart: "M3 3h2v10H3zM13 3v10L6 8z", live: "M3 3v10l5-5zM8 3v10l5-5z",
};

export function Icon({ name }: { name: string }) {
  const fill = fills[name];
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      {fill ? <path d={fill} fill="currentColor" /> : <path d={lines[name]} fill="none" stroke="currentColor" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round" />}
    </svg>
  );
}

const shapes: Record<string, string> = {
  Rod: "M9 35 35 9", Box: "M9 16 22 10l13 6v14l-13 6-13-6zM9 16l13 6 13-6M22 22v14", Sphere: "M22 36a14 14 0 1 0 0-28 14 14 0 0 0 0 28zM8.5 22c6 5 21 5 27 0",
  Capsule: "M10.5 33.5a6 6 0 0 1 0-8.500l14.500-14.500a6 6 0 0 1 8.500 8.500l-14.500 14.500a6 6 0 0 1-8.500 0z",
  Cylinder: "M11 13c0-6 22-6 22 0v18c0 6-22 6-22 0zM11 13c0 6 22 6 22 0", Torus: "M22 32c-9 0-14-4-14-10s5-10 14-10 14 4 14 10-5 10-14 10zM22 26c-4 0-6-1.500-6-4s2-4 6-4 6 1.500 6 4-2 4-6 4z",
  "Chain link": "M13 31a7 7 0 0 1 0-10l8-8a7 7 0 0 1 10 10l-8 8a7 7 0 0 1-10 0zM16.500 27.500a2 2 0 0 1 0-3l8-8a2 2 0 0 1 3 3l-8 8a2 2 0 0 1-3 0z",
  Particle: "M22 26a4 4 0 1 0 0-8 4 4 0 0 0 0 8z", Floor: "M4 32 14 16h26L32 32zM9 24h27M19 16l-7 16M30 16l-6 16",
  "Soft block": "M10 15c8-5 16-4 24 0 3 6 3 12 0 18-8 3-16 3-24 0-3-6-3-12 0-18zM9 21c8 3 18 3 26 0M22 13c2 7 2 14 0 22", Curve: "M6 30C12 6 18 6 22 20s10 16 16-6",
};

export function PartIcon({ name }: { name: string }) {
  const rod = name === "Rod";
  return (
    <svg class="part-icon" viewBox="0 0 44 44" aria-hidden="true">
      <path d={shapes[name]} fill={rod || name === "Curve" ? "none" : "var(--tile)"} stroke={rod ? "var(--tile-line)" : "currentColor"} stroke-width={rod ? 7 : 1.6} stroke-linecap="round" stroke-linejoin="round" fill-rule="evenodd" />
    </svg>
  );
}
