import { type FoldedSegments, foldedPath } from "../../api/fields/canonicalizer.ts";
import type { Json, JsonObject } from "../../api/json.ts";
import { type Capability, capabilities } from "./capability.ts";
import { type AccessRequest, type Grant, mayAnything, permits } from "./grant.ts";
import type { Parameters } from "./parameters.ts";
import { isExact } from "./path-pattern.ts";
import { type Match, moreSpecific, type Rules } from "./rules.ts";

/** Permissions that several policies grant together. Paths of folders, for lists, end in a slash. */
export type Access = Readonly<{
  isRoot: boolean;
  steps: number;
  /** Returns the capabilities at `path`; only `deny` if there are none. Case is ignored in the segments `folded`. */
  capabilities(path: string, folded?: readonly FoldedSegments[]): ReadonlySet<Capability>;
  allows(path: string, request: AccessRequest): boolean;
  /** True if an operation can be allowed on `folder` or below it. */
  reaches(folder: string): boolean;
  resultant(): JsonObject;
}>;

const nothing: ReadonlySet<Capability> = new Set(["deny"]);
const everything: ReadonlySet<Capability> = new Set(capabilities.filter((capability) => capability !== "deny"));

export const fullAccess: Access = {
  isRoot: true,
  steps: 0,
  capabilities: () => everything,
  allows: () => true,
  reaches: () => true,
  resultant: () => ({ root: true }),
};

/**
 * Creates the access under several layers of rules, which act as one (reference documentation, "Policies"). A list is
 * checked against the folder's path with and without its slash.
 */
export function accessUnder(layers: readonly Rules[]): Access {
  const adaptedLayers = new Map<string, readonly Rules[]>();

  function layersFor(folded: readonly FoldedSegments[], lists: boolean): readonly Rules[] {
    if (folded.length === 0 && !lists) return layers;
    const key = JSON.stringify([lists, folded]);
    const cached = adaptedLayers.get(key);
    if (cached) return cached;
    const inCase = folded.length === 0 ? layers : layers.map((rules) => rules.folded(folded));
    const adapted = lists ? inCase.map((rules) => rules.withoutFinalSlash()) : inCase;
    adaptedLayers.set(key, adapted);
    return adapted;
  }

  function grantAt(path: string, folded: readonly FoldedSegments[] = []): Grant | undefined {
    const candidates = layersFor(folded, false);
    const target = foldedPath(path, folded);
    return (match(candidates, "exact", target) ?? match(candidates, "pattern", target))?.grant;
  }

  function listGrantAt(folder: string, folded: readonly FoldedSegments[] = []): Grant | undefined {
    const candidates = layersFor(folded, true);
    const target = foldedPath(folder, folded);
    const bare = target.slice(0, -1);
    const patterns = () => moreSpecific(match(candidates, "pattern", target), match(candidates, "pattern", bare));
    return (match(candidates, "exact", bare) ?? patterns())?.grant;
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
      const folded = request.canonicalizer?.foldedSegments;
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
        // A plain prefix is listed, as in the reference, without its star.
        else glob[pattern.pluses > 0 ? pattern.path : pattern.path.slice(0, -1)] = describe(grant);
      }
      return { exact_paths: exact, glob_paths: glob, root: false };
    },
  };
}

function match(layers: readonly Rules[], kind: "exact" | "pattern", path: string): Match | undefined {
  let found: Match | undefined;
  for (const rules of layers) found = moreSpecific(found, rules[kind](path));
  return found;
}

export const noAccess: Access = accessUnder([]);

/** Returns `access` for paths relative to a namespace: `prefix` is added to each path that is checked. */
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

function within(request: AccessRequest, depth: number): AccessRequest {
  const { canonicalizer } = request;
  if (!canonicalizer || canonicalizer.foldedSegments.length === 0) return request;
  return {
    ...request,
    canonicalizer: { ...canonicalizer, foldedSegments: shifted(canonicalizer.foldedSegments, depth) },
  };
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
