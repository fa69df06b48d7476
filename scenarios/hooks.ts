import { After, AfterAll, Before, defineParameterType, Status, setDefaultTimeout } from "@cucumber/cucumber";
import { expect } from "chai";
import { CannotBePlayed, reasons } from "#harness/capabilities/missing-capability.ts";
import { BrokenInvariant } from "#harness/checkers/broken-invariant.ts";
import { judgementsMediaType } from "#harness/checkers/judgements.ts";
import { whyUnavailable } from "#harness/reaper/unavailable.ts";
import { lineOf } from "#harness/reports/line-of.ts";
import { logAround, logMediaType } from "#harness/reports/log-excerpt.ts";
import { notJudgedMediaType, notPlayedMediaType } from "#harness/reports/not-played.ts";
import { InternalErrorFailure, internalErrors } from "#harness/stages/internal-errors.ts";
import { closeStages, openStage } from "#harness/stages/open-stage.ts";
import { clustersNamed, clustersOf } from "./clusters-of.ts";
import { clientNames, clusterNames, holderNames, personNames } from "./names.ts";
import { Needs, untouchedTag } from "./needs.ts";
import { whyOutdated } from "./outdated.ts";
import type { RehearsalWorld } from "./world.ts";

/** Maximum time in which a stage opens or closes, in milliseconds. */
const timeout = 600_000;

// Steps end by `whileResponding`.
setDefaultTimeout(-1);

const names = { cluster: clusterNames, person: personNames, holder: holderNames, client: clientNames };
for (const [name, regexp] of Object.entries(names)) defineParameterType({ name, regexp, transformer: String });

Before({ timeout }, async function (this: RehearsalWorld, { pickle, gherkinDocument }) {
  const place = `${pickle.uri}:${lineOf(pickle.astNodeIds, gherkinDocument.feature)}`;
  const sealed = pickle.tags.some(({ name }) => name === untouchedTag);
  const needs = new Needs(pickle.tags.map(({ name }) => name));
  const wishes = {
    sealed,
    clusters: clustersOf(pickle, gherkinDocument),
    named: clustersNamed(pickle),
    replicates: !needs.isAboutOneCluster,
    text: [pickle.name, ...pickle.steps.map(({ text }) => text)].join("\n"),
  };
  const inapplicable = whyOutdated(pickle.tags, this.parameters);
  if (inapplicable !== undefined) {
    this.attach(inapplicable, notPlayedMediaType);
    return "skipped";
  }
  const stage = await openStage(this.parameters, place, wishes).catch((error: unknown) => {
    if (error instanceof CannotBePlayed) this.attach(error.message, notPlayedMediaType);
    else {
      const lost = whyUnavailable(error);
      if (lost === undefined) throw error;
      this.attach(lost, notJudgedMediaType);
    }
    return undefined;
  });
  if (stage === undefined) return "skipped";
  this.setStage(stage, needs);
  for (const need of needs.capabilities) {
    if (stage.capabilities.has(need)) continue;
    this.attach(reasons[need], notPlayedMediaType);
    return "skipped";
  }
  return undefined;
});

After({ timeout }, async function (this: RehearsalWorld, { result }) {
  // An interrupted rehearsal skips scenarios before their stage is set.
  if (!this.isSet) return;
  if (result?.status === Status.FAILED)
    this.attach(JSON.stringify(logAround(this.stage.logs(), this.exchanges.secrets.all)), logMediaType);
  const [internalError] = internalErrors(this.stage.logs());
  if (!this.clouds.isEmpty) await this.clouds.removeFrom(this.stage.cloud);
  try {
    await this.stage[Symbol.asyncDispose]();
  } catch (error) {
    const lost = whyUnavailable(error) ?? (await this.stage.lost());
    if (lost === undefined) throw error;
    this.attach(lost, notJudgedMediaType);
  }
  const broken = this.stage.judgements().filter(({ verdict }) => verdict === "broken");
  if (broken.length > 0) this.attach(JSON.stringify(broken), judgementsMediaType);
  // Failures that no step detects: in a background task of a cluster, or for a request whose response no step awaits.
  if (result?.status !== Status.PASSED) return;
  if (internalError) throw new InternalErrorFailure(internalError);
  if (broken.length > 0) throw new BrokenInvariant(broken);
  expect(this.refusals.broken, "what a refused request changed").to.deep.equal([]);
});

AfterAll({ timeout }, closeStages);
