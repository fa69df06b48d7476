import type { LogLine } from "./stage.ts";

/** What a cluster logs about a request, its own or a forwarded one, that ended in an unforeseen error. */
const internalErrorEvent = "failed unforeseen";

/** Errors that only a mistake in the program throws; they are told by their name or at the beginning of a reason. */
const programmersError = /^(?:Type|Range|Reference|Syntax|Assertion)Error\b/;

/**
 * The lines of our own clusters' logs that tell of a mistake in the program: a request that failed unforeseen, or an error that only
 * such a mistake throws. No scenario may end with one, whatever it expected: an internal error is no refusal.
 */
export function internalErrors(lines: readonly LogLine[]): readonly LogLine[] {
  return lines.filter(
    ({ level, event, facts: { name, reason } }) =>
      level === "error" &&
      (event.includes(internalErrorEvent) || [name, reason].some((told) => programmersError.test(String(told)))),
  );
}

/** A cluster of ours met an unforeseen error; the message is the line of its log. */
export class InternalErrorFailure extends Error {
  override readonly name = "UnforeseenFailure";

  constructor({ cluster, event, facts }: LogLine, options?: ErrorOptions) {
    super(`${cluster} logged: ${event} ${JSON.stringify(facts)}`, options);
  }
}
