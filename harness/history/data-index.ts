/** A position in the write log of a replication set. Responses may report it, and requests may require it. */
export type DataIndex = Readonly<{ set: string; entry: number }>;

/** Name of the header that contains a {@link DataIndex} in requests and responses, in lower case. */
export const indexHeader = "x-vault-index";

/**
 * Parses the header: base64 of `v1:<set>:<local index>:<entry>:<HMAC>`, the format that the reference's Go client
 * parses (`ParseReplicationState`). Of several values, the last is used. Returns undefined if the header is absent or
 * invalid. The HMAC is not verified.
 */
export function dataIndexOf(header: string | undefined): DataIndex | undefined {
  if (header === undefined) return undefined;
  const last = header.split(",").at(-1)?.trim() ?? "";
  const [, set, entry] = /^v1:([^:]*):\d+:(\d+):/.exec(Buffer.from(last, "base64").toString("utf8")) ?? [];
  return set === undefined ? undefined : { set, entry: Number(entry) };
}
