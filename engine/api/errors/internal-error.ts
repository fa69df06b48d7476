import type { Log } from "../../ports/log.ts";
import { Problem } from "../problem.ts";
import { shownPath } from "../values/shown-path.ts";
import { errorFacts } from "./error-facts.ts";

/** Logs an unexpected error with its stack frames. Returns the Problem for the client, whose text has no details. */
export function internalError(
  error: unknown,
  { requestId, target }: Readonly<{ requestId: string; target: string }>,
  log: Log,
): Problem {
  log.error("a request failed with an internal error", {
    request_id: requestId,
    path: shownPath(target),
    ...errorFacts(error),
  });
  return new Problem("failed", "internal error", { cause: error });
}
