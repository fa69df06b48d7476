import { existsSync } from "node:fs";
import { readHistory } from "#harness/history/read-history.ts";
import { Unreadable } from "#harness/history/unreadable.ts";
import { Collected } from "./collected.ts";
import type { DrawnHistory } from "./lanes.ts";

/**
 * Reads the last history in a file, which may be truncated. Resolves to undefined if there is no file or no history in
 * it.
 */
export async function readDrawn(path: string): Promise<DrawnHistory | undefined> {
  if (!existsSync(path)) return undefined;
  let collected: Collected | undefined;
  try {
    await readHistory(path, {
      begin(heading) {
        collected = new Collected(heading);
      },
      take: (event) => collected?.take(event),
    });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  return collected?.drawn(collected.end());
}
