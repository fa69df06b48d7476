import type { Answer } from "../api/answer.ts";
import { Problem } from "../api/problem.ts";
import { decodeBase64, encodeBase64 } from "../api/values/base64.ts";
import type { Cryptography } from "../ports/cryptography.ts";
import { isConsistent } from "./machine/secondary/promotion.ts";
import type { Replica } from "./machine/state.ts";
import { type Era, historyThrough, lastEntryOf } from "./protocol/history.ts";

/**
 * Response header with the replication index, which the client may send back in later requests:
 * base64 of `v1:<id of the set>:<local index>:<index of the entry>:<HMAC>`, the format that the
 * reference's Go client parses (`ParseReplicationState`). The local index is always 0, since a
 * cluster has only one node.
 */
export const indexHeader = "x-vault-index";

type Index = Readonly<{ set: string; local: string; entry: number; mac: string }>;

export class Consistency {
  readonly #state: () => Replica;
  readonly #cryptography: Cryptography;
  #latest: Readonly<{ entry: number; record: Replica["record"]; text: string | undefined }> | undefined;

  constructor({ state, cryptography }: { state: () => Replica; cryptography: Cryptography }) {
    this.#state = state;
    this.#cryptography = cryptography;
  }

  /**
   * Adds the index of `entry`, by default of the last entry, to `answer`, unless `answer` has an index
   * or this cluster knows no era of a log.
   */
  withIndex(answer: Answer | undefined, entry = this.#state().log.last): Answer | undefined {
    const text = answer?.headers?.[indexHeader] ?? this.#textOf(entry);
    if (text === undefined) return answer;
    return { ...(answer ?? { status: 204 }), headers: { ...answer?.headers, [indexHeader]: text } };
  }

  /**
   * Checks that the data of this cluster include all indices in the request header `header`, which are separated by
   * commas. Indices of other replication sets are ignored. Throws a Problem "behind" if an index is not reached, and
   * "refused" if an index is malformed.
   */
  expect(header: string): void {
    const state = this.#state();
    const isReached = header.split(",").every((text) => {
      const index = parsed(text.trim());
      return index.set !== state.record?.set || holds(index, state, this.#cryptography);
    });
    if (!isReached) throw new Problem("behind", "required index state not present");
  }

  #textOf(entry: number): string | undefined {
    const { record } = this.#state();
    if (this.#latest?.entry !== entry || this.#latest.record !== record) {
      this.#latest = { entry, record, text: textOf(record, entry, this.#cryptography) };
    }
    return this.#latest.text;
  }
}

function textOf(record: Replica["record"], entry: number, cryptography: Cryptography): string | undefined {
  const era = record && (historyThrough(record.history, entry - 1).at(-1) ?? record.history[0]);
  if (!era) return undefined;
  const body = bodyOf({ set: record.set, local: "0", entry });
  return encodeBase64(`${body}:${macOf(body, era, cryptography)}`);
}

function holds({ mac, ...index }: Index, { role, record, log }: Replica, cryptography: Cryptography): boolean {
  if (record === null || (role === "secondary" && !isConsistent(record, log))) return false;
  const body = bodyOf(index);
  const at = record.history.findLastIndex((era) => macOf(body, era, cryptography) === mac);
  return at >= 0 && index.entry <= Math.min(log.last, lastEntryOf({ history: record.history, last: log.last }, at));
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
  return cryptography.hmacHex(id, body);
}
