import type { Log } from "../../ports/log.ts";
import { Problem } from "../problem.ts";
import { reasonOf } from "./reason.ts";

export function unsaved(cause: unknown): Problem {
  return cause instanceof Problem ? cause : new Problem("failed", "the change could not be saved", { cause });
}

/** Waits for a commit. A Problem is rethrown. Any other error is logged and replaced by a Problem "failed". */
export async function saved(commit: Promise<void>, log: Log): Promise<void> {
  try {
    await commit;
  } catch (cause) {
    if (!(cause instanceof Problem)) log.error("a change was not saved", { reason: reasonOf(cause) });
    throw unsaved(cause);
  }
}
