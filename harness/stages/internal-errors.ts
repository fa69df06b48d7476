import type { LogLine } from "./stage.ts";

/** Part of the log message about a request, own or forwarded, that ended in an internal error. */
const internalErrorEvent = "failed with an internal error";

/** Errors that only a programming mistake throws, at the start of a name or reason. */
const programmersError = /^(?:Type|Range|Reference|Syntax|Assertion)Error\b/;

/** Returns log lines of our clusters about internal errors. Any such line fails a scenario. */
export function internalErrors(lines: readonly LogLine[]): readonly LogLine[] {
  return lines.filter(
    ({ level, event, facts: { name, reason } }) =>
      level === "error" &&
      (event.includes(internalErrorEvent) || [name, reason].some((text) => programmersError.test(String(text)))),
  );
}

/** A cluster of ours logged an internal error. The message contains the log line. */
export class InternalErrorFailure extends Error {
  override readonly name = "InternalErrorFailure";

  constructor({ cluster, event, facts }: LogLine, options?: ErrorOptions) {
    super(`${cluster} logged: ${event} ${JSON.stringify(facts)}`, options);
  }
}
