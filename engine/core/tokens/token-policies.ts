import { Problem, quoted } from "../../api/problem.ts";

/** Policies that the service itself stands on; no token is given one. */
const unassignable = ["response-wrapping", "control-group"];

/** What is known of a client that asks for a token with policies. */
export type PolicyRequest = Readonly<{
  /** As asked for; may be empty. */
  wanted: readonly string[];
  noDefaultPolicy: boolean;
  /** The policies of the parent. */
  parent: readonly string[];
  /** Whether the parent is of another namespace: its policies say nothing here. */
  fromElsewhere: boolean;
  /** Whether the caller has root or sudo rights here. */
  sudo: boolean;
  role?: PolicyRules | undefined;
}>;

/** What a token role says of policies. */
export type PolicyRules = Readonly<{
  allowedPolicies: readonly string[];
  allowedPoliciesGlob: readonly string[];
  disallowedPolicies: readonly string[];
  disallowedPoliciesGlob: readonly string[];
  noDefaultPolicy: boolean;
}>;

/**
 * Names of policies as they are compared and kept: in lower case, sorted, each once; two spellings of one name must not be two.
 * Besides `root` nothing counts.
 */
export function cleanPolicies(names: readonly string[], { addDefault }: { addDefault: boolean }): readonly string[] {
  const clean = names.map((name) => name.trim().toLowerCase()).filter((name) => name !== "");
  if (clean.includes("root")) return ["root"];
  return [...new Set(addDefault ? [...clean, "default"] : clean)].sort();
}

/** The policies of a new token. Throws a Problem with the reference's text when they may not be given. */
export function policiesOfChild(wish: PolicyRequest): readonly string[] {
  const policies = chosen(wish);
  const odd = policies.find((name) => unassignable.includes(name));
  if (odd !== undefined) throw new Problem("refused", `cannot assign policy ${quoted(odd)}`);
  if (policies.includes("root") && !wish.parent.includes("root")) {
    throw new Problem("refused", "root tokens may not be created without parent token being root");
  }
  return policies;
}

function chosen({ wanted, noDefaultPolicy, parent, fromElsewhere, sudo, role }: PolicyRequest): readonly string[] {
  if (role && hasRules(role)) return chosenByRole(wanted, noDefaultPolicy, parent, role);
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

/** A role lets its tokens have what the parent has not. */
function chosenByRole(
  wanted: readonly string[],
  noDefaultPolicy: boolean,
  parent: readonly string[],
  role: PolicyRules,
): readonly string[] {
  const isDisallowed = among(role.disallowedPolicies, role.disallowedPoliciesGlob);
  const addDefault = !noDefaultPolicy && !role.noDefaultPolicy && !isDisallowed("default");
  const restricts = role.allowedPolicies.length > 0 || role.allowedPoliciesGlob.length > 0;
  const allowed = cleanPolicies(role.allowedPolicies, { addDefault });
  const asked = wanted.length > 0 ? cleanPolicies(wanted, { addDefault }) : [];
  const isAllowed = among(allowed, role.allowedPoliciesGlob);
  if (restricts && asked.some((name) => !isAllowed(name))) {
    const [tokens, names, globs] = [asked, allowed, role.allowedPoliciesGlob].map(listed);
    throw new Problem(
      "refused",
      `token policies (${tokens}) must be subset of the role's allowed policies (${names}) or glob policies (${globs})`,
    );
  }
  const policies = asked.length > 0 ? asked : restricts ? allowed : cleanPolicies(parent, { addDefault });
  const disallowed = policies.find(isDisallowed);
  if (disallowed !== undefined) {
    throw new Problem("refused", `token policy ${quoted(disallowed)} is disallowed by this role`);
  }
  return noDefaultPolicy ? policies.filter((name) => name !== "default") : policies;
}

/** Whether a name is one of `names` or matches one of `globs`, in which `*` stands for any characters, anywhere. Asked for thousands of names. */
function among(names: readonly string[], globs: readonly string[]): (name: string) => boolean {
  const exact = new Set(names);
  const parted = globs.map((glob): Parted => {
    const [first = "", ...middle] = glob.split("*");
    return { first, last: middle.pop(), middle };
  });
  return (name) => exact.has(name) || parted.some((glob) => matches(glob, name));
}

/** A glob without its asterisks; `last` is what stands behind the last one, undefined where there is none. */
type Parted = Readonly<{ first: string; middle: readonly string[]; last: string | undefined }>;

function matches({ first, middle, last }: Parted, name: string): boolean {
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

/** A list as error texts show it: `["a" "b"]`. */
function listed(names: readonly string[]): string {
  return `[${names.map(quoted).join(" ")}]`;
}
