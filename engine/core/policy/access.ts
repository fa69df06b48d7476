import type { Json, JsonObject } from "../../api/json.ts";
import { type FoldedSegments, foldedPath } from "../../api/spelling.ts";
import { type Capability, capabilities } from "./capability.ts";
import { type AccessRequest, type Grant, permits } from "./grant.ts";
import type { Parameters } from "./parameters.ts";
import { isExact, reachesBelow } from "./path-pattern.ts";
import { type Match, moreSpecific, type Rules } from "./rules.ts";

/** What some policies together allow. The path of a folder, which is listed, ends in a slash. */
export type Access = Readonly<{
  /** Whether everything is allowed, as the policy `root` does. */
  isRoot: boolean;
  /** What may be done at `path`; `deny` alone where nothing may. */
  capabilities(path: string): ReadonlySet<Capability>;
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
  capabilities: () => everything,
  allows: () => true,
  reaches: () => true,
  resultant: () => ({ root: true }),
};

/**
 * Access under several layers of rules, which count as one. An exact path beats a pattern, a more specific pattern beats a less
 * specific one, and no other has a say (reference documentation, "Policies"). A list of a folder is
 * also judged by the rules for its path without the slash.
 */
export function accessUnder(layers: readonly Rules[]): Access {
  /** The layers with segments folded, by which segments: as many as there are depths of mounts whose endpoints fold. */
  const foldedLayers = new Map<string, readonly Rules[]>();

  function layersWith(folded: readonly FoldedSegments[]): readonly Rules[] {
    const key = JSON.stringify(folded);
    const made = foldedLayers.get(key) ?? layers.map((rules) => rules.folded(folded));
    foldedLayers.set(key, made);
    return made;
  }

  function grantFor(path: string, lists: boolean, among = layers): Grant | undefined {
    const bare = lists && path.endsWith("/") ? path.slice(0, -1) : undefined;
    const found =
      match(among, "exact", path) ??
      (bare === undefined ? undefined : (match(among, "exact", bare) ?? match(among, "pattern", bare))) ??
      match(among, "pattern", path);
    return found?.grant;
  }

  return {
    isRoot: false,
    capabilities(path) {
      const granted = grantFor(path, true)?.capabilities;
      return granted && granted.size > 0 ? granted : nothing;
    },
    allows(path, request) {
      const folded = request.spelling?.foldedSegments ?? [];
      const lists = request.capabilities.includes("list");
      const grant =
        folded.length === 0 ? grantFor(path, lists) : grantFor(foldedPath(path, folded), lists, layersWith(folded));
      return grant !== undefined && permits(grant, request);
    },
    reaches(folder) {
      const counts = (grant: Grant) => grant.capabilities.size > 0 && !grant.capabilities.has("deny");
      const above = grantFor(folder, true);
      if (above && counts(above)) return true;
      return layers.some((rules) =>
        rules.all().some(({ pattern, grant }) => counts(grant) && reachesBelow(pattern, folder)),
      );
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
  return {
    ...access,
    capabilities: (path) => access.capabilities(prefix + path),
    allows: (path, request) => access.allows(prefix + path, shifted(request, prefix.split("/").length - 1)),
    reaches: (folder) => access.reaches(prefix + folder),
  };
}

/** `request` where its path has as many segments more at its beginning. */
function shifted(request: AccessRequest, segments: number): AccessRequest {
  const { spelling } = request;
  if (!spelling || spelling.foldedSegments.length === 0) return request;
  const foldedSegments = spelling.foldedSegments.map(({ at, rest }) => ({ at: at + segments, rest }));
  return { ...request, spelling: { ...spelling, foldedSegments } };
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
