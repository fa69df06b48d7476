import type { EventOf } from "#harness/history/event.ts";
import { fieldsOf } from "./operator-command.ts";

/** True if a response has warnings, such as that a write has not yet arrived on the cluster. */
export function warns({ body }: EventOf<"answer">): boolean {
  return Array.isArray(fieldsOf(body).warnings);
}
