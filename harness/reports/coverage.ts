import { type Cause, causesOf, isJudged } from "#harness/reports/causes/causes.ts";
import { earlierReleaseTag, whyInapplicable } from "#harness/reports/conformance/releases.ts";
import { brokenStep, type Performance, type PlayedScenario, type PlayedStep } from "#harness/reports/performance.ts";
import type { Requirement } from "#harness/reports/requirements.ts";

/**
 * Verdict on a requirement. "broken": a scenario with its tag failed at a step that is not set-up, and the cause is not
 * attributed to another requirement. "not judged": such a scenario failed otherwise.
 */
type CoverageVerdict = "held" | "broken" | "not judged" | "not played";

export type Proof = Readonly<{
  /** Names of the feature and the scenario: `Feature › Scenario`. */
  scenario: string;
  verdict: CoverageVerdict;
  /** Null for "held" and "broken". */
  reason: string | null;
  because?: string;
}>;

/** Verdict on a requirement in a run, from the verdicts of its scenarios. `reason` is null for "held" and "broken". */
export type Coverage = Readonly<{
  verdict: CoverageVerdict;
  proofs: readonly Proof[];
  reason: string | null;
  /** Id that is broken by the cause for which this requirement is not judged, although its scenario was set up. */
  because?: string;
  members: readonly MemberCoverage[];
}>;

/** Verdict on a member of a requirement, and the scenarios (`Feature › Scenario`) with its tag. */
export type MemberCoverage = Readonly<{
  name: string;
  meaning: string;
  verdict: CoverageVerdict;
  scenarios: readonly string[];
  reason: string | null;
  because?: string;
}>;

/**
 * Returns the verdicts on all requirements. A requirement is held if at least one scenario has its tag, and all of
 * these scenarios passed. The same must be true of each of its members. `causes` has the causes of the failures.
 * With `release`, requirements that do not apply to this release are not played.
 */
export function coverageOf(
  performance: Performance,
  requirements: ReadonlyMap<string, Requirement>,
  causes: ReadonlyMap<PlayedScenario, Cause> = causesOf(performance.scenarios, requirements),
  release?: string,
): ReadonlyMap<string, Coverage> {
  const byTag = Map.groupBy(
    performance.scenarios.flatMap((scenario) => [...new Set(scenario.tags)].map((tag) => ({ tag, scenario }))),
    ({ tag }) => tag,
  );
  const proofsOf = (tag: string, requirement: Requirement) => {
    const inapplicable = release === undefined ? undefined : whyInapplicable(requirement, release);
    return (byTag.get(tag) ?? []).map(({ scenario }) => {
      const proof = proofOf(scenario, requirement.id, causes.get(scenario));
      const isSkipped = inapplicable !== undefined && !scenario.tags.includes(earlierReleaseTag);
      return isSkipped ? { scenario: proof.scenario, verdict: "not played" as const, reason: inapplicable } : proof;
    });
  };
  const leftOut = (tag: string) => performance.tagsLeftOut.has(tag);
  const verdicts = [...requirements.values()].map((requirement) => {
    const { id, members } = requirement;
    const judgedMembers = members.map(({ name, meaning }): MemberCoverage => {
      const tag = `@${id}:${name}`;
      const proofs = proofsOf(tag, requirement);
      return { name, meaning, ...judge(proofs, leftOut(tag)), scenarios: proofs.map(({ scenario }) => scenario) };
    });
    const proofs = proofsOf(`@${id}`, requirement);
    const whole = judge(proofs, leftOut(`@${id}`));
    const open = judgedMembers.find(({ verdict }) => verdict !== "held");
    const verdict = whole.verdict === "held" && open ? ofMember(open) : whole;
    return [id, { ...verdict, proofs, members: judgedMembers }] as const;
  });
  return new Map(verdicts);
}

function ofMember({ name, verdict, reason, because }: MemberCoverage): Judgement {
  return { verdict, reason: reason && `${name}: ${reason}`, ...(because === undefined ? {} : { because }) };
}

const precedence = ["broken", "not judged", "not played", "held"] as const;

/** Returns the proof that determines the verdict of all: the first broken one, or else not judged, not played or held. */
export function decisiveOf<One extends Readonly<{ verdict: CoverageVerdict }>>(
  proofs: readonly One[],
): One | undefined {
  return precedence.flatMap((verdict) => proofs.find((proof) => proof.verdict === verdict) ?? [])[0];
}

type Judgement = Pick<Coverage, "verdict" | "reason" | "because">;

function judge(proofs: readonly Proof[], leftOut: boolean): Judgement {
  const decisive = decisiveOf(proofs);
  if (decisive) {
    const { verdict, reason, because } = decisive;
    return { verdict, reason, ...(because === undefined ? {} : { because }) };
  }
  const reason = leftOut ? "its scenario was not chosen for this run" : "no scenario carries it yet";
  return { verdict: "not played", reason };
}

function proofOf(scenario: PlayedScenario, id: string, cause: Cause | undefined): Proof {
  return { scenario: `${scenario.feature} › ${scenario.name}`, ...verdictOf(scenario, id, cause) };
}

function verdictOf(scenario: PlayedScenario, id: string, cause: Cause | undefined): Judgement {
  if (scenario.verdict === "passed") return { verdict: "held", reason: null };
  if (scenario.verdict === "not played") return { verdict: "not played", reason: scenario.reason };
  const failed = brokenStep(scenario);
  // A hook's failure concerns the whole scenario, not one of its steps.
  if (!failed || failed.line === null) return notJudged("the scenario failed outside of its sentences");
  if (isJudged(scenario)) {
    const because = cause?.broken.has(id) ? null : cause?.id;
    if (!cause || !because) return { verdict: "broken", reason: null };
    return { ...notJudged(`because of ${because}: ${cause.title}`), because };
  }
  const because = cause?.request ? `because of ${cause.id ?? cause.title}: ` : "";
  return notJudged(`${because}${failed.isSetUp ? "set-up failed" : "the scenario failed"} at "${sentenceOf(failed)}"`);
}

function notJudged(reason: string): Judgement {
  return { verdict: "not judged", reason };
}

function sentenceOf({ keyword, text }: PlayedStep): string {
  return `${keyword} ${text}`.trim();
}
