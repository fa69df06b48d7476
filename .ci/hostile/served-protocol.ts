/** A message from the parent to the serving process. */
export type Order = Readonly<{ number: number }> &
  Readonly<{ ask: "mark"; fresh: boolean } | { ask: "last" | "decodings" | "sign" }>;

/**
 * CPU time of the serving thread so far, in milliseconds, and peak resident memory since the last
 * mark, in bytes.
 */
export type Cost = Readonly<{ milliseconds: number; bytes: number }>;

/** Cost up to a mark, and the baseline for the next one, after an optional garbage collection. */
export type Mark = Cost & Readonly<{ from: Cost }>;

/**
 * Each operation of each endpoint table, how often it was decoded, and the fields that were never
 * given.
 */
export type Decodings = readonly Readonly<{ place: string; times: number; missing: readonly string[] }>[];

/** Addresses and credentials of the cluster and its environment. */
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
