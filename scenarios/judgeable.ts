import { setDefinitionFunctionWrapper } from "@cucumber/cucumber";
import { notJudgedMediaType } from "#harness/reports/not-played.ts";
import { RehearsalWorld } from "./world.ts";

type Definition = (this: unknown, ...words: unknown[]) => unknown;

// A step that fails says nothing of the service when what it needs has died: the scenario is then skipped, and says what was lost.
setDefinitionFunctionWrapper((definition: Definition): Definition => {
  return async function (this: unknown, ...words) {
    try {
      return await definition.apply(this, [...words]);
    } catch (error) {
      const lost = this instanceof RehearsalWorld && this.isSet ? await this.stage.lost() : undefined;
      if (lost === undefined || !(this instanceof RehearsalWorld)) throw error;
      this.attach(lost, notJudgedMediaType);
      return "skipped";
    }
  };
});
