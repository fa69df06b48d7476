// Loaded before the program (`--import`): one file of the service has another text than on the disk, in this process alone.
import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { packageRoot } from "#harness/cli/package-root.ts";
import { type Change, changed, changeVariable } from "./change.ts";

const change: Change = JSON.parse(process.env[changeVariable] ?? "");
delete process.env[changeVariable];

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
