import { z } from "zod";
import { Problem, quoted } from "../../api/problem.ts";
import { trimSlashes } from "../../api/values/trim-ends.ts";
import { rootNamespace } from "../../core/namespaces/namespace.ts";
import { requirePath } from "../../core/naming/path-rule.ts";
import { corePrefix } from "../../core/storage/part-storage.ts";

/** Modes of a filter: only the listed paths are sent to the secondary, or all others. */
export const filterModes = ["allow", "deny"] as const;

/**
 * A paths filter: the mounts and namespaces that a secondary gets (REPL-FILTER-07, REPL-FILTER-08).
 * Paths are relative to the root namespace and end in a slash.
 */
export const pathsFilter = z.object({ mode: z.enum(filterModes), paths: z.array(z.string()).readonly() }).readonly();
export type PathsFilter = z.infer<typeof pathsFilter>;

/** Paths in a filter at most: each is compared with each mount whenever a mount changes. */
export const maxPaths = 1000;

/** Prefix of the keys of filters. They are shared keys, so a promoted cluster has them too. */
export const filterPrefix = `${corePrefix(rootNamespace.id)}paths-filter/`;

/** Mounts that every namespace has and needs. No filter excludes them. */
const essentialMounts = ["sys/", "identity/", "cubbyhole/", "auth/token/"];

/**
 * Returns the requested filter; `namespaces` are the paths of all namespaces. Throws a Problem
 * "refused" when it is invalid.
 */
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

/** Returns tests for the paths that `filter` allows. */
export type Matcher = Readonly<{
  /** Tests a namespace by its path. */
  namespace(path: string): boolean;
  /** Tests a mount that is not built in, by the path of its namespace and its path there. */
  mount(namespace: string, path: string): boolean;
}>;

/**
 * Whole paths are compared, not prefixes of names. A listed namespace includes everything below it,
 * now or later.
 */
export function matcherOf({ mode, paths }: PathsFilter): Matcher {
  const listed = new Set(paths);
  const isBeneath = (namespace: string) => paths.some((path) => namespace.startsWith(path));
  const isListed = (namespace: string, path: string) => listed.has(namespace + path) || isBeneath(namespace);
  if (mode === "deny") {
    return { namespace: (path) => !isBeneath(path), mount: (namespace, path) => !isListed(namespace, path) };
  }
  // A secondary that gets a part of a namespace gets the namespace too.
  const isAbove = (namespace: string) => paths.some((path) => path.startsWith(namespace));
  return { namespace: (path) => path === "" || isBeneath(path) || isAbove(path), mount: isListed };
}
