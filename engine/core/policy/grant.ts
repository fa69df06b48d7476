import type { JsonObject } from "../../api/json.ts";
import type { Spelling } from "../../api/spelling.ts";
import type { Capability } from "./capability.ts";
import { areParametersAllowed, mergedParameters, type Parameters } from "./parameters.ts";

/** What a rule allows on its path. */
export type Grant = Readonly<{
  /** `deny` stands alone. */
  capabilities: ReadonlySet<Capability>;
  /** Answers must be wrapped for as long at least; 0 where nothing is said. */
  minWrappingSeconds: number;
  /** Answers must be wrapped, and for no longer; 0 where nothing is said. */
  maxWrappingSeconds: number;
  allowedParameters: Parameters;
  deniedParameters: Parameters;
  requiredParameters: readonly string[];
}>;

/** What a request asks for, as far as policies judge it. */
export type AccessRequest = Readonly<{
  /** One of those that follow the verb, and `sudo` where the path asks for it. */
  capabilities: readonly Capability[];
  fields: JsonObject;
  /** In which other ways the same could be spelt; undefined where nothing is known of it. */
  spelling?: Spelling | undefined;
  /** For how long the answer shall be wrapped; null when it shall not. */
  wrapSeconds: number | null;
}>;

const denial: ReadonlySet<Capability> = new Set(["deny"]);

/** The capabilities a rule ends up with: `deny` leaves no other. */
export function effectiveCapabilities(capabilities: Iterable<Capability>): ReadonlySet<Capability> {
  const all = new Set(capabilities);
  return all.has("deny") ? denial : all;
}

/** Whether capabilities allow anything at all. */
export function mayAnything(capabilities: ReadonlySet<Capability>): boolean {
  return capabilities.size > 0 && !capabilities.has("deny");
}

/**
 * What two rules of one path allow together: either's capabilities, but `deny` wins; the lower of each wrapping time
 * (reference documentation, "Policies").
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

/** Verbs whose fields rules may speak of; the fields of a list or a deletion are the path. */
const withFields: ReadonlySet<Capability> = new Set(["create", "patch", "read", "update"]);

/** Whether the request is within what is granted. */
export function permits(grant: Grant, { capabilities, fields, spelling, wrapSeconds }: AccessRequest): boolean {
  for (const capability of capabilities) if (!grant.capabilities.has(capability)) return false;
  const { minWrappingSeconds: least, maxWrappingSeconds: most } = grant;
  if (least > 0 && (wrapSeconds === null || wrapSeconds < least)) return false;
  if (most > 0 && (wrapSeconds === null || wrapSeconds > most)) return false;
  return (
    !capabilities.some((capability) => withFields.has(capability)) || areParametersAllowed(grant, fields, spelling)
  );
}
