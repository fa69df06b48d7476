import { Problem, quoted } from "../../api/problem.ts";
import { blocksOf, type HclBlock, type HclObject, isHclObject } from "../hcl/document.ts";
import { HclError } from "../hcl/hcl-error.ts";
import { parseHcl } from "../hcl/parse-hcl.ts";
import { parseGrant } from "./parse-grant.ts";
import { type PolicyLimits, policyLimits } from "./policy-limits.ts";
import type { Rule } from "./rules.ts";
import { isTemplate } from "./template.ts";
import { checkKeys } from "./unknown-keys.ts";

export type Policy = Readonly<{ rules: readonly Rule[]; templates: readonly Rule[] }>;

/** Parses a policy in HCL or JSON. Throws a Problem "refused", with the position of a syntax error. */
export function parsePolicy(text: string, limits: PolicyLimits = policyLimits): Policy {
  if (text.length > limits.policyCharacters) throw refusal(`longer than ${limits.policyCharacters} characters`);
  try {
    return policyIn(parseHcl(text), limits);
  } catch (cause) {
    if (cause instanceof HclError || cause instanceof Problem) throw refusal(cause.message, cause);
    throw cause;
  }
}

function policyIn(document: HclObject, limits: PolicyLimits): Policy {
  checkKeys(document, ["name", "path"], "");
  const blocks = blocksOf(document, "path");
  if (!blocks) throw new Problem("refused", 'a path is written as path "…" {…}');
  if (blocks.length > limits.policyRules) throw new Problem("refused", `more than ${limits.policyRules} paths`);
  const rules = blocks.map((block) => ruleIn(block, limits));
  return {
    rules: rules.filter(({ path }) => !isTemplate(path)),
    templates: rules.filter(({ path }) => isTemplate(path)),
  };
}

function ruleIn({ label, value }: HclBlock, limits: PolicyLimits): Rule {
  const about = `path ${quoted(label)}:`;
  const refuse = (why: string) => new Problem("refused", why);
  if (label.length > limits.policyPathCharacters)
    throw refuse(`a path is longer than ${limits.policyPathCharacters} characters`);
  // throws if braces are unbalanced
  isTemplate(label);
  if (!isHclObject(value)) throw refuse(`${about} expected a block`);
  const grant = parseGrant(value, about);
  const path = label.startsWith("/") ? label.slice(1) : label;
  if (path.includes("+*")) throw refuse(`path ${quoted(path)}: invalid use of wildcards ('+*' is forbidden)`);
  return { path, grant };
}

function refusal(why: string, cause?: Error): Problem {
  return new Problem("refused", `failed to parse policy: ${why}`, { cause });
}
