import type { Entropy } from "../../ports/entropy.ts";
import { FairChoice } from "./fair-choice.ts";
import { charactersOf, type PasswordPolicy } from "./password-policy.ts";

/** Drafts drawn before a policy counts as impossible: some ten milliseconds of work. */
const maxDrafts = 10_000;

/**
 * A password under `policy`, each that fits as likely as any other: drafts are drawn until one fits. Undefined when none of many
 * did.
 */
export function newPassword({ length, rules }: PasswordPolicy, entropy: Entropy): string | undefined {
  const characters = charactersOf(rules);
  const choice = new FairChoice(entropy);
  const demands = rules
    .filter(({ atLeast }) => atLeast > 0)
    .map((rule) => ({ atLeast: rule.atLeast, among: new Set(rule.characters) }));
  for (let draft = 0; draft < maxDrafts; draft += 1) {
    const drawn = Array.from({ length }, () => characters[choice.below(characters.length)] ?? "");
    const fits = demands.every(({ atLeast, among }) => drawn.filter((letter) => among.has(letter)).length >= atLeast);
    if (fits) return drawn.join("");
  }
  return undefined;
}
