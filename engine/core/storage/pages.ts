import type { Clock } from "../../ports/clock.ts";
import { yieldToEventLoop } from "../concurrency/yield-to-event-loop.ts";

/** Names that a scan reads at a time: some milliseconds of work, after which other requests run. */
const pageNames = 128;

/** Names that `read` gives in order, those after `after`, at most `limit`. */
export type NameReader = (window: Readonly<{ after: string; limit: number }>) => Promise<readonly string[]>;

/** All names, a page of `size` at a time. Names that come or go meanwhile may be among them or not. */
export async function* pages(
  read: NameReader,
  clock: Clock,
  size = pageNames,
): AsyncGenerator<readonly string[], void, undefined> {
  for (let after = ""; ; await yieldToEventLoop(clock)) {
    const names = await read({ after, limit: size });
    if (names.length > 0) yield names;
    if (names.length < size) return;
    after = names.at(-1) ?? "";
  }
}
