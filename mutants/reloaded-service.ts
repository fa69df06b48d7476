import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { packageRoot } from "#harness/program/package-root.ts";
import { changed, type TextChange } from "./change.ts";

/**
 * Entry modules of the service for plays: the stages, which are imported when a scenario begins.
 */
const entryModules: readonly string[] = ["harness/stages/simulated.ts", "harness/stages/live.ts"];
/** Modules reloaded for each play: the service, and modules that keep its values. */
const reloaded = /^(?:engine|cluster|harness\/simulation|harness\/databases\/simulated)\//;
const root = `file://${packageRoot}`;

/** The service, reloaded for each play, possibly with a changed file. */
export type ReloadedService = Readonly<{
  /** Makes later imports of the service load it again. */
  reload(change: TextChange | undefined): void;
  /** Returns true if the changed file was loaded since the last reload. */
  isLoaded(): boolean;
}>;

/**
 * Makes the service reloadable in this process: the URLs of its modules end in the number of the
 * play. Node never releases loaded modules, so a process can serve a limited number of plays.
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
        // Node strips the types of the changed file, so that invalid TypeScript causes the usual
        // error.
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

/**
 * Returns the path of a module of the project, relative to its folder, or "" for any other module.
 */
function pathIn(url: string): string {
  return url.startsWith(root) && !url.includes("/node_modules/") ? (url.slice(root.length).split("?")[0] ?? "") : "";
}

/** Returns the play's part of a module's URL, or "" for a module that is loaded once. */
function playOf(url: string | undefined): string {
  return /\?play=\d+$/.exec(url ?? "")?.[0] ?? "";
}
