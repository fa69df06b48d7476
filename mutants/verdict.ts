import type { Mutant } from "./mutant.ts";
import type { Played } from "./play.ts";

/**
 * Outcome of a mutant. "caught": all of its ids are broken, or not judged because of another of them. "ESCAPED": at least
 * one id is neither. "escapes, as listed": the same, and the list has a reason for it. "NO VERDICT": for example because
 * the service does not start.
 */
export type Outcome = "caught" | "ESCAPED" | "escapes, as listed" | "NO VERDICT";

export type Judged = Readonly<{
  mutant: Mutant;
  outcome: Outcome;
  isAsListed: boolean;
  remark?: string;
  failedAt: readonly string[];
  /** Ids other than the mutant's that are also broken. */
  others: readonly string[];
  milliseconds: number;
}>;

export function judge(mutant: Mutant, { broken, because, failedAt, isLoaded, trouble, milliseconds }: Played): Judged {
  const others = broken.filter((id) => !mutant.ids.includes(id));
  const known = { mutant, failedAt, others, milliseconds };
  const why = trouble ?? (isLoaded ? undefined : "no scenario of its ids loads the file");
  if (why !== undefined) return { ...known, outcome: "NO VERDICT", isAsListed: false, remark: why };
  // A report attributes a failure that breaks two ids in the same way to one of them.
  const missed = mutant.ids.filter((id) => !broken.includes(id) && !mutant.ids.includes(because[id] ?? ""));
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
