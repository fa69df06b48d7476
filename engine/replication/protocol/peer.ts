/** The id under which an operator registered a secondary. */
export type SecondaryId = string;

/** The cluster that a secondary dials. A symbol, so that no id of a secondary can be taken for it. */
export const upstreamPeer = Symbol("the primary");

/** A cluster at the other end of an authenticated connection: a secondary, or the one that this cluster dialled. */
export type PeerId = SecondaryId | typeof upstreamPeer;

/** A peer as traces and logs call it. */
export function nameOf(peer: PeerId): string {
  return peer === upstreamPeer ? "the primary" : peer;
}

/** Where a peer can be reached, by its own account. */
export type Addresses = Readonly<{ api: string; cluster: string }>;
