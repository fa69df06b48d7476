import type { EventOf } from "#harness/history/event.ts";
import { fieldsOf } from "./operator-command.ts";

/** True if a response has warnings, such as that the cluster has not yet applied the write. */
export function warns({ body }: EventOf<"answer">): boolean {
  return Array.isArray(fieldsOf(body).warnings);
}
