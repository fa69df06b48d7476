import { defineParameterType } from "@cucumber/cucumber";
import { clusterNames } from "../names.ts";
import type { RehearsalWorld } from "../world.ts";
import { Phrases } from "./phrase-table.ts";

/** The value of a parameter: returns the meaning of a phrase in a scenario. */
export type Meaning<Value> = (world: RehearsalWorld) => Value;

/** The meanings of phrases, by phrase. The further arguments are the values in the phrase. */
export type Meanings<Value> = Readonly<Record<string, (world: RehearsalWorld, ...values: string[]) => Value>>;

/** Defines a parameter type that matches the phrases of a table. */
export function definePhrases<Value>(name: string, meanings: Meanings<Value>): void {
  const phrases = new Phrases(meanings, { cluster: clusterNames.source });
  defineParameterType({
    name,
    regexp: new RegExp(phrases.source),
    transformer(words: string): Meaning<Value> {
      const { entry, values } = phrases.find(words);
      return (world) => entry(world, ...values);
    },
  });
}
