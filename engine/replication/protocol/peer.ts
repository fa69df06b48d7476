/** Id under which an operator registered a secondary. */
export type SecondaryId = string;

/** Peer id of the cluster that this cluster dials. A symbol, so that it equals no id of a secondary. */
export const upstreamPeer = Symbol("the primary");

/**
 * The cluster at the other end of an authenticated connection: a secondary, or the cluster that this cluster dialled.
 */
export type PeerId = SecondaryId | typeof upstreamPeer;

export function nameOf(peer: PeerId): string {
  return peer === upstreamPeer ? "the primary" : peer;
}

export type Addresses = Readonly<{ api: string; cluster: string }>;
