// Loaded beside the steps: counts the mutants that each scenario executes, and skips scenarios after the first failure.
import { Before } from "@cucumber/cucumber";
import { lineOf } from "#harness/reports/line-of.ts";
import { notPlayedMediaType } from "#harness/reports/not-played.ts";
import { isCaught } from "./caught.ts";
import { countFor } from "./switch.ts";

Before({ name: "the mutant has not been caught" }, function ({ pickle, gherkinDocument }) {
  countFor(`${pickle.uri}:${lineOf(pickle.astNodeIds, gherkinDocument.feature)}`);
  if (!isCaught()) return undefined;
  this.attach("an earlier scenario has caught the mutant", notPlayedMediaType);
  return "skipped";
});
