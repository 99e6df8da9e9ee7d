// Vite plugin: writes LICENSES.txt with the notice of every package that is part of the bundle.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

function packageOf(id) {
  const at = id.lastIndexOf("/node_modules/");
  if (at < 0) return null;
  const rest = id.slice(at + "/node_modules/".length).split("/");
  const name = rest[0].startsWith("@") ? rest.slice(0, 2).join("/") : rest[0];
  return { name, folder: id.slice(0, at) + "/node_modules/" + name };
}

function notice({ name, folder }) {
  const info = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
  if (!file) throw new Error(`${name} has no license file`);
  const text = readFileSync(join(folder, file), "utf8").replace(/\r\n/g, "\n").trim();
  return `${name} ${info.version} (${info.license})\n\n${text}\n`;
}

export function licenses() {
  return {
    name: "tenon-licenses",
    generateBundle(_, bundle) {
      const found = new Map();
      for (const chunk of Object.values(bundle))
        for (const id of chunk.type === "chunk" ? Object.keys(chunk.modules) : []) {
          const p = packageOf(id.replace(/\0/g, "").split("?")[0]);
          if (p) found.set(p.name, p);
        }
      const names = [...found.keys()].sort();
      const head = "The page of Tenon studio contains the following packages.\n";
      const line = "\n" + "-".repeat(78) + "\n\n";
      const source = head + names.map((n) => line + notice(found.get(n))).join("");
      this.emitFile({ type: "asset", fileName: "LICENSES.txt", source });
    },
  };
}
