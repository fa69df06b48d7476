/** Certificate that a cluster presents on its wires, and its private key. Both are PEM. */
export type Credentials = Readonly<{ certificate: string; privateKey: string }>;

/**
 * One end of an encrypted connection between two clusters. Frames arrive complete, in order and
 * once while the connection lasts.
 */
export interface Wire {
  /**
   * Certificate of the other end, as PEM. The other end has proved that it holds the private key;
   * the caller must check the signer and the expiry. Undefined if the other end presented none, and
   * on a dialled wire until `opened`.
   */
  readonly peer: string | undefined;
  send(frame: string): void;
  /**
   * Resolves when the other end has received enough of the sent frames; undefined if more may be
   * sent at once. Omitted if that is always so.
   */
  drained?(): Promise<void> | undefined;
  /**
   * Marks the other end as authenticated. Until then, the wire accepts only little data and closes
   * after a short time. Omitted if only clusters can connect.
   */
  trust?(): void;
  close(): void;
}

/** Receives the events of a wire. No event follows `closed`. */
export interface WireListener {
  opened(): void;
  received(frame: string): void;
  closed(reason: string): void;
}

/** A call of another cluster's API, without a token of this cluster. */
export type PeerCall = Readonly<{
  /** API address, such as `http://127.0.0.1:8200`. */
  apiAddress: string;
  method: "POST";
  /** Path and query, such as `/v1/sys/wrapping/unwrap`. */
  target: string;
  token: string;
  body: string;
  timeoutMilliseconds: number;
  /** Authorities of the certificate of an `https` address. Default: those of the system. */
  roots?: TrustedRoots;
}>;

/** Path of a PEM file of certificates, or of a folder of such files. */
export type TrustedRoots = Readonly<{ file: string } | { folder: string }>;

/** Connections between clusters. */
export interface Link {
  /** Address that other clusters dial, such as `wss://127.0.0.1:8201`. */
  readonly clusterAddress: string;
  /** API address of this cluster, such as `http://127.0.0.1:8200`. Activation tokens contain it. */
  readonly apiAddress: string;
  /** Sets the credentials for incoming wires. While undefined, as initially, peers are refused. */
  serveAs(credentials: Credentials | undefined): void;
  /** Starts to connect with `credentials`. Then calls `opened`, or `closed` with the reason. */
  dial(clusterAddress: string, credentials: Credentials, listener: WireListener): Wire;
  /**
   * Calls another cluster's API. Rejects with an Error that contains the reason if no answer
   * arrives, and with a Problem "refused" if `roots` contains no readable certificates.
   */
  call(call: PeerCall): Promise<Readonly<{ status: number; body: string }>>;
}
