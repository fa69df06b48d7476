// Loaded beside the steps: counts the mutants that each scenario executes, and skips scenarios after the first failure.
import { Before } from "@cucumber/cucumber";
import { notPlayedMediaType } from "#harness/reports/not-played.ts";
import { isCaught } from "./caught.ts";
import { countFor } from "./switch.ts";

Before({ name: "the mutant has not been caught" }, function ({ pickle, gherkinDocument }) {
  countFor(`${pickle.uri}:${lineOf(pickle.astNodeIds.at(-1) ?? "", gherkinDocument)}`);
  if (!isCaught()) return undefined;
  this.attach("an earlier scenario has caught the mutant", notPlayedMediaType);
  return "skipped";
});

/** Returns the line of a scenario, or of its row of examples. */
function lineOf(id: string, node: unknown): number | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  if ("id" in node && node.id === id && "location" in node) return (node.location as { line: number }).line;
  for (const child of Object.values(node)) {
    const line = lineOf(id, child);
    if (line !== undefined) return line;
  }
  return undefined;
}
