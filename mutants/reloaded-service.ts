import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { packageRoot } from "#harness/cli/package-root.ts";
import { changed, type TextChange } from "./change.ts";

/** The files by which a play gets at the service: each stage's, imported when a scenario begins. */
const entrances: readonly string[] = ["harness/stages/simulated.ts", "harness/stages/live.ts"];
/** What is loaded anew for each play: the service, and what holds values of its classes. All else is loaded once in a process. */
const reloaded = /^(?:engine|cluster|harness\/simulation|harness\/databases\/simulated)\//;
const root = `file://${packageRoot}`;

/** The service, loaded anew for each play, perhaps with another text in one of its files. */
export type ReloadedService = Readonly<{
  /** From now on who imports the service gets another one. */
  reload(change: TextChange | undefined): void;
  /** Whether the file of the change was loaded since then. */
  isLoaded(): boolean;
}>;

/**
 * Has this process load the service as often as it is told to: its modules get addresses of their own, which end in the number of the
 * play. What was loaded is kept by Node for ever, so a process serves a bounded number of plays.
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
      const of = entrances.includes(path) ? `?play=${number}` : playOf(context.parentURL);
      return of === "" || !(entrances.includes(path) || reloaded.test(path))
        ? resolved
        : { ...resolved, url: resolved.url + of };
    },
    load(url, context, nextLoad) {
      if (playOf(url) === "") return nextLoad(url, context);
      const path = pathIn(url);
      if (path === change?.file) {
        isLoaded = true;
        // Node strips its types itself: what is no TypeScript is then told as in any other file.
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

/** The path of a module of the project, from its folder on; "" for any other. */
function pathIn(url: string): string {
  return url.startsWith(root) && !url.includes("/node_modules/") ? (url.slice(root.length).split("?")[0] ?? "") : "";
}

/** What a module's address says of the play that it belongs to; "" for what is loaded once. */
function playOf(url: string | undefined): string {
  return /\?play=\d+$/.exec(url ?? "")?.[0] ?? "";
}
