import { Problem, quoted } from "../../api/problem.ts";

/** Policies for internal use; `auth/token/create` refuses them. */
const unassignable = ["response-wrapping", "control-group"];

export type PolicyRequest = Readonly<{
  wanted: readonly string[];
  noDefaultPolicy: boolean;
  parent: readonly string[];
  /** True if the parent belongs to another namespace: the parent's policies do not apply in this one. */
  fromElsewhere: boolean;
  sudo: boolean;
  role?: PolicyRules | undefined;
}>;

export type PolicyRules = Readonly<{
  allowedPolicies: readonly string[];
  allowedPoliciesGlob: readonly string[];
  disallowedPolicies: readonly string[];
  disallowedPoliciesGlob: readonly string[];
  noDefaultPolicy: boolean;
}>;

/** Normalizes policy names: lower case, sorted, without duplicates; `root` excludes others. */
export function cleanPolicies(names: readonly string[], { addDefault }: { addDefault: boolean }): readonly string[] {
  const clean = names.map((name) => name.trim().toLowerCase()).filter((name) => name !== "");
  if (clean.includes("root")) return ["root"];
  return [...new Set(addDefault ? [...clean, "default"] : clean)].sort();
}

/**
 * Returns the policies of a new token. Throws a Problem "refused" with the reference's text if they are not permitted.
 */
export function policiesOfChild(request: PolicyRequest): readonly string[] {
  const policies = selectPolicies(request);
  const odd = policies.find((name) => unassignable.includes(name));
  if (odd !== undefined) throw new Problem("refused", `cannot assign policy ${quoted(odd)}`);
  if (policies.includes("root") && !request.parent.includes("root")) {
    throw new Problem("refused", "root tokens may not be created without parent token being root");
  }
  return policies;
}

function selectPolicies({
  wanted,
  noDefaultPolicy,
  parent,
  fromElsewhere,
  sudo,
  role,
}: PolicyRequest): readonly string[] {
  if (role && hasRules(role)) return selectPoliciesByRole(wanted, noDefaultPolicy, parent, role);
  if (fromElsewhere) return withoutDefault(wanted, { noDefaultPolicy, addDefault: true });
  if (wanted.length === 0) return noDefaultPolicy ? parent.filter((name) => name !== "default") : parent;
  if (sudo) return withoutDefault(wanted, { noDefaultPolicy, addDefault: true });
  const there = new Set(parent);
  const beyond = cleanPolicies(wanted, { addDefault: false }).filter((name) => !there.has(name));
  if (beyond.length > 0) throw new Problem("refused", "child policies must be subset of parent");
  return withoutDefault(wanted, { noDefaultPolicy, addDefault: parent.includes("default") });
}

function withoutDefault(
  names: readonly string[],
  { noDefaultPolicy, addDefault }: { noDefaultPolicy: boolean; addDefault: boolean },
): readonly string[] {
  const clean = cleanPolicies(names, { addDefault: addDefault && !noDefaultPolicy });
  return noDefaultPolicy ? clean.filter((name) => name !== "default") : clean;
}

function hasRules({ allowedPolicies, allowedPoliciesGlob, disallowedPolicies, disallowedPoliciesGlob }: PolicyRules) {
  return [allowedPolicies, allowedPoliciesGlob, disallowedPolicies, disallowedPoliciesGlob].some(
    (list) => list.length > 0,
  );
}

/** The result may exceed the parent's policies. */
function selectPoliciesByRole(
  wanted: readonly string[],
  noDefaultPolicy: boolean,
  parent: readonly string[],
  role: PolicyRules,
): readonly string[] {
  const isDisallowed = among(role.disallowedPolicies, role.disallowedPoliciesGlob);
  const addDefault = !noDefaultPolicy && !role.noDefaultPolicy && !isDisallowed("default");
  const restricts = role.allowedPolicies.length > 0 || role.allowedPoliciesGlob.length > 0;
  const allowed = cleanPolicies(role.allowedPolicies, { addDefault });
  const requested = wanted.length > 0 ? cleanPolicies(wanted, { addDefault }) : [];
  const isAllowed = among(allowed, role.allowedPoliciesGlob);
  if (restricts && requested.some((name) => !isAllowed(name))) {
    const [tokens, names, globs] = [requested, allowed, role.allowedPoliciesGlob].map(formatList);
    throw new Problem(
      "refused",
      `token policies (${tokens}) must be subset of the role's allowed policies (${names}) or glob policies (${globs})`,
    );
  }
  const policies = requested.length > 0 ? requested : restricts ? allowed : cleanPolicies(parent, { addDefault });
  const disallowed = policies.find(isDisallowed);
  if (disallowed !== undefined) {
    throw new Problem("refused", `token policy ${quoted(disallowed)} is disallowed by this role`);
  }
  return noDefaultPolicy ? policies.filter((name) => name !== "default") : policies;
}

function among(names: readonly string[], globs: readonly string[]): (name: string) => boolean {
  const exact = new Set(names);
  const split = globs.map((glob): SplitGlob => {
    const [first = "", ...middle] = glob.split("*");
    return { first, last: middle.pop(), middle };
  });
  return (name) => exact.has(name) || split.some((glob) => matches(glob, name));
}

type SplitGlob = Readonly<{ first: string; middle: readonly string[]; last: string | undefined }>;

function matches({ first, middle, last }: SplitGlob, name: string): boolean {
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of middle) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}

function formatList(names: readonly string[]): string {
  return `[${names.map(quoted).join(" ")}]`;
}
