// Preloaded (`--import`): changes the text of one file of the service, in this process only.
import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { packageRoot } from "#harness/program/package-root.ts";
import { type Change, changed, changeVariable } from "./change.ts";

const requested = process.env[changeVariable];
delete process.env[changeVariable];
// Undefined in child processes with the same preloads, such as the reaper of a server, where all files are unchanged.
if (requested !== undefined) replaceOnLoad(JSON.parse(requested));

function replaceOnLoad(change: Change): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== new URL(change.file, `file://${packageRoot}`).href || loaded.source === undefined) return loaded;
      const text = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
      const source = changed(text, change);
      writeFileSync(change.marker, "");
      return { ...loaded, source };
    },
  });
}
