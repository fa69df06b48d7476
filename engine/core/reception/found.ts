import type { Answer } from "../../api/answer.ts";
import type { Served } from "../../api/endpoint.ts";
import { Problem, quoted } from "../../api/problem.ts";
import type { Call } from "../../api/request.ts";
import { ignoredFieldsWarning, parseInput, type Route } from "../../api/router.ts";
import { type Spelling, spellingOf } from "../../api/spelling.ts";
import type { Caller } from "../mounts/mount-type.ts";

/** A route with all that its handler needs but the input. */
export type Found = Readonly<{
  unauthenticated: boolean;
  unaudited: boolean;
  internal: boolean;
  sudo: boolean;
  /** Whether its endpoint tells creating and updating apart: then the fields are judged before the rights. */
  splits: boolean;
  /** In which other ways the call could be spelt; left out where there is nothing to spell. */
  spelling?: Spelling;
  /** Parses the fields; then tells whether the object exists and who serves it, and runs the handler. */
  prepare(caller: Caller): Prepared;
}>;

/** A call whose fields are understood. */
export type Prepared = Readonly<{
  served(): Served | Promise<Served>;
  exists(): Promise<boolean> | undefined;
  run(): Promise<Answer | undefined>;
}>;

async function warned(run: Promise<Answer | undefined>, unknown: readonly string[]): Promise<Answer | undefined> {
  const answer = await run;
  if (!answer || answer.bare !== undefined) return answer;
  return { ...answer, warnings: [ignoredFieldsWarning(unknown), ...(answer.warnings ?? [])] };
}

/** What answers a deletion where nothing can be. */
export const nothingThere: Found = {
  unauthenticated: false,
  unaudited: false,
  internal: false,
  sudo: false,
  splits: false,
  prepare: () => ({ served: () => "locally", exists: () => undefined, run: async () => undefined }),
};

/** Says that nothing is mounted at `path`. */
export function noMountAt(path: string): never {
  throw new Problem("no handler", `no handler for route ${quoted(path)}. route entry not found.`);
}

/** To a client there is nothing where only clusters ask. */
export function hidingInternals(found: Found | Problem): Found | Problem {
  return found instanceof Problem || !found.internal ? found : new Problem("unsupported path", "unsupported path");
}

/** The route as the core deals with it; `sceneOf` gives its handler what it works with. */
export function foundRoute<S>(route: Route<S>, call: Call, sceneOf: (caller: Caller) => S): Found {
  const { operation } = route;
  return {
    unauthenticated:
      typeof operation.unauthenticated === "function"
        ? operation.unauthenticated(call)
        : (operation.unauthenticated ?? false),
    unaudited: operation.unaudited ?? false,
    internal: operation.internal ?? false,
    sudo: operation.sudo ?? false,
    splits: operation.exists !== undefined,
    spelling: spellingOf(operation.input, route, call.path),
    prepare(caller) {
      const { input, unknown } = parseInput(route, call);
      const scene = sceneOf(caller);
      return {
        served: () => (typeof operation.served === "function" ? operation.served(input, scene) : operation.served),
        exists: () => operation.exists?.(input, scene),
        run: () => (unknown.length === 0 ? operation.run(input, scene) : warned(operation.run(input, scene), unknown)),
      };
    },
  };
}
