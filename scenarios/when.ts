import { defineParameterType } from "@cucumber/cucumber";
import type { Bound } from "#harness/stages/stage.ts";
import type { RehearsalWorld } from "./world.ts";

/** When a claim must be true: at once (no word), soon, eventually, or still after a while. */
export type When = "" | "soon" | "eventually" | "after a while";

defineParameterType({
  name: "when",
  regexp: /(?:soon |eventually |after a while )?/,
  transformer: (words: string) => words.trim() as When,
  useForSnippets: false,
});

/**
 * Maximum time for "soon" on a simulated stage, in virtual milliseconds: enough to forward, replicate and apply a
 * write.
 */
const promptly: Bound = { within: 2_000 };

/**
 * Checks a claim when the sentence says: at once; repeatedly until it is true, within the time in which a write is
 * forwarded, replicated and applied ("soon"), or within the time in which clusters recover ("eventually"); or once, after
 * time in which a wrong state would have appeared ("after a while").
 */
export async function checkWhen(world: RehearsalWorld, when: When, check: () => Promise<unknown>): Promise<void> {
  if (when === "after a while") await world.aWhile();
  if (when === "soon") await world.eventually(check, promptly);
  else if (when === "eventually") await world.eventually(check);
  else await check();
}
