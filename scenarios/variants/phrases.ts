import { defineParameterType } from "@cucumber/cucumber";
import type { RehearsalWorld } from "../world.ts";

/** A pattern of a phrase, and its meaning in a scenario. The further arguments are the groups of the pattern. */
export type Phrase<Meaning> = readonly [
  pattern: RegExp,
  meaning: (world: RehearsalWorld, ...groups: string[]) => Meaning,
];

/** The value of a parameter: returns the meaning of the phrase in a scenario. */
export type Meaning<Value> = (world: RehearsalWorld) => Value;

/** Defines a parameter type that matches the phrases of a table. */
export function definePhrases<Value>(name: string, phrases: readonly Phrase<Value>[]): void {
  defineParameterType({
    name,
    regexp: new RegExp(phrases.map(([{ source }]) => source.replace(/\((?!\?)/g, "(?:")).join("|")),
    transformer(words: string): Meaning<Value> {
      for (const [pattern, meaning] of phrases) {
        const [whole, ...groups] = new RegExp(`^(?:${pattern.source})$`).exec(words) ?? [];
        if (whole !== undefined) return (world) => meaning(world, ...groups);
      }
      throw new Error(`no such ${name}: ${words}`);
    },
  });
}
