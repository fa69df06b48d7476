/** Why one end of a link ends it. Closed: a code of a later version of the protocol is read as "unknown". */
export const goodbyeCodes = [
  /** The name is not registered, was revoked, or belongs to another key. */
  "unknown secondary",
  "other set",
  "not primary",
  /** No certificate was shown, or it has expired by the clock of the cluster that was dialled. */
  "certificate",
  /** Another version of the protocol: one of both ends may be about to be upgraded. */
  "protocol",
  /** The cluster is being sealed, or its process ends. */
  "stopping",
  /** The introductions took too long, as on a cluster that is overloaded. */
  "busy",
  /** A frame had no place where it came, or was none. */
  "fault",
  /** The connection is no longer wanted. */
  "closed",
  "unknown",
] as const;

export type GoodbyeCode = (typeof goodbyeCodes)[number];

/**
 * How a connection ended before the welcome: `refused` for good, by the cluster that was dialled; `turned away` by it, when the next attempt may
 * succeed; `misdirected`, when another cluster answered at the address; or `lost`, when nothing was said.
 */
export type Ending = "refused" | "turned away" | "misdirected" | "lost";

/**
 * Whether a goodbye in place of a welcome is final. Only then may the dialling cluster stop dialling: a secondary without data is wiped, and a promoted
 * cluster announces its era no more. What time, a restart or another clock changes is not.
 */
export function endingBy(code: GoodbyeCode): "refused" | "turned away" {
  switch (code) {
    case "unknown secondary":
    case "other set":
    case "not primary":
      return "refused";
    case "certificate":
    case "protocol":
    case "stopping":
    case "busy":
    case "fault":
    case "closed":
    case "unknown":
      return "turned away";
  }
}
