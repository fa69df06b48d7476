import type { Json, JsonObject } from "../../api/json.ts";
import { type FoldedSegments, foldedPath } from "../../api/spelling.ts";
import { type Capability, capabilities } from "./capability.ts";
import { type AccessRequest, type Grant, mayAnything, permits } from "./grant.ts";
import type { Parameters } from "./parameters.ts";
import { isExact } from "./path-pattern.ts";
import { type Match, moreSpecific, type Rules } from "./rules.ts";

/** What some policies together allow. The path of a folder, which is listed, ends in a slash. */
export type Access = Readonly<{
  /** Whether everything is allowed, as the policy `root` does. */
  isRoot: boolean;
  /** How many steps it takes at most to find the rule for one path. */
  steps: number;
  /** What may be done at `path`, where case makes no difference in the segments `folded`; `deny` alone where nothing may. */
  capabilities(path: string, folded?: readonly FoldedSegments[]): ReadonlySet<Capability>;
  allows(path: string, request: AccessRequest): boolean;
  /** Whether anything at all may be done with `folder` or below it. */
  reaches(folder: string): boolean;
  /** All rules, in the form of `sys/internal/ui/resultant-acl`. */
  resultant(): JsonObject;
}>;

const nothing: ReadonlySet<Capability> = new Set(["deny"]);
const everything: ReadonlySet<Capability> = new Set(capabilities.filter((capability) => capability !== "deny"));

/** All that may be done everywhere: what the policy `root` stands for. */
export const fullAccess: Access = {
  isRoot: true,
  steps: 0,
  capabilities: () => everything,
  allows: () => true,
  reaches: () => true,
  resultant: () => ({ root: true }),
};

/**
 * Access under several layers of rules, which count as one. An exact path beats a pattern, a more specific pattern beats a less
 * specific one, and no other has a say (reference documentation, "Policies"). A list is judged by the rules for the folder's path
 * with and without its slash: rules that differ only in a slash at the end count as one, so `deny` wins among them.
 */
export function accessUnder(layers: readonly Rules[]): Access {
  /** The layers adapted to folded segments and to lists: as many as there are depths of mounts whose endpoints fold, twice. */
  const adaptedLayers = new Map<string, readonly Rules[]>();

  function layersFor(folded: readonly FoldedSegments[], lists: boolean): readonly Rules[] {
    if (folded.length === 0 && !lists) return layers;
    const key = JSON.stringify([lists, folded]);
    const known = adaptedLayers.get(key);
    if (known) return known;
    const inCase = folded.length === 0 ? layers : layers.map((rules) => rules.folded(folded));
    const adapted = lists ? inCase.map((rules) => rules.withoutFinalSlash()) : inCase;
    adaptedLayers.set(key, adapted);
    return adapted;
  }

  function grantAt(path: string, folded: readonly FoldedSegments[] = []): Grant | undefined {
    const among = layersFor(folded, false);
    const asked = foldedPath(path, folded);
    return (match(among, "exact", asked) ?? match(among, "pattern", asked))?.grant;
  }

  /** The grant for a list of `folder`, which ends in a slash. */
  function listGrantAt(folder: string, folded: readonly FoldedSegments[] = []): Grant | undefined {
    const among = layersFor(folded, true);
    const asked = foldedPath(folder, folded);
    const bare = asked.slice(0, -1);
    const patterns = () => moreSpecific(match(among, "pattern", asked), match(among, "pattern", bare));
    return (match(among, "exact", bare) ?? patterns())?.grant;
  }

  return {
    isRoot: false,
    steps: layers.reduce((sum, rules) => sum + rules.steps, 0),
    capabilities(path, folded) {
      const granted = new Set(grantAt(path, folded)?.capabilities);
      const mayList = listGrantAt(path.endsWith("/") ? path : `${path}/`, folded)?.capabilities.has("list");
      granted.delete("list");
      if (mayList) granted.add("list").delete("deny");
      return granted.size > 0 ? granted : nothing;
    },
    allows(path, request) {
      const folded = request.spelling?.foldedSegments;
      const lists = request.capabilities.includes("list") && path.endsWith("/");
      const grant = lists ? listGrantAt(path, folded) : grantAt(path, folded);
      return grant !== undefined && permits(grant, request);
    },
    reaches(folder) {
      const above = listGrantAt(folder);
      if (above && mayAnything(above.capabilities)) return true;
      return layers.some((rules) => rules.reachBelow(folder));
    },
    resultant() {
      const [exact, glob]: [Record<string, Json>, Record<string, Json>] = [{}, {}];
      for (const { pattern, grant } of layers.flatMap((rules) => rules.all())) {
        if (isExact(pattern)) exact[pattern.path] = describe(grant);
        // A plain prefix stands there without its star, as in the reference.
        else glob[pattern.pluses > 0 ? pattern.path : pattern.path.slice(0, -1)] = describe(grant);
      }
      return { exact_paths: exact, glob_paths: glob, root: false };
    },
  };
}

/** The rule for `path`, of those that are exact or of the patterns, which decides among all layers. */
function match(layers: readonly Rules[], kind: "exact" | "pattern", path: string): Match | undefined {
  let found: Match | undefined;
  for (const rules of layers) found = moreSpecific(found, rules[kind](path));
  return found;
}

/** The access of a caller without policies: nothing. */
export const noAccess: Access = accessUnder([]);

/** `access` as it is seen from further inside: every path there is `prefix` and more. */
export function accessWithin(access: Access, prefix: string): Access {
  if (prefix === "") return access;
  const depth = prefix.split("/").length - 1;
  return {
    ...access,
    capabilities: (path, folded = []) => access.capabilities(prefix + path, shifted(folded, depth)),
    allows: (path, request) => access.allows(prefix + path, within(request, depth)),
    reaches: (folder) => access.reaches(prefix + folder),
  };
}

/** `request` where its path has `depth` more segments at its beginning. */
function within(request: AccessRequest, depth: number): AccessRequest {
  const { spelling } = request;
  if (!spelling || spelling.foldedSegments.length === 0) return request;
  return { ...request, spelling: { ...spelling, foldedSegments: shifted(spelling.foldedSegments, depth) } };
}

function shifted(folded: readonly FoldedSegments[], depth: number): readonly FoldedSegments[] {
  return folded.map(({ at, rest }) => ({ at: at + depth, rest }));
}

function describe(grant: Grant): JsonObject {
  const { capabilities: granted, minWrappingSeconds, maxWrappingSeconds, requiredParameters } = grant;
  const parameters = (named: Parameters): Json => Object.fromEntries(named);
  return {
    capabilities: [...(granted.size === 0 ? nothing : granted)].sort(),
    ...(minWrappingSeconds > 0 ? { min_wrapping_ttl: minWrappingSeconds } : {}),
    ...(maxWrappingSeconds > 0 ? { max_wrapping_ttl: maxWrappingSeconds } : {}),
    ...(grant.allowedParameters.size > 0 ? { allowed_parameters: parameters(grant.allowedParameters) } : {}),
    ...(grant.deniedParameters.size > 0 ? { denied_parameters: parameters(grant.deniedParameters) } : {}),
    ...(requiredParameters.length > 0 ? { required_parameters: requiredParameters } : {}),
  };
}
