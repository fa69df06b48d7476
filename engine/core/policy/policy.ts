import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { parseHcl } from "./hcl.ts";

const capabilities = ["create", "read", "update", "delete", "list", "sudo", "patch", "deny"] as const;

/** What a policy may allow on a path; `deny` takes all the others away. */
export type Capability = (typeof capabilities)[number];

/** One path rule. `path` may end in `*` (a prefix) and have `+` for one whole segment. */
export type Rule = Readonly<{ path: string; capabilities: ReadonlySet<Capability> }>;

export type Policy = readonly Rule[];

/** Reads a policy in HCL or JSON. Throws a Problem "refused" that says where it is wrong. */
export function parsePolicy(text: string): Policy {
  let document: JsonObject;
  try {
    document = parseHcl(text);
  } catch (cause) {
    throw new Problem("refused", `failed to parse policy: ${(cause as Error).message}`, { cause });
  }
  const rules: Rule[] = [];
  for (const [key, value] of Object.entries(document)) {
    if (key === "name") continue;
    if (key !== "path" || !isJsonObject(value)) throw refusal(`invalid key ${quoted(key)}; allowed is path`);
    for (const [path, rule] of Object.entries(value)) rules.push(parseRule(path, rule));
  }
  return rules;
}

function parseRule(path: string, rule: Json): Rule {
  if (!isJsonObject(rule)) throw refusal(`path ${quoted(path)}: expected a block`);
  if (path.includes("+*")) throw refusal(`path ${quoted(path)}: invalid use of wildcards ('+*' is forbidden)`);
  for (const key of Object.keys(rule)) {
    if (key !== "capabilities")
      throw refusal(`path ${quoted(path)}: invalid key ${quoted(key)}; allowed is capabilities`);
  }
  const listed = rule.capabilities ?? [];
  if (!Array.isArray(listed)) throw refusal(`path ${quoted(path)}: capabilities must be a list`);
  return { path: path.replace(/^\//, ""), capabilities: new Set(listed.map((word: Json) => capabilityOf(word, path))) };
}

function capabilityOf(word: Json, path: string): Capability {
  const found = capabilities.find((capability) => capability === word);
  if (!found) throw refusal(`path ${quoted(path)}: invalid capability ${quoted(String(word))}`);
  return found;
}

function refusal(why: string): Problem {
  return new Problem("refused", `failed to parse policy: ${why}`);
}
