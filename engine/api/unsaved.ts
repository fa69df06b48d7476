import type { Log } from "../ports/log.ts";
import { Problem } from "./problem.ts";
import { reasonOf } from "./reason.ts";

/** The Problem for a change that the store did not save: "failed", with the store's error as its cause. A Problem is returned unchanged. */
export function unsaved(cause: unknown): Problem {
  return cause instanceof Problem ? cause : new Problem("failed", "the change could not be saved", { cause });
}

/** Waits for a commit of the store. Throws a Problem; an error of the store is logged, since the client learns nothing of it. */
export async function saved(commit: Promise<void>, log: Log): Promise<void> {
  try {
    await commit;
  } catch (cause) {
    if (!(cause instanceof Problem)) log.error("a change was not saved", { reason: reasonOf(cause) });
    throw unsaved(cause);
  }
}
