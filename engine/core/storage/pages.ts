import type { Clock } from "../../ports/clock.ts";
import { yieldToEventLoop } from "../concurrency/yield-to-event-loop.ts";

const pageNames = 128;

export type NameReader = (window: Readonly<{ after: string; limit: number }>) => Promise<readonly string[]>;

/** Iterates over all names, page by page. Names that are added or removed meanwhile may be included or not. */
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
