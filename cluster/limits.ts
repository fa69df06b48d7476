import { defaultEngineLimits } from "#engine/engine-limits.ts";

type Limit = Readonly<{ defaultValue: number; max?: number; why: string }>;

/** Maximum duration of a Node timer, in seconds. A longer timer would fire at once. */
const maxSeconds = Math.floor((2 ** 31 - 1) / 1000);
/** Maximum length of a text, in bytes. A V8 string has at most 2^29 - 24 characters. */
const maxTextBytes = 512 * 1024 * 1024 - 1024;

const table = {
  bodyBytes: {
    defaultValue: 4 * 1024 * 1024,
    max: maxTextBytes,
    why: "A longer body with a document gets 413. Documents are secrets of kv engines, ACL policies and groups that a client with a valid token writes. All clusters of the process wait while such a body is read and stored.",
  },
  shortBodyBytes: {
    defaultValue: 1024 * 1024,
    max: maxTextBytes,
    why: "A longer body without a document (see `bodyBytes`) gets 413, for example of a login, a request that needs no token, a cubbyhole write or `sys/wrapping/wrap`.",
  },
  bodyPieces: {
    defaultValue: 16 * 1024,
    why: "A body with more chunks than this number plus one for each KiB gets 413: each chunk takes time and memory, however short it is.",
  },
  nestingLevels: {
    defaultValue: defaultEngineLimits.nestingLevels,
    max: defaultEngineLimits.nestingLevels,
    why: "JSON that is nested more deeply gets 400. The reference accepts 5,000 levels, and the cluster could not serialize much deeper JSON.",
  },
  bodyValues: {
    defaultValue: defaultEngineLimits.bodyValues,
    why: "JSON with more values and member names in total, JSON with more than 32 times as many characters outside of strings, and a form with more than half as many pairs get 400 before they are parsed, because all clusters of the process would wait for the parser.",
  },
  shortBodyValues: {
    defaultValue: defaultEngineLimits.shortBodyValues,
    why: "Replaces `bodyValues` for all requests except writes of groups, because an audit device computes an HMAC of each string. A secret can have about 6,000 members, because member names count as well as values.",
  },
  formCharacters: {
    defaultValue: defaultEngineLimits.formCharacters,
    why: "A longer form body gets 400. Clients send long documents as JSON and not as a form.",
  },
  targetBytes: {
    defaultValue: 16 * 1024,
    max: maxTextBytes,
    why: "A request whose path and query are longer in total gets 414. The path of a secret in nested namespaces is much shorter.",
  },
  headBytes: {
    defaultValue: 32 * 1024,
    max: maxTextBytes,
    why: "A request whose headers are longer in total gets 431. Tokens and signed headers are shorter.",
  },
  headerCount: {
    defaultValue: 512,
    why: "A request with more headers gets 431, so that no header is dropped silently.",
  },
  headersSeconds: {
    defaultValue: 20,
    max: maxSeconds,
    why: "A request whose headers are incomplete after this time gets 408, because a slower client only occupies a connection.",
  },
  requestSeconds: {
    defaultValue: 120,
    max: maxSeconds,
    why: "A request that is incomplete after this time gets 408. The time is sufficient for the longest body on a slow connection.",
  },
  keepAliveSeconds: {
    defaultValue: 30,
    max: maxSeconds,
    why: "A connection without a request for this time is closed. Most clients close idle connections earlier, so they seldom send a request on a connection that is closing.",
  },
  connections: {
    defaultValue: 20_000,
    why: "A connection beyond this number is closed at once. Each connection takes about 15 KB; the operating system's limit of open files may be lower.",
  },
  waitingRequestBytes: {
    defaultValue: 64 * 1024 * 1024,
    why: "Memory, in all clusters of the process, of requests that wait for the reply to an earlier request on their connection (about 4 KB each, plus their headers). Above it, the connections that have waited longest are closed. On one connection, about 200 of the shortest or 17 of the longest requests can wait.",
  },
  replyStallSeconds: {
    defaultValue: 30,
    max: maxSeconds,
    why: "A client that reads nothing of its reply for this time is disconnected, at the latest after twice this time, because the unread part of the reply stays in memory.",
  },
  unreadReplyBytes: {
    defaultValue: 128 * 1024 * 1024,
    why: "Bytes of replies, in all clusters of the process, that clients have not read yet. Above it, the clients whose replies have waited longest are disconnected.",
  },
  unfinishedBodyBytes: {
    defaultValue: 256 * 1024 * 1024,
    why: "Bytes of incomplete request bodies, in all clusters of the process. Above it, the clients that began their bodies first are disconnected.",
  },
  policyCharacters: {
    defaultValue: defaultEngineLimits.policyCharacters,
    why: "A longer policy gets 400, because each change of a policy is sent to every cluster in full.",
  },
  policyRules: {
    defaultValue: defaultEngineLimits.policyRules,
    why: "A policy with more paths gets 400, because parsed policies stay in memory.",
  },
  policyPathCharacters: {
    defaultValue: defaultEngineLimits.policyPathCharacters,
    why: "A policy with a longer path gets 400. The paths of requests are usually much shorter.",
  },
  namespaces: {
    defaultValue: defaultEngineLimits.namespaces,
    why: "Creating a namespace beyond this number gets 400, because each namespace stays in memory with its mounts and policies.",
  },
  groupMembers: {
    defaultValue: defaultEngineLimits.groupMembers,
    why: "A group with more member entities, or with more member groups, gets 400. The members are stored as one value, of about two megabytes for this number.",
  },
  stopSeconds: {
    defaultValue: 5,
    max: maxSeconds,
    why: "Time after which a stopping cluster ends the requests in progress.",
  },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof table;

export type Limits = Readonly<Record<LimitName, number>>;

export const defaultLimits = Object.fromEntries(limitNames().map((name) => [name, table[name].defaultValue])) as Limits;

/** Pairs of limits, with the reason why the first limit must not exceed the second. */
const atMost = [
  ["headersSeconds", "requestSeconds", "a request is incomplete until its headers are complete"],
] as const satisfies readonly (readonly [LimitName, LimitName, string])[];

class UnusableLimits extends Error {
  override readonly name = "UnusableLimits";
}

/** Returns `set`, completed by default limits. Throws {@link UnusableLimits} if a limit is invalid. */
export function limitsWith(set: Partial<Limits> = {}): Limits {
  const limits = { ...defaultLimits, ...set };
  for (const name of limitNames()) {
    const { max = Number.MAX_SAFE_INTEGER }: Limit = table[name];
    const value = limits[name];
    if (!(value > 0 && value <= max))
      throw new UnusableLimits(`${name} must be above 0 and at most ${max}, not ${value}`);
  }
  for (const [lower, upper, why] of atMost) {
    if (limits[lower] <= limits[upper]) continue;
    const described = (name: LimitName) => `${name} (${limits[name]}${set[name] === undefined ? " unless set" : ""})`;
    throw new UnusableLimits(`${described(lower)} must be at most ${described(upper)}, since ${why}`);
  }
  return limits;
}

export function limitNames(): readonly LimitName[] {
  return Object.keys(table) as LimitName[];
}

/** Returns all limits as a Markdown table, which docs/limits.md contains. */
export function limitsTable(): string {
  const rows = limitNames().map((name) => `| \`${name}\` | ${table[name].defaultValue} | ${table[name].why} |\n`);
  return `| limit | default | effect and reason |\n|---|---|---|\n${rows.join("")}`;
}
