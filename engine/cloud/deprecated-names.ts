import type { Endpoint, Operation } from "../api/endpoint.ts";
import type { Verb } from "../api/request.ts";
import type { HandlerContext } from "../core/mounts/mount-type.ts";
import type { Release } from "./release.ts";

/** Words in paths since release 1.7, and the deprecated words that they replaced (CLOUD-URL-01 to CLOUD-URL-08). */
const deprecatedWords: readonly (readonly [current: string, deprecated: string])[] = [
  ["roletag-denylist", "roletag-blacklist"],
  ["identity-accesslist", "identity-whitelist"],
];

/** Returns `endpoints`, and a copy of each with its deprecated path. Before release 1.7, returns only the copies. */
export function byNamesOf(
  { hasCurrentPaths }: Release,
  endpoints: readonly Endpoint<HandlerContext>[],
): readonly Endpoint<HandlerContext>[] {
  return endpoints.flatMap((endpoint) => [...(hasCurrentPaths ? [endpoint] : []), deprecated(endpoint)]);
}

function deprecated({ path, operations, ...others }: Endpoint<HandlerContext>): Endpoint<HandlerContext> {
  const [current, old] = deprecatedWords.find(([word]) => path.includes(word)) ?? [];
  if (!current || !old) throw new Error(`${path} has no deprecated name`);
  const renamed = Object.entries(operations).map(([verb, operation]): [Verb, Operation<HandlerContext>] => [
    verb as Verb,
    { ...operation, summary: `${operation.summary} (deprecated path)` },
  ]);
  return { ...others, path: path.replace(current, old), operations: Object.fromEntries(renamed) };
}
