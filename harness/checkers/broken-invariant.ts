import type { Judgement } from "./checker.ts";

/** What happened broke a rule that every history has to keep; the message is what the checkers say. */
export class BrokenInvariant extends Error {
  override readonly name = "BrokenInvariant";

  constructor(judgements: readonly Judgement[], options?: ErrorOptions) {
    super(judgements.map(told).join("\n"), options);
  }
}

function told(judgement: Judgement): string {
  const where = judgement.verdict === "broken" ? ` (event ${judgement.event})` : "";
  const why = judgement.verdict === "held" ? "" : `: ${judgement.sentence}`;
  return `${judgement.checker}${why}${where}`;
}
