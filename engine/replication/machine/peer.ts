/** A cluster at the other end of an authenticated connection: the id of a secondary, or {@link upstreamPeer}. */
export type PeerId = string;

/** The name of the connection that a secondary dials. No secondary may have this id. */
export const upstreamPeer: PeerId = "the primary";

/** Where a peer can be reached, by its own account. */
export type Addresses = Readonly<{ api: string; cluster: string }>;
