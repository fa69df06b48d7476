import { z } from "zod";
import { Problem, quoted } from "../../api/problem.ts";
import { trimSlashes } from "../../api/values/trim-ends.ts";
import { rootNamespace } from "../../core/namespaces/namespace.ts";
import { requirePath } from "../../core/naming/path-rule.ts";
import { corePrefix } from "../../core/storage/part-storage.ts";

/** Modes of a filter: `allow` lists what the secondary receives, `deny` lists what it does not receive. */
export const filterModes = ["allow", "deny"] as const;

/**
 * A paths filter, which determines the mounts and namespaces that a secondary receives (REPL-FILTER-07,
 * REPL-FILTER-08). Paths are relative to the root namespace and end in a slash.
 */
export const pathsFilter = z.object({ mode: z.enum(filterModes), paths: z.array(z.string()).readonly() }).readonly();
export type PathsFilter = z.infer<typeof pathsFilter>;

export const maxPaths = 1000;

export const filterPrefix = `${corePrefix(rootNamespace.id)}paths-filter/`;

/** Mounts that every namespace has. A filter cannot list them. */
const essentialMounts = ["sys/", "identity/", "cubbyhole/", "auth/token/"];

/**
 * Validates a requested mode and paths, and returns them as a filter; `namespaces` are the paths of
 * all namespaces. Throws a Problem "refused" for an invalid filter.
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

export type Matcher = Readonly<{
  namespace(path: string): boolean;
  /**
   * Returns true if the filter lets the mount pass: `namespace` is the path of its namespace, `path` its
   * path in that namespace.
   */
  mount(namespace: string, path: string): boolean;
}>;

/**
 * Returns the tests of a filter. A listed path matches whole path segments. A listed namespace includes everything
 * below it, including what is created later.
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
