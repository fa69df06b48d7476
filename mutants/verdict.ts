import type { Mutant } from "./mutant.ts";
import type { Played } from "./play.ts";

/**
 * What came of a mutant: its own ids fell; at least one of them stayed held; the same, as the list says; or nothing can be said, such as when
 * the service does not start with it.
 */
export type Outcome = "caught" | "ESCAPED" | "escapes, as listed" | "NO VERDICT";

/** A mutant with its outcome. */
export type Judged = Readonly<{
  mutant: Mutant;
  outcome: Outcome;
  /** Whether it came as the list says. */
  isAsListed: boolean;
  /** What is wrong, if not. */
  remark?: string;
  /** The texts of the steps that failed. */
  failedAt: readonly string[];
  /** Ids that fell as well. */
  others: readonly string[];
  milliseconds: number;
}>;

/** Judges a mutant by what came of the scenarios that carry its ids. */
export function judge(mutant: Mutant, { broken, failedAt, isLoaded, trouble, milliseconds }: Played): Judged {
  const others = broken.filter((id) => !mutant.ids.includes(id));
  const known = { mutant, failedAt, others, milliseconds };
  const why = trouble ?? (isLoaded ? undefined : "no scenario of its ids loads the file");
  if (why !== undefined) return { ...known, outcome: "NO VERDICT", isAsListed: false, remark: why };
  const missed = mutant.ids.filter((id) => !broken.includes(id));
  if (missed.length === 0) {
    if (mutant.escapes === undefined) return { ...known, outcome: "caught", isAsListed: true };
    return { ...known, outcome: "caught", isAsListed: false, remark: "the list says that it escapes: take that out" };
  }
  if (mutant.escapes !== undefined) return { ...known, outcome: "escapes, as listed", isAsListed: true };
  return { ...known, outcome: "ESCAPED", isAsListed: false, remark: `still held: ${missed.join(" ")}` };
}
