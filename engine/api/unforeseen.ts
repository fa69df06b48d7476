import type { Log } from "../ports/log.ts";
import { Problem } from "./problem.ts";
import { shownPath } from "./shown-path.ts";

/** What a client is told of a programmer's error, which is logged with its place: the Problem says nothing of it. */
export function unforeseen(
  error: unknown,
  { requestId, target }: Readonly<{ requestId: string; target: string }>,
  log: Log,
): Problem {
  // The message may hold what the caller sent; the frames of the stack only say where.
  const frames =
    error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at ")) : [];
  log.error("a request failed unforeseen", {
    request_id: requestId,
    path: shownPath(target),
    name: error instanceof Error ? error.name : typeof error,
    at: frames.join("\n"),
  });
  return new Problem("failed", "internal error", { cause: error });
}
