import type { Canonicalizer } from "../../api/fields/canonicalizer.ts";
import type { JsonObject } from "../../api/json.ts";
import type { Capability } from "./capability.ts";
import { areParametersAllowed, mergedParameters, type Parameters } from "./parameters.ts";

export type Grant = Readonly<{
  capabilities: ReadonlySet<Capability>;
  /** Minimum TTL of wrapped answers, in seconds; 0 if not set. If set, answers must be wrapped. */
  minWrappingSeconds: number;
  /** Maximum TTL of wrapped answers, in seconds; 0 if not set. If set, answers must be wrapped. */
  maxWrappingSeconds: number;
  allowedParameters: Parameters;
  deniedParameters: Parameters;
  requiredParameters: readonly string[];
}>;

export type AccessRequest = Readonly<{
  capabilities: readonly Capability[];
  fields: JsonObject;
  canonicalizer?: Canonicalizer | undefined;
  wrapSeconds: number | null;
}>;

const denial: ReadonlySet<Capability> = new Set(["deny"]);

export function effectiveCapabilities(capabilities: Iterable<Capability>): ReadonlySet<Capability> {
  const all = new Set(capabilities);
  return all.has("deny") ? denial : all;
}

export function mayAnything(capabilities: ReadonlySet<Capability>): boolean {
  return capabilities.size > 0 && !capabilities.has("deny");
}

/**
 * Combines two grants of the same path: all capabilities, or only `deny` if in either; the lower of the wrapping times
 * that are set; the parameters of both.
 */
export function mergedGrants(one: Grant, other: Grant): Grant {
  return {
    capabilities: effectiveCapabilities([...one.capabilities, ...other.capabilities]),
    minWrappingSeconds: lower(one.minWrappingSeconds, other.minWrappingSeconds),
    maxWrappingSeconds: lower(one.maxWrappingSeconds, other.maxWrappingSeconds),
    allowedParameters: mergedParameters(one.allowedParameters, other.allowedParameters),
    deniedParameters: mergedParameters(one.deniedParameters, other.deniedParameters),
    requiredParameters: [...new Set([...one.requiredParameters, ...other.requiredParameters])],
  };
}

function lower(one: number, other: number): number {
  return one === 0 || other === 0 ? Math.max(one, other) : Math.min(one, other);
}

const withFields: ReadonlySet<Capability> = new Set(["create", "patch", "read", "update"]);

export function permits(grant: Grant, { capabilities, fields, canonicalizer, wrapSeconds }: AccessRequest): boolean {
  for (const capability of capabilities) if (!grant.capabilities.has(capability)) return false;
  const { minWrappingSeconds: least, maxWrappingSeconds: most } = grant;
  if (least > 0 && (wrapSeconds === null || wrapSeconds < least)) return false;
  if (most > 0 && (wrapSeconds === null || wrapSeconds > most)) return false;
  return (
    !capabilities.some((capability) => withFields.has(capability)) || areParametersAllowed(grant, fields, canonicalizer)
  );
}
