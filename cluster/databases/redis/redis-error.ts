import { ErrorReply, MultiErrorReply } from "@redis/client";
import { DatabaseRefusal } from "#engine/ports/databases.ts";
import { WireError } from "../wire.ts";

/** SQLSTATEs of Redis errors, by the beginning of the error text. */
const states: readonly (readonly [RegExp, string])[] = [
  [/^WRONGPASS\b/, "28P01"],
  [/^NOAUTH\b/, "28000"],
  [/^NOPERM\b/, "42501"],
  [/^ERR max number of clients reached/, "08004"],
  [/^(LOADING|BUSY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)\b/, "57P03"],
  [/^READONLY\b/, "25006"],
];
const otherState = "42000";

export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

export function redisError(error: unknown): WireError {
  if (error instanceof WireError) return error;
  if (error instanceof MultiErrorReply) return partial(error);
  const { message } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof ErrorReply) {
    const state = states.find(([pattern]) => pattern.test(message))?.[1] ?? otherState;
    return new WireError(new DatabaseRefusal(message, state), /^(08|57)/.test(state) ? "lost" : "answered");
  }
  const isUnanswered = error instanceof Unanswered || /timeout/i.test(message);
  return new WireError(
    new DatabaseRefusal(message || "the connection is lost", ""),
    isUnanswered ? "unanswered" : "lost",
  );
}

function partial({ replies, errorIndexes }: MultiErrorReply): WireError {
  const { refusal, state } = redisError(replies[errorIndexes[0] ?? 0]);
  const isPartial = errorIndexes.length < replies.length;
  return new WireError(new DatabaseRefusal(refusal.message, refusal.sqlState, { isPartial }), state);
}
