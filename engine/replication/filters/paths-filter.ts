import { z } from "zod";
import { Problem, quoted } from "../../api/problem.ts";
import { trimSlashes } from "../../api/trim-ends.ts";
import { rootNamespace } from "../../core/namespaces/namespace.ts";
import { requirePath } from "../../core/naming/path-rule.ts";
import { corePrefix } from "../../core/storage/part-storage.ts";

/** Modes of a filter: what is listed goes to the secondary and nothing else, or all but what is listed. */
export const filterModes = ["allow", "deny"] as const;

/**
 * A paths filter: which mounts and namespaces a secondary gets (REPL-FILTER-07, REPL-FILTER-08).
 * Paths are relative to the root namespace and end in a slash.
 */
export const pathsFilter = z.object({ mode: z.enum(filterModes), paths: z.array(z.string()).readonly() }).readonly();
export type PathsFilter = z.infer<typeof pathsFilter>;

/** Paths in a filter: each is compared with each mount whenever what is mounted changes. */
export const maxPaths = 1000;

/** Where filters begin among the keys of the primary; a promoted cluster has them too. */
export const filterPrefix = `${corePrefix(rootNamespace.id)}paths-filter/`;

/** Mounts that every namespace has and needs. No filter excludes them. */
const essentialMounts = ["sys/", "identity/", "cubbyhole/", "auth/token/"];

/** The filter that a request asks for; `namespaces` are the paths of those that there are. Throws a Problem "refused". */
export function checkedFilter(
  { mode, paths }: Readonly<{ mode: string; paths: readonly string[] }>,
  namespaces: readonly string[],
): PathsFilter {
  const known = filterModes.find((one) => one === mode);
  if (!known) throw new Problem("refused", `mode: must be "allow" or "deny", not ${quoted(mode)}`);
  if (paths.length > maxPaths) throw new Problem("refused", `paths: at most ${maxPaths} can be given`);
  const places = paths.map((path) => `${trimSlashes(path)}/`);
  for (const place of places) {
    if (place === "/") throw new Problem("refused", "paths: the root namespace cannot be filtered");
    requirePath("paths", place);
    const essential = essentialMounts.find((mount) => namespaces.some((path) => place.startsWith(path + mount)));
    if (essential)
      throw new Problem(
        "refused",
        `paths: ${quoted(place)} cannot be filtered: every cluster needs ${quoted(essential)}`,
      );
  }
  return { mode: known, paths: [...new Set(places)] };
}

/** Says of paths whether `filter` lets them through. */
export type Matcher = Readonly<{
  /** A namespace, by its path. */
  namespace(path: string): boolean;
  /** A mount that is not built in, by its path within its namespace, whose own path comes first. */
  mount(namespace: string, path: string): boolean;
}>;

/** Whole paths are compared, never beginnings of names; a listed namespace stands for all that is beneath it, now or later. */
export function matcherOf({ mode, paths }: PathsFilter): Matcher {
  const listed = new Set(paths);
  const isBeneath = (namespace: string) => paths.some((path) => namespace.startsWith(path));
  const isListed = (namespace: string, path: string) => listed.has(namespace + path) || isBeneath(namespace);
  if (mode === "deny") {
    return { namespace: (path) => !isBeneath(path), mount: (namespace, path) => !isListed(namespace, path) };
  }
  // A secondary that gets a part of a namespace gets what it needs of it.
  const isAbove = (namespace: string) => paths.some((path) => path.startsWith(namespace));
  return { namespace: (path) => path === "" || isBeneath(path) || isAbove(path), mount: isListed };
}
