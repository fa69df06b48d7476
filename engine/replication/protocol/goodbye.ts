/** Reasons to close a link. A code of a later protocol version is read as "unknown". */
export const goodbyeCodes = [
  /** The dialling cluster is not admitted under its name, or its key or secret is wrong. */
  "unknown secondary",
  "other set",
  "not primary",
  /**
   * The dialling cluster presented no readable certificate, or one that has expired by the clock of the dialled
   * cluster.
   */
  "certificate",
  /** The versions of the protocol differ: one of the clusters may be about to be upgraded. */
  "protocol",
  /** The sender is being sealed, or its process ends. */
  "stopping",
  /** The handshake took too long, for example on an overloaded cluster. */
  "busy",
  /** A frame was malformed, too long, or not allowed at this point. */
  "fault",
  /** Any other reason of the sender. */
  "closed",
  "unknown",
] as const;

export type GoodbyeCode = (typeof goodbyeCodes)[number];

/**
 * How a connection ended before the dialled cluster admitted this one. `refused`: the dialled cluster refuses it for
 * good; `deferred`: it refuses it now, and the next attempt may succeed; `misdirected`: another cluster answered at the
 * address; `lost`: no reply arrived, or the connection ended in another way.
 */
export type Ending = "refused" | "deferred" | "misdirected" | "lost";

/**
 * Returns whether a goodbye in place of a welcome is final. After a final goodbye a secondary without complete data is
 * wiped, and a promoted cluster no longer announces its era; a secondary with complete data continues to dial. A
 * refusal that may end with time, a restart or another clock is not final.
 */
export function endingBy(code: GoodbyeCode): "refused" | "deferred" {
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
      return "deferred";
  }
}
