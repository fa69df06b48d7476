import type { Json } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { parseDuration } from "../../api/values/duration.ts";
import { type HclObject, type HclValue, lastValueOf, objectsOf, plainValue } from "../hcl/document.ts";
import { type Capability, capabilities } from "./capability.ts";
import { effectiveCapabilities, type Grant } from "./grant.ts";
import { mergedValues, type Parameters } from "./parameters.ts";
import { checkKeys } from "./unknown-keys.ts";

const known = [
  "comment",
  "policy",
  "capabilities",
  "allowed_parameters",
  "denied_parameters",
  "required_parameters",
  "min_wrapping_ttl",
  "max_wrapping_ttl",
];
const unenforced = ["control_group", "mfa_methods"];

const legacyPolicies: Readonly<Record<string, readonly Capability[]>> = {
  deny: ["deny"],
  read: ["read", "list"],
  write: ["create", "read", "update", "delete", "list"],
  sudo: ["create", "read", "update", "delete", "list", "sudo"],
};

/**
 * Parses the block of a rule. Throws a Problem "refused" if it is invalid. `about` describes the rule in error texts.
 */
export function parseGrant(body: HclObject, about: string): Grant {
  const refuse = (why: string) => new Problem("refused", `${about} ${why}`);
  for (const { keys } of body.items) if (unenforced.includes(keys[0])) throw refuse(`${keys[0]} is not supported`);
  checkKeys(body, known, `${about} `);
  const seconds = (name: string) => secondsIn(name, body);
  const [minWrappingSeconds, maxWrappingSeconds] = [seconds("min_wrapping_ttl"), seconds("max_wrapping_ttl")];
  if (maxWrappingSeconds > 0 && maxWrappingSeconds < minWrappingSeconds) {
    throw new Problem("refused", "max_wrapping_ttl cannot be less than min_wrapping_ttl");
  }
  const listed = [...listIn("capabilities", body, refuse), ...legacyCapabilitiesIn(body, refuse)];
  return {
    capabilities: effectiveCapabilities(listed.map((word) => capabilityOf(word, refuse))),
    minWrappingSeconds,
    maxWrappingSeconds,
    allowedParameters: parametersIn("allowed_parameters", body, refuse),
    deniedParameters: parametersIn("denied_parameters", body, refuse),
    requiredParameters: listIn("required_parameters", body, refuse).map((name) => name.toLowerCase()),
  };
}

type Refuse = (why: string) => Problem;

function valuesOf(name: string, { items }: HclObject): readonly HclValue[] {
  return items.filter(({ keys }) => keys.length === 1 && keys[0] === name).map(({ value }) => value);
}

function listIn(name: string, body: HclObject, refuse: Refuse): readonly string[] {
  return valuesOf(name, body).flatMap((value) => {
    if (!Array.isArray(value)) throw refuse(`${name} must be a list`);
    return (value as readonly HclValue[]).map((item) => {
      if (typeof item !== "string") throw refuse(`${name} must be a list of texts`);
      return item;
    });
  });
}

function legacyCapabilitiesIn(body: HclObject, refuse: Refuse): readonly string[] {
  const policy = lastValueOf(body, "policy");
  if (policy === undefined || policy === "") return [];
  const found =
    typeof policy === "string" && Object.hasOwn(legacyPolicies, policy) ? legacyPolicies[policy] : undefined;
  if (!found) throw refuse(`invalid policy ${quoted(String(plainValue(policy)))}`);
  return found;
}

function capabilityOf(word: string, refuse: Refuse): Capability {
  const found = capabilities.find((capability) => capability === word);
  if (!found) throw refuse(`invalid capability ${quoted(word)}`);
  return found;
}

function parametersIn(name: string, body: HclObject, refuse: Refuse): Parameters {
  const blocks = body.items.filter(({ keys }) => keys[0] === name);
  const objects = blocks.flatMap(({ keys, value }) => {
    const found = keys.length === 1 ? objectsOf(value) : undefined;
    if (!found) throw refuse(`${name} must be a block of lists`);
    return found;
  });
  const parameters = new Map<string, readonly Json[]>();
  for (const { keys, value } of objects.flatMap(({ items }) => items)) {
    const key = keys[0].toLowerCase();
    const values = plainValue(value);
    const list = Array.isArray(values) ? (values as readonly Json[]) : [values];
    parameters.set(key, mergedValues(parameters.get(key), list));
  }
  return parameters;
}

function secondsIn(name: string, body: HclObject): number {
  const value = lastValueOf(body, name) ?? 0;
  try {
    if (typeof value === "string" || typeof value === "number") return parseDuration(value);
    throw new Error("could not parse duration from input");
  } catch (cause) {
    throw new Problem("refused", `error parsing ${name}: ${(cause as Error).message}`, { cause });
  }
}
