import { decodeBase64, encodeBase64 } from "../api/base64.ts";
import { Problem } from "../api/problem.ts";
import type { Cryptography } from "../ports/cryptography.ts";
import { type Era, endOf, historyThrough } from "./machine/history.ts";
import { isSettled } from "./machine/promotion.ts";
import type { Replica } from "./machine/state.ts";

/**
 * The header in which a client carries how far the data were that it wrote, from the answer to wherever it asks next: base64 of
 * `v1:<id of the set>:<local index>:<index of the entry>:<HMAC>` (reference-facts.md, 1.11). A cluster has one node, whose local data are always
 * there: the local index is 0.
 */
export const indexHeader = "x-vault-index";

type Index = Readonly<{ set: string; local: string; entry: number; mac: string }>;

/** What `indexHeader` says of the state that entry `index` leaves; undefined where nothing is replicated. */
export function indexText({ record }: Replica, index: number, cryptography: Cryptography): string | undefined {
  const era = record && historyThrough(record.history, index).at(-1);
  if (!era) return undefined;
  const body = bodyOf({ set: record.set, local: "0", entry: index });
  return encodeBase64(`${body}:${macOf(body, era, cryptography)}`);
}

/**
 * Whether the data here are as far as all the indices in `header`, separated by commas. Those of other sets ask nothing of this one. Throws a
 * Problem "refused" when one is no index.
 */
export function isReached(header: string, replica: Replica, cryptography: Cryptography): boolean {
  return header.split(",").every((text) => {
    const index = parsed(text.trim());
    return index.set !== replica.record?.set || holds(index, replica, cryptography);
  });
}

/** The era is known by its id, which is the key of the HMAC: so an entry that a forced promotion left behind is never taken for its successor. */
function holds({ mac, ...index }: Index, { role, record, log }: Replica, cryptography: Cryptography): boolean {
  if (record === null || (role === "secondary" && !isSettled(record, log))) return false;
  const body = bodyOf(index);
  const at = record.history.findLastIndex((era) => macOf(body, era, cryptography) === mac);
  return at >= 0 && index.entry <= Math.min(log.last, endOf({ history: record.history, last: log.last }, at));
}

function parsed(text: string): Index {
  let plain = "";
  try {
    plain = decodeBase64(text);
  } catch {}
  const [, set, local, entry, mac] = /^v1:([^:]+):(\d{1,15}):(\d{1,15}):([0-9a-f]{64})$/.exec(plain) ?? [];
  if (set === undefined || local === undefined || entry === undefined || mac === undefined) {
    throw new Problem("refused", "X-Vault-Index: must be what a cluster answered in this header");
  }
  return { set, local, entry: Number(entry), mac };
}

function bodyOf({ set, local, entry }: Omit<Index, "mac">): string {
  return `v1:${set}:${local}:${entry}`;
}

function macOf(body: string, { id }: Era, cryptography: Cryptography): string {
  return cryptography.hmac(id, body);
}
