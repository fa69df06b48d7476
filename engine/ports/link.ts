/** One end of a connection between two clusters. Frames arrive whole, in order and once for as long as it holds. */
export interface Wire {
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
}>;

/** How clusters reach one another. */
export interface Link {
  /** The address that other clusters dial, such as `ws://127.0.0.1:8201`. */
  readonly clusterAddress: string;
  /** The address of this cluster's API, such as `http://127.0.0.1:8200`; activation tokens carry it. */
  readonly apiAddress: string;
  /** Starts to connect and tells `listener` how it went: `opened`, or `closed` with the reason. */
  dial(clusterAddress: string, listener: WireListener): Wire;
  /** Calls another cluster's API. Rejects with an Error that says why when no answer came. */
  call(call: PeerCall): Promise<Readonly<{ status: number; body: string }>>;
}
