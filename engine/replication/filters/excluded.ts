import type { Filtered } from "../protocol/filtered.ts";
import { type Matcher, matcherOf } from "./paths-filter.ts";
import type { Tables } from "./tables.ts";

/**
 * Returns the mounts and namespaces that at least one of the paths filters under `ids` excludes.
 * `ids` are all ids of one secondary.
 */
export function excludedBy({ filters, namespaces, mounts }: Tables, ids: readonly string[]): Filtered {
  const matchers = ids.flatMap((id) => filters.get(id) ?? []).map(matcherOf);
  if (matchers.length === 0) return [];
  const excluded: { name: string; path: string }[] = [];
  for (const [id, path] of namespaces) {
    if (!matchers.every((matcher) => matcher.namespace(path))) excluded.push({ name: `namespace/${id}`, path });
  }
  for (const [uuid, mount] of mounts) {
    const namespace = namespaces.get(mount.namespace) ?? "";
    const passes = (matcher: Matcher) =>
      matcher.namespace(namespace) && (mount.isBuiltIn || matcher.mount(namespace, mount.path));
    if (!matchers.every(passes))
      excluded.push({ name: `mount/${uuid}`, path: mount.isBuiltIn ? "" : namespace + mount.path });
  }
  return sortedByName(excluded);
}

export function sortedByName(filtered: Filtered): Filtered {
  const byName = new Map(filtered.map((one) => [one.name, one]));
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}
