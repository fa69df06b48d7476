import type { Judgement } from "./checker.ts";
import { rulesNote } from "./judgements.ts";

/** Thrown if a history breaks the rule of at least one checker. */
export class BrokenInvariant extends Error {
  override readonly name = "BrokenInvariant";

  constructor(judgements: readonly Judgement[], options?: ErrorOptions) {
    super([...judgements.map(formatJudgement), rulesNote].join("\n"), options);
  }
}

function formatJudgement(judgement: Judgement): string {
  const where = judgement.verdict === "broken" ? ` (event ${judgement.event})` : "";
  const why = judgement.verdict === "held" ? "" : `: ${judgement.sentence}`;
  return `${judgement.checker}${why}${where}`;
}
