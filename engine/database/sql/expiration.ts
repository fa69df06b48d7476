import { timeParts } from "../../api/values/time.ts";
import type { Instant } from "../../ports/clock.ts";

/** Formats `instant` as a timestamp for statements, for example `2026-11-21 08:30:00+0000`. */
export function expirationText(instant: Instant): string {
  const [date, time] = timeParts(instant);
  return `${date} ${time}+0000`;
}
