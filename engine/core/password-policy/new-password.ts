import type { Entropy } from "../../ports/entropy.ts";
import { FairChoice } from "./fair-choice.ts";
import { charactersOf, type PasswordPolicy } from "./password-policy.ts";

const maxDrafts = 10_000;

type CompiledPolicy = Readonly<{
  characters: readonly string[];
  requirements: readonly Readonly<{ atLeast: number; isAmong: readonly boolean[] }>[];
}>;

const cache = new WeakMap<PasswordPolicy, CompiledPolicy>();

function compile(policy: PasswordPolicy): CompiledPolicy {
  const found = cache.get(policy);
  if (found) return found;
  const characters = charactersOf(policy.rules);
  const requirements = policy.rules
    .filter(({ atLeast }) => atLeast > 0)
    .map((rule) => {
      const among = new Set(rule.characters);
      return { atLeast: rule.atLeast, isAmong: characters.map((character) => among.has(character)) };
    });
  const compiled = { characters, requirements };
  cache.set(policy, compiled);
  return compiled;
}

/** Returns a random password that satisfies `policy`; undefined if {@link maxDrafts} drafts fail. */
export function newPassword(policy: PasswordPolicy, entropy: Entropy): string | undefined {
  const { characters, requirements } = compile(policy);
  const choice = new FairChoice(entropy);
  const drawn = new Uint8Array(policy.length);
  for (let draft = 0; draft < maxDrafts; draft += 1) {
    for (let at = 0; at < drawn.length; at += 1) drawn[at] = choice.below(characters.length);
    const fits = requirements.every(
      ({ atLeast, isAmong }) => drawn.reduce((n, at) => (isAmong[at] ? n + 1 : n), 0) >= atLeast,
    );
    if (fits) return Array.from(drawn, (at) => characters[at]).join("");
  }
  return undefined;
}
