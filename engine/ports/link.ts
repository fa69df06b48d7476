/** Certificate that a cluster presents to other clusters, and its private key, as PEM. */
export type Credentials = Readonly<{ certificate: string; privateKey: string }>;

/**
 * One end of an encrypted connection between two clusters. Each frame arrives complete, once and in order, as long as
 * the connection is open.
 */
export interface Wire {
  /**
   * Certificate of the other end, as PEM. The other end has proved that it has the private key. The caller must check
   * who signed the certificate and whether it is expired. Undefined if the other end presented no certificate. On the
   * dialling end, also undefined until `opened` is called.
   */
  readonly peer: string | undefined;
  send(frame: string): void;
  /**
   * Resolves when the other end has received enough of the sent frames that more may be sent. Returns undefined if more
   * may be sent at once. Omitted on wires where that is always so.
   */
  drained?(): Promise<void> | undefined;
  /**
   * Marks the other end as authenticated. Before that, the wire accepts little data and closes after a short time.
   * Omitted on wires that only clusters can open.
   */
  trust?(): void;
  close(): void;
}

/** Receives the events of a wire. After `closed` there are no more events. */
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
  /** Authorities that verify the certificate of an `https` address. Default: those of the operating system. */
  roots?: TrustedRoots;
}>;

/** Path of a PEM file with certificates, or of a folder with such files. */
export type TrustedRoots = Readonly<{ file: string } | { folder: string }>;

/** Connections to other clusters. */
export interface Link {
  /** Address for wires that other clusters open, such as `wss://127.0.0.1:8201`. */
  readonly clusterAddress: string;
  /** API address of this cluster, such as `http://127.0.0.1:8200`. Activation tokens contain it. */
  readonly apiAddress: string;
  /**
   * Sets the credentials that this cluster presents on incoming wires. Initially undefined; without credentials,
   * incoming wires are refused.
   */
  serveAs(credentials: Credentials | undefined): void;
  /** Begins to open a wire to another cluster. Later calls `opened` on `listener`, or `closed` with the reason. */
  dial(clusterAddress: string, credentials: Credentials, listener: WireListener): Wire;
  /**
   * Sends a request to the API of another cluster. Rejects if no response arrives, with an Error whose message is the
   * reason. Rejects with a Problem "refused" if `roots` contains no readable certificates.
   */
  call(call: PeerCall): Promise<Readonly<{ status: number; body: string }>>;
}
