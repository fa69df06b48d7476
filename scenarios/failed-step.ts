import { setDefinitionFunctionWrapper } from "@cucumber/cucumber";
import { CannotBePlayed } from "#harness/capabilities/missing-capability.ts";
import { diskTrouble } from "#harness/files/disk-full.ts";
import { whyUnavailable } from "#harness/reaper/unavailable.ts";
import { notJudgedMediaType, notPlayedMediaType } from "#harness/reports/not-played.ts";
import { failOnInternalError } from "./foreseen.ts";
import { whileResponding } from "./while-responding.ts";
import { RehearsalWorld } from "./world.ts";

type Definition = (this: unknown, ...words: unknown[]) => unknown;

// What becomes of a step that throws. When what it needs does not start or has died, it says nothing of the service: the scenario is skipped, and says what
// was lost. When its stage cannot do what it asked for, the scenario is not played. Otherwise the step failed: it says which exchange it judged, and its error keeps no secret.
setDefinitionFunctionWrapper((definition: Definition): Definition => {
  return async function (this: unknown, ...words) {
    if (!(this instanceof RehearsalWorld)) return await definition.apply(this, [...words]);
    this.exchanges.begin();
    try {
      return await whileResponding(
        () => this.exchanges.count,
        () => failOnInternalError(this, () => definition.apply(this, [...words])),
      );
    } catch (error) {
      if (error instanceof CannotBePlayed) {
        this.attach(error.message, notPlayedMediaType);
        return "skipped";
      }
      const lost = diskTrouble(error) ?? whyUnavailable(error) ?? (this.isSet ? await this.stage.lost() : undefined);
      if (lost !== undefined) {
        this.attach(lost, notJudgedMediaType);
        return "skipped";
      }
      this.exchanges.failed(error);
      if (error instanceof Error) error.stack = withoutMachinery(error.stack ?? "");
      throw error;
    } finally {
      this.exchanges.end();
    }
  };
});

/** Places in a stack that are neither the step's nor the harness's: this wrapper, what the runner wraps it in, and Node. */
const machinery = /^\s+at .*(?:scenarios\/(?:failed-step|foreseen)\.ts|node_modules\/util-arity\/|node:internal\/)/;

function withoutMachinery(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => !machinery.test(line))
    .join("\n");
}
