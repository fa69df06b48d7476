import {
  After,
  Before,
  defineParameterType,
  Status,
  setDefaultTimeout,
  setDefinitionFunctionWrapper,
} from "@cucumber/cucumber";
import { logAround, logMediaType } from "#harness/reports/log-excerpt.ts";
import { notPlayedMediaType } from "#harness/reports/not-played.ts";
import { openStage } from "#harness/stages/open-stage.ts";
import type { Capability } from "#harness/stages/stage.ts";
import { RehearsalWorld } from "./world.ts";

/** A step waits as long as its stage finds reasonable; this only ends what hangs. */
const stepTimeoutMilliseconds = 90_000;

setDefaultTimeout(stepTimeoutMilliseconds);

defineParameterType({ name: "cluster", regexp: /Oslo|Lima|Kyoto/, transformer: (name: string) => name });
defineParameterType({ name: "person", regexp: /Ada|Bob|Jane|Mallory/, transformer: (name: string) => name });

/** A step that throws says which exchange it judged, and its error keeps no secret. */
setDefinitionFunctionWrapper(
  (step: (...words: readonly unknown[]) => unknown) =>
    async function (this: unknown, ...words: readonly unknown[]) {
      if (this instanceof RehearsalWorld) this.exchanges.begin();
      try {
        return await step.apply(this, [...words]);
      } catch (error) {
        if (this instanceof RehearsalWorld) this.exchanges.failed(error);
        if (error instanceof Error) error.stack = withoutMachinery(error.stack ?? "");
        throw error;
      }
    },
);

/** Places in a stack that are neither the step's nor the harness's: this wrapper, what the runner wraps it in, and Node. */
const machinery = /^\s+at .*(?:scenarios\/hooks\.ts|node_modules\/util-arity\/|node:internal\/)/;

function withoutMachinery(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => !machinery.test(line))
    .join("\n");
}

/** Says that a scenario begins with clusters that nobody has initialised. All others find theirs unsealed. */
const untouchedTag = "@untouched";

/** Why a stage that lacks a capability cannot play what needs it. */
const reasons: Readonly<Record<Capability, string>> = {
  "move-time": "time cannot be moved on this stage",
  cut: "links cannot be cut on this stage",
  swallow: "links cannot swallow anything on this stage",
  audit: "audit files cannot be looked at on this stage",
  restart: "clusters cannot be killed on this stage",
  signatures: "this cloud endpoint checks no signature",
};

Before(async function (this: RehearsalWorld, { pickle, gherkinDocument }) {
  const place = `${pickle.uri}:${lineOf(pickle.astNodeIds, gherkinDocument.feature)}`;
  const sealed = pickle.tags.some(({ name }) => name === untouchedTag);
  const stage = await openStage(this.parameters, place, { sealed });
  this.setStage(stage);
  for (const { name } of pickle.tags) {
    const need = name.startsWith("@needs-") ? (name.slice("@needs-".length) as Capability) : undefined;
    if (need === undefined || stage.capabilities.has(need)) continue;
    this.attach(reasons[need], notPlayedMediaType);
    return "skipped";
  }
  return undefined;
});

After(async function (this: RehearsalWorld, { result }) {
  // A rehearsal that is interrupted skips scenarios before their stage is set.
  if (!this.isSet) return;
  if (result?.status === Status.FAILED)
    this.attach(JSON.stringify(logAround(this.stage.logs(), this.exchanges.secrets.all)), logMediaType);
  for (const { name } of this.cloudUsers.values()) await this.stage.cloud.deleteUser(name);
  await this.stage[Symbol.asyncDispose]();
});

type Located = Readonly<{ id: string; location: { line: number } }>;

/** The line where a scenario, or the row of its examples, stands. */
function lineOf(ids: readonly string[], feature: unknown): number {
  const wanted = ids.at(-1);
  let line = 0;
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (isLocated(node) && node.id === wanted) line = node.location.line;
    for (const child of Object.values(node)) visit(child);
  };
  visit(feature);
  return line;
}

function isLocated(node: object): node is Located {
  return "id" in node && "location" in node;
}
