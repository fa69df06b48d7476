import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { packageRoot } from "#harness/program/package-root.ts";
import { changed, type TextChange } from "./change.ts";

const entryModules: readonly string[] = ["harness/stages/simulated.ts", "harness/stages/live.ts"];
/** Matches the modules that are loaded again for each run: the service, and modules that store its values. */
const reloaded = /^(?:engine|cluster|harness\/simulation|harness\/databases\/simulated)\//;
const root = `file://${packageRoot}`;

export type ReloadedService = Readonly<{
  /** Makes all following imports of the service load it again, with the change. */
  reload(change: TextChange | undefined): void;
  /** Returns true if the changed file was loaded since the last reload. */
  isLoaded(): boolean;
}>;

/**
 * Makes the service of this process reloadable: the URLs of its modules get the number of the run. Node never releases
 * loaded modules, so the number of runs in a process must be limited.
 */
export function reloadedService(): ReloadedService {
  const stripped = new Map<string, string>();
  let number = 0;
  let change: TextChange | undefined;
  let isLoaded = false;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      const path = pathIn(resolved.url);
      const of = entryModules.includes(path) ? `?play=${number}` : playOf(context.parentURL);
      return of === "" || !(entryModules.includes(path) || reloaded.test(path))
        ? resolved
        : { ...resolved, url: resolved.url + of };
    },
    load(url, context, nextLoad) {
      if (playOf(url) === "") return nextLoad(url, context);
      const path = pathIn(url);
      if (path === change?.file) {
        isLoaded = true;
        // Node strips the types of the changed file, so that invalid TypeScript causes the usual error.
        return { ...nextLoad(url, context), source: changed(readFileSync(fileURLToPath(url), "utf8"), change) };
      }
      const source = stripped.get(path) ?? stripTypeScriptTypes(readFileSync(fileURLToPath(url), "utf8"));
      stripped.set(path, source);
      return { format: "module", source, shortCircuit: true };
    },
  });
  return {
    reload(next) {
      number += 1;
      change = next;
      isLoaded = false;
    },
    isLoaded: () => isLoaded,
  };
}

function pathIn(url: string): string {
  return url.startsWith(root) && !url.includes("/node_modules/") ? (url.slice(root.length).split("?")[0] ?? "") : "";
}

function playOf(url: string | undefined): string {
  return /\?play=\d+$/.exec(url ?? "")?.[0] ?? "";
}
