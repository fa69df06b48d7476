/** What a cluster proves on its wires: that it holds the private key of the certificate that it shows. Both are PEM. */
export type Credentials = Readonly<{ certificate: string; privateKey: string }>;

/** One end of an encrypted connection between two clusters. Frames arrive whole, in order and once for as long as it holds. */
export interface Wire {
  /**
   * The certificate that the other end showed, as PEM; it has proved that it holds the private key. Who signed it, and whether it has ended, is for
   * the reader to judge. Undefined where the other end showed none, and until `opened` on a wire that was dialled.
   */
  readonly peer: string | undefined;
  send(frame: string): void;
  /** Resolves when the other end has taken enough of what was sent; undefined when more may be sent at once. Left out, it always may. */
  drained?(): Promise<void> | undefined;
  /**
   * Says that the other end has proved who it is. Until then, little may come from it, and not for long. Left out where no peer can come that
   * is no cluster.
   */
  trust?(): void;
  close(): void;
}

/** What the holder of a wire is told. After `closed` nothing more is told. */
export interface WireListener {
  opened(): void;
  received(frame: string): void;
  closed(reason: string): void;
}

/** A call of another cluster's API, made without a token of ours. */
export type PeerCall = Readonly<{
  /** API address, such as `http://127.0.0.1:8200`. */
  apiAddress: string;
  method: "POST";
  /** Path and query, such as `/v1/sys/wrapping/unwrap`. */
  target: string;
  token: string;
  body: string;
  timeoutMilliseconds: number;
  /** Where the authorities are, in PEM, that may have signed the certificate of an `https` address. Default: those that the system trusts. */
  roots?: TrustedRoots;
}>;

/** A file of certificates, or a folder of such files; a path each. */
export type TrustedRoots = Readonly<{ file: string } | { folder: string }>;

/** How clusters reach one another. */
export interface Link {
  /** The address that other clusters dial, such as `wss://127.0.0.1:8201`. */
  readonly clusterAddress: string;
  /** The address of this cluster's API, such as `http://127.0.0.1:8200`; activation tokens carry it. */
  readonly apiAddress: string;
  /** From now on shows `credentials` to those who dial this cluster; without any, as at first, each of them is turned away. */
  serveAs(credentials: Credentials | undefined): void;
  /** Starts to connect, showing `credentials`, and tells `listener` how it went: `opened`, or `closed` with the reason. */
  dial(clusterAddress: string, credentials: Credentials, listener: WireListener): Wire;
  /**
   * Calls another cluster's API. Rejects with an Error that says why when no answer came, and with a Problem "refused" where `roots` are no
   * certificates that can be read.
   */
  call(call: PeerCall): Promise<Readonly<{ status: number; body: string }>>;
}
