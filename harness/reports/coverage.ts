import { brokenStep, type Performance, type PlayedScenario, type PlayedStep } from "#harness/reports/performance.ts";
import type { Requirement } from "#harness/reports/requirements.ts";

/** What is known of a requirement. "Not judged": a scenario that carries it failed, and not at a sentence that proves it. */
type CoverageVerdict = "held" | "broken" | "not judged" | "not played";

/** What one scenario says of a requirement, and by which of its sentences; none named means by all of them. */
export type Proof = Readonly<{
  /** `Feature › Scenario`. */
  scenario: string;
  verdict: CoverageVerdict;
  sentences: readonly string[];
  /** Why it is not known whether it holds; null when it is known. */
  reason: string | null;
}>;

/** Whether a requirement was held on a run, what each scenario that carries its tag says of it, and why one does not know. */
export type Coverage = Readonly<{ verdict: CoverageVerdict; proofs: readonly Proof[]; reason: string | null }>;

/**
 * Every requirement's verdict. Held means that every scenario that carries it was played and did not fail at a sentence that proves it or
 * before it, and that there is one. Which sentences prove it is said by the remarks above them: an id that no remark of its scenario
 * names is proved by all of its sentences that have no remark, but for those that set it up.
 */
export function coverageOf(
  performance: Performance,
  requirements: ReadonlyMap<string, Requirement>,
): ReadonlyMap<string, Coverage> {
  const byTag = Map.groupBy(
    performance.scenarios.flatMap((scenario) => [...new Set(scenario.tags)].map((tag) => ({ tag, scenario }))),
    ({ tag }) => tag,
  );
  const verdicts = [...requirements.keys()].map((id) => {
    const proofs = (byTag.get(`@${id}`) ?? []).map(({ scenario }) => proofOf(id, scenario));
    return [id, judge(proofs, performance.tagsLeftOut.has(`@${id}`))] as const;
  });
  return new Map(verdicts);
}

/** What counts most comes first: one broken proof breaks the requirement, and one that is missing leaves it open. */
const gravity = ["broken", "not judged", "not played", "held"] as const;

function judge(proofs: readonly Proof[], leftOut: boolean): Coverage {
  for (const verdict of gravity) {
    const gravest = proofs.find((proof) => proof.verdict === verdict);
    if (gravest) return { verdict, proofs, reason: gravest.reason };
  }
  const reason = leftOut ? "its scenario was not chosen for this run" : "no scenario carries it yet";
  return { verdict: "not played", proofs, reason };
}

function proofOf(id: string, scenario: PlayedScenario): Proof {
  const name = `${scenario.feature} › ${scenario.name}`;
  const sentences = scenario.steps.filter(({ proves }) => proves?.includes(id)).map(spelled);
  return { scenario: name, sentences, ...verdictOf(id, scenario) };
}

function verdictOf(id: string, scenario: PlayedScenario): Pick<Proof, "verdict" | "reason"> {
  if (scenario.verdict === "passed") return { verdict: "held", reason: null };
  if (scenario.verdict === "not played") return { verdict: "not played", reason: scenario.reason };
  const failed = brokenStep(scenario);
  // What a hook found is true of the whole scenario, and of none of its sentences.
  if (!failed || failed.line === null) return notJudged("the scenario failed outside of its sentences");
  const steps = provingSteps(id, scenario);
  if (steps.includes(failed) && failed.verdict === "failed") return { verdict: "broken", reason: null };
  if (steps.length > 0 && steps.every(({ verdict }) => verdict === "passed")) return { verdict: "held", reason: null };
  return notJudged(`${failed.isSetUp ? "set-up failed" : "the scenario failed before"} at "${spelled(failed)}"`);
}

function notJudged(reason: string): Pick<Proof, "verdict" | "reason"> {
  return { verdict: "not judged", reason };
}

/** The steps that prove `id` in a scenario that carries it. */
function provingSteps(id: string, { steps }: PlayedScenario): readonly PlayedStep[] {
  const named = steps.filter(({ proves }) => proves?.includes(id));
  if (named.length > 0) return named;
  return steps.filter(({ proves, isSetUp }) => proves === undefined && !isSetUp);
}

function spelled({ keyword, text }: PlayedStep): string {
  return `${keyword} ${text}`.trim();
}
