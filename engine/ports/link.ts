/** Certificate that a cluster presents to other clusters, and its private key, as PEM. */
export type Credentials = Readonly<{ certificate: string; privateKey: string }>;

/**
 * One end of an encrypted connection between two clusters. While the connection is open, each frame arrives complete,
 * once and in order.
 */
export interface Wire {
  /**
   * Certificate of the peer, as PEM. The peer has proved that it holds the private key. The caller must check who
   * signed the certificate and whether it is expired. Undefined if the peer presented no certificate, and on the
   * dialling end until `opened` is called.
   */
  readonly peer: string | undefined;
  send(frame: string): void;
  /**
   * Resolves when so few sent data wait for the peer that more may be sent, or when the wire is closed.
   * Returns undefined if more may be sent at once. Absent on wires on which more may always be sent.
   */
  drained?(): Promise<void> | undefined;
  /**
   * Marks the peer as authenticated. Before that, the wire limits how much data it accepts and how long
   * it stays open. Absent on wires that only clusters can open.
   */
  trust?(): void;
  close(): void;
}

/** Handlers for the events of a wire. After `closed` no handler is called. */
export interface WireListener {
  opened(): void;
  received(frame: string): void;
  closed(reason: string): void;
}

/** A request to the API of another cluster. `token` is a token of that cluster. */
export type PeerCall = Readonly<{
  /** API address of the other cluster, such as `http://127.0.0.1:8200`. */
  apiAddress: string;
  method: "POST";
  /** Path and query, such as `/v1/sys/wrapping/unwrap`. */
  target: string;
  token: string;
  body: string;
  timeoutMilliseconds: number;
  /**
   * Certificate authorities with which the certificate of an `https` address is verified. Default: those of the
   * platform.
   */
  roots?: TrustedRoots;
}>;

export type TrustedRoots = Readonly<{ file: string } | { folder: string }>;

export interface Link {
  /** Address to which other clusters open wires, such as `wss://127.0.0.1:8201`. */
  readonly clusterAddress: string;
  /** API address of this cluster, such as `http://127.0.0.1:8200`. Activation tokens contain it. */
  readonly apiAddress: string;
  /**
   * Sets the credentials that this cluster presents on incoming wires. Initially, and with undefined, incoming wires
   * are refused.
   */
  serveAs(credentials: Credentials | undefined): void;
  /** Opens a wire to another cluster. Later `opened` is called on `listener`, or `closed` with the reason. */
  dial(clusterAddress: string, credentials: Credentials, listener: WireListener): Wire;
  /**
   * Sends a request to the API of another cluster. Rejects if no response arrives, with an Error whose message is the
   * reason. Rejects with a Problem "refused" if `roots` contains no readable certificates.
   */
  call(call: PeerCall): Promise<Readonly<{ status: number; body: string }>>;
}
