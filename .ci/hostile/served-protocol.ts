/** What a parent asks of the process that serves. */
export type Order = Readonly<{ number: number }> &
  Readonly<{ ask: "mark"; fresh: boolean } | { ask: "last" | "decodings" | "sign" }>;

/** CPU of the serving thread so far, in milliseconds, and the most bytes of its process that were resident since the last mark. */
export type Cost = Readonly<{ milliseconds: number; bytes: number }>;

/** What was spent up to a mark, and what there is to compare the next one with: memory is collected in between where that was wished. */
export type Mark = Cost & Readonly<{ from: Cost }>;

/** Each operation of each endpoint table, how often it was decoded, and which of its fields were never given. */
export type Decodings = readonly Readonly<{ place: string; times: number; missing: readonly string[] }>[];

/** Where the cluster is, and what stands around it. */
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
