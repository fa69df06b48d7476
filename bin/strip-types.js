// Loaded before the program in every thread if Node does not strip types itself: below
// node_modules.
import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";

const ours = new URL("../", import.meta.url).href;

registerHooks({
  load(url, context, nextLoad) {
    const path = url.startsWith(ours) ? url.slice(ours.length) : "";
    if (!path.endsWith(".ts") || path.includes("node_modules/")) return nextLoad(url, context);
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), "utf8"), { mode: "strip", sourceUrl: url });
    return { format: "module", source, shortCircuit: true };
  },
});
