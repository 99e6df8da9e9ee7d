// A scene in a link: "1." and the deflated text in base64url.

async function through(data: Uint8Array, pipe: GenericTransformStream): Promise<Uint8Array> {
  const stream = new Blob([data as BlobPart]).stream().pipeThrough(pipe as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function packText(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  let s = "";
  for (const b of bytes) s += String.fromCharCode(b);
  return "1." + btoa(s).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Throws if the link is damaged. */
export async function unpackText(packed: string): Promise<string> {
  if (!packed.startsWith("1.")) throw new Error("not a shared scene");
  const s = atob(packed.slice(2).replace(/-/g, "+").replace(/_/g, "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(await through(Uint8Array.from(s, (c) => c.charCodeAt(0)), new DecompressionStream("deflate-raw")));
}
