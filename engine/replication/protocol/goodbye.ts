/** Reasons to close a link. A code of a later protocol version is read as "unknown". */
export const goodbyeCodes = [
  /** The name is not registered, was revoked, or belongs to another key. */
  "unknown secondary",
  "other set",
  "not primary",
  /** No certificate was presented, or it has expired by the clock of the dialled cluster. */
  "certificate",
  /** The versions of the protocol differ: one of the clusters may be about to be upgraded. */
  "protocol",
  /** The cluster is being sealed, or its process ends. */
  "stopping",
  /** The handshake took too long, for example on an overloaded cluster. */
  "busy",
  /** A frame is malformed, or not allowed at this point. */
  "fault",
  /** The connection is no longer wanted. */
  "closed",
  "unknown",
] as const;

export type GoodbyeCode = (typeof goodbyeCodes)[number];

/**
 * End of a connection before the welcome: `refused` for good by the dialled cluster; `turned away`
 * by it, when the next attempt may succeed; `misdirected`, when another cluster answered at the
 * address; or `lost`, when no reply came.
 */
export type Ending = "refused" | "turned away" | "misdirected" | "lost";

/**
 * Returns whether a goodbye instead of a welcome is final. Only after a final goodbye does the
 * dialling cluster stop dialling: a secondary without data is wiped, and a promoted cluster no
 * longer announces its era. A refusal that time, a restart or another clock may change is not
 * final.
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
