import type { Log } from "../../ports/log.ts";
import { Problem } from "../problem.ts";
import { reasonOf } from "./reason.ts";

/** Returns the Problem "failed" for an error of the store; returns a Problem unchanged. */
export function unsaved(cause: unknown): Problem {
  return cause instanceof Problem ? cause : new Problem("failed", "the change could not be saved", { cause });
}

/** Waits for a commit. Throws a Problem if it fails, and logs the store's error. */
export async function saved(commit: Promise<void>, log: Log): Promise<void> {
  try {
    await commit;
  } catch (cause) {
    if (!(cause instanceof Problem)) log.error("a change was not saved", { reason: reasonOf(cause) });
    throw unsaved(cause);
  }
}
