import type { EventOf } from "#harness/history/event.ts";
import { fieldsOf } from "./operator-command.ts";

/** Whether an answer warns of something, such as that a write has not arrived on the cluster that answers. */
export function warns({ body }: EventOf<"answer">): boolean {
  return Array.isArray(fieldsOf(body).warnings);
}
