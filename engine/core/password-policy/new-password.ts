import type { Entropy } from "../../ports/entropy.ts";
import { FairChoice } from "./fair-choice.ts";
import { charactersOf, type PasswordPolicy } from "./password-policy.ts";

/** Drafts drawn before a policy counts as impossible: some ten milliseconds of work. */
const maxDrafts = 10_000;

/** What of a policy every password of it is drawn by. */
type Draws = Readonly<{
  characters: readonly string[];
  demands: readonly Readonly<{ atLeast: number; among: ReadonlySet<string> }>[];
}>;

/** What policies were found to ask for: that of most connections is one and the same. */
const known = new WeakMap<PasswordPolicy, Draws>();

function drawsOf(policy: PasswordPolicy): Draws {
  const found = known.get(policy);
  if (found) return found;
  const demands = policy.rules
    .filter(({ atLeast }) => atLeast > 0)
    .map(({ atLeast, characters }) => ({ atLeast, among: new Set(characters) }));
  const draws = { characters: charactersOf(policy.rules), demands };
  known.set(policy, draws);
  return draws;
}

/**
 * A password under `policy`, each that fits as likely as any other: drafts are drawn until one fits. Undefined when none of many
 * did.
 */
export function newPassword(policy: PasswordPolicy, entropy: Entropy): string | undefined {
  const { characters, demands } = drawsOf(policy);
  const choice = new FairChoice(entropy);
  for (let draft = 0; draft < maxDrafts; draft += 1) {
    const drawn = Array.from({ length: policy.length }, () => characters[choice.below(characters.length)] ?? "");
    const fits = demands.every(({ atLeast, among }) => drawn.filter((letter) => among.has(letter)).length >= atLeast);
    if (fits) return drawn.join("");
  }
  return undefined;
}
