/** How far the data of a replication set were, as an answer tells it in its header and a request requires it. */
export type DataIndex = Readonly<{ set: string; entry: number }>;

/** The header for both, in lower case. */
export const indexHeader = "x-vault-index";

/**
 * Parses the header: base64 of `v1:<set>:<local index>:<entry>:<HMAC>`, the format that the
 * reference's Go client parses (`ParseReplicationState`). Of several values the last counts.
 * Undefined for an invalid value.
 */
export function dataIndexOf(header: string | undefined): DataIndex | undefined {
  if (header === undefined) return undefined;
  const last = header.split(",").at(-1)?.trim() ?? "";
  const [, set, entry] = /^v1:([^:]*):\d+:(\d+):/.exec(Buffer.from(last, "base64").toString("utf8")) ?? [];
  return set === undefined ? undefined : { set, entry: Number(entry) };
}
