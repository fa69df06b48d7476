import type { Mutant } from "./mutant.ts";
import type { Played } from "./play.ts";

/**
 * Outcome of a mutant: all of its ids are broken; at least one holds; the same, as listed; or no
 * verdict, such as when the service does not start.
 */
export type Outcome = "caught" | "ESCAPED" | "escapes, as listed" | "NO VERDICT";

/** A mutant with its outcome. */
export type Judged = Readonly<{
  mutant: Mutant;
  outcome: Outcome;
  /** True if the outcome matches the list. */
  isAsListed: boolean;
  /** Reason if the outcome does not match the list. */
  remark?: string;
  /** Texts of the failed steps. */
  failedAt: readonly string[];
  /** Other ids that are broken. */
  others: readonly string[];
  milliseconds: number;
}>;

/** Judges a mutant by the results of its scenarios. */
export function judge(mutant: Mutant, { broken, failedAt, isLoaded, trouble, milliseconds }: Played): Judged {
  const others = broken.filter((id) => !mutant.ids.includes(id));
  const known = { mutant, failedAt, others, milliseconds };
  const why = trouble ?? (isLoaded ? undefined : "no scenario of its ids loads the file");
  if (why !== undefined) return { ...known, outcome: "NO VERDICT", isAsListed: false, remark: why };
  const missed = mutant.ids.filter((id) => !broken.includes(id));
  if (missed.length === 0) {
    if (mutant.escapes === undefined) return { ...known, outcome: "caught", isAsListed: true };
    return {
      ...known,
      outcome: "caught",
      isAsListed: false,
      remark: "the list says that it escapes: remove that line",
    };
  }
  if (mutant.escapes !== undefined) return { ...known, outcome: "escapes, as listed", isAsListed: true };
  return { ...known, outcome: "ESCAPED", isAsListed: false, remark: `still held: ${missed.join(" ")}` };
}
