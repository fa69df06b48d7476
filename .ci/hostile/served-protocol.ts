export type Order = Readonly<{ number: number }> &
  Readonly<{ ask: "mark"; fresh: boolean } | { ask: "last" | "decodings" | "sign" }>;

/** CPU time of the serving thread so far in milliseconds, and peak resident memory since the last mark in bytes. */
export type Cost = Readonly<{ milliseconds: number; bytes: number }>;

/**
 * Cost up to a mark. `from` is the baseline for the next mark. If a fresh one was requested, it follows a garbage
 * collection, and `reference` is the CPU time in milliseconds that `referenceWork` took just before.
 */
export type Mark = Cost & Readonly<{ from: Cost; reference?: number }>;

/** For each operation: its verb and path, how often it was decoded, and the fields that no request contained. */
export type Decodings = readonly Readonly<{ place: string; times: number; missing: readonly string[] }>[];

export type Served = Readonly<{
  api: string;
  database: string;
  unsealKey: string;
  auditFile: string;
  cloud: Readonly<{
    url: string;
    region: string;
    user: string;
    accessKeyId: string;
    secretAccessKey: string;
  }>;
}>;
