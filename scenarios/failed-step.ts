import { setDefinitionFunctionWrapper } from "@cucumber/cucumber";
import { CannotBePlayed } from "#harness/capabilities/missing-capability.ts";
import { diskTrouble } from "#harness/files/disk-full.ts";
import { whyUnavailable } from "#harness/reaper/unavailable.ts";
import { notJudgedMediaType, notPlayedMediaType } from "#harness/reports/not-played.ts";
import { CoreWait } from "#harness/stages/core-wait.ts";
import { InternalErrorFailure } from "#harness/stages/internal-errors.ts";
import { whileResponding } from "#harness/stages/while-responding.ts";
import { failOnInternalError } from "./foreseen.ts";
import { RehearsalWorld } from "./world.ts";

type Definition = (this: unknown, ...words: unknown[]) => unknown;

// Handles a step that throws. If its stage lacks a capability, the scenario is skipped as not played. If the error says
// nothing about the service, such as a full disk, a dead server, an overloaded computer or a token of a target that may
// not do enough, the scenario is skipped with this reason.
setDefinitionFunctionWrapper((definition: Definition): Definition => {
  return async function (this: unknown, ...words) {
    if (!(this instanceof RehearsalWorld)) return await definition.apply(this, [...words]);
    this.exchanges.begin();
    const coreWait = new CoreWait();
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
      const isTimed = this.isSet && this.stage.name !== "simulated" && !(error instanceof InternalErrorFailure);
      const overload = isTimed ? coreWait.overload : undefined;
      const unavailable = diskTrouble(error) ?? whyUnavailable(error);
      const lost = unavailable ?? (this.isSet ? await this.stage.lost(this.exchanges.judged) : undefined) ?? overload;
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

const machinery = /^\s+at .*(?:scenarios\/(?:failed-step|foreseen)\.ts|node_modules\/util-arity\/|node:internal\/)/;

function withoutMachinery(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => !machinery.test(line))
    .join("\n");
}
