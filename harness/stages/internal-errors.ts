import type { LogLine } from "./stage.ts";

const internalErrorEvent = "failed with an internal error";

const programmersError = /^(?:Type|Range|Reference|Syntax|Assertion)Error\b/;

export function internalErrors(lines: readonly LogLine[]): readonly LogLine[] {
  return lines.filter(
    ({ level, event, facts: { name, reason } }) =>
      level === "error" &&
      (event.includes(internalErrorEvent) || [name, reason].some((text) => programmersError.test(String(text)))),
  );
}

/** Error: a cluster logged an internal error. The message contains the log line. */
export class InternalErrorFailure extends Error {
  override readonly name = "InternalErrorFailure";

  constructor({ cluster, event, facts }: LogLine, options?: ErrorOptions) {
    super(`${cluster} logged: ${event} ${JSON.stringify(facts)}`, options);
  }
}
