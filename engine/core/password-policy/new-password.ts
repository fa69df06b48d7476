import type { Entropy } from "../../ports/entropy.ts";
import { FairChoice } from "./fair-choice.ts";
import { charactersOf, type PasswordPolicy } from "./password-policy.ts";

/** Drafts drawn before a policy counts as impossible: some ten milliseconds of work. */
const maxDrafts = 10_000;

/** What of a policy every password of it is drawn by. */
type Draws = Readonly<{
  characters: readonly string[];
  /** How many have to be from a set, and which of `characters` are in it. */
  demands: readonly Readonly<{ atLeast: number; isAmong: readonly boolean[] }>[];
}>;

/** What policies were found to ask for: that of most connections is one and the same. */
const known = new WeakMap<PasswordPolicy, Draws>();

function drawsOf(policy: PasswordPolicy): Draws {
  const found = known.get(policy);
  if (found) return found;
  const characters = charactersOf(policy.rules);
  const demands = policy.rules
    .filter(({ atLeast }) => atLeast > 0)
    .map((rule) => {
      const among = new Set(rule.characters);
      return { atLeast: rule.atLeast, isAmong: characters.map((character) => among.has(character)) };
    });
  const draws = { characters, demands };
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
  const drawn = new Uint8Array(policy.length);
  for (let draft = 0; draft < maxDrafts; draft += 1) {
    for (let at = 0; at < drawn.length; at += 1) drawn[at] = choice.below(characters.length);
    const fits = demands.every(
      ({ atLeast, isAmong }) => drawn.reduce((n, at) => (isAmong[at] ? n + 1 : n), 0) >= atLeast,
    );
    if (fits) return Array.from(drawn, (at) => characters[at]).join("");
  }
  return undefined;
}
