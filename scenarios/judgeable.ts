import { setDefinitionFunctionWrapper } from "@cucumber/cucumber";
import { diskTrouble } from "#harness/reports/no-room.ts";
import { notJudgedMediaType } from "#harness/reports/not-played.ts";
import { RehearsalWorld } from "./world.ts";

type Definition = (this: unknown, ...words: unknown[]) => unknown;

// A step that fails says nothing of the service when what it needs has died: the scenario is then skipped, and says what was lost.
setDefinitionFunctionWrapper((definition: Definition): Definition => {
  return async function (this: unknown, ...words) {
    try {
      return await definition.apply(this, [...words]);
    } catch (error) {
      if (!(this instanceof RehearsalWorld)) throw error;
      const lost = diskTrouble(error) ?? (this.isSet ? await this.stage.lost() : undefined);
      if (lost === undefined) throw error;
      this.attach(lost, notJudgedMediaType);
      return "skipped";
    }
  };
});
