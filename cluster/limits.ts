import { defaultEngineLimits } from "#engine/engine-limits.ts";

/** A limit on what clients can do: its default, its maximum (if it has one), and the reason for it. */
type Limit = Readonly<{ defaultValue: number; max?: number; why: string }>;

/** Maximum duration of a Node timer, in seconds. A timer with a longer duration would fire at once. */
const maxSeconds = Math.floor((2 ** 31 - 1) / 1000);
/** Maximum length of a text, in bytes: a V8 string has at most 2^29 - 24 characters. */
const maxTextBytes = 512 * 1024 * 1024 - 1024;

const table = {
  bodyBytes: {
    defaultValue: 4 * 1024 * 1024,
    max: maxTextBytes,
    why: "A longer body gets 413. Applies to documents: secrets of kv engines, ACL policies and groups, from a client with a valid token. All clusters of the process wait while the body is read and stored.",
  },
  shortBodyBytes: {
    defaultValue: 1024 * 1024,
    max: maxTextBytes,
    why: "A longer body of any other request, with or without a token, gets 413: logins, requests that need no token, and requests without documents, such as writes to a cubbyhole and `sys/wrapping/wrap`.",
  },
  bodyPieces: {
    defaultValue: 16 * 1024,
    why: "A body in more pieces, besides one for each KiB, gets 413: each chunk of a chunked body takes time and memory, however short it is.",
  },
  nestingLevels: {
    defaultValue: defaultEngineLimits.nestingLevels,
    max: defaultEngineLimits.nestingLevels,
    why: "JSON nested more deeply gets 400. The reference accepts 5,000 levels; much deeper values could not be serialized again.",
  },
  bodyValues: {
    defaultValue: defaultEngineLimits.bodyValues,
    why: "JSON with more values and member names, or with more than 32 times as many characters outside of strings, and a form with half as many pairs get 400 before they are parsed: all clusters of the process would wait for the parser.",
  },
  shortBodyValues: {
    defaultValue: defaultEngineLimits.shortBodyValues,
    why: "The same for all requests except writes of groups. A secret has about 6,000 members at most, since names count as well as values. An audit device computes an HMAC of each string.",
  },
  formCharacters: {
    defaultValue: defaultEngineLimits.formCharacters,
    why: "A longer form gets 400. Forms are typed by people; documents are JSON.",
  },
  targetBytes: {
    defaultValue: 16 * 1024,
    max: maxTextBytes,
    why: "A longer path with its query gets 414. Nested names are long, but a name is not a document.",
  },
  headBytes: {
    defaultValue: 32 * 1024,
    max: maxTextBytes,
    why: "Longer headers get 431. Tokens and signed headers are long, but not this long.",
  },
  headerCount: { defaultValue: 512, why: "More headers get 431, so that none is dropped silently." },
  headersSeconds: {
    defaultValue: 20,
    max: maxSeconds,
    why: "Request headers that are incomplete by then get 408. A slower client only occupies a connection.",
  },
  requestSeconds: {
    defaultValue: 120,
    max: maxSeconds,
    why: "A request that is incomplete by then gets 408. This is enough for the longest body on a slow connection.",
  },
  keepAliveSeconds: {
    defaultValue: 30,
    max: maxSeconds,
    why: "An idle connection is closed. Most clients pause for a shorter time, so that they seldom write to a connection that is closing.",
  },
  connections: {
    defaultValue: 20_000,
    why: "Further connections are closed at once. Each costs about 15 KB; the operating system's limit of open files may be lower.",
  },
  waitingRequestBytes: {
    defaultValue: 64 * 1024 * 1024,
    why: "When requests that wait for the reply to an earlier request on their connection take more memory in all clusters of the process (about 4 KB each, plus their headers), the connections that have waited longest are closed. Few of them are read per connection: about 200 of the shortest, 17 of the longest.",
  },
  replyStallSeconds: {
    defaultValue: 30,
    max: maxSeconds,
    why: "A client that reads nothing of its reply for this long, or at most twice as long, is disconnected: the rest would stay in memory forever.",
  },
  unreadReplyBytes: {
    defaultValue: 128 * 1024 * 1024,
    why: "When more bytes of replies wait in all clusters of the process for clients to read them, the clients that have waited longest are disconnected.",
  },
  unfinishedBodyBytes: {
    defaultValue: 256 * 1024 * 1024,
    why: "When clients of all clusters of the process have sent more bytes of incomplete bodies, the clients that began first are disconnected.",
  },
  policyCharacters: {
    defaultValue: defaultEngineLimits.policyCharacters,
    why: "A longer policy gets 400. Each change of a policy is sent to every cluster in full.",
  },
  policyRules: {
    defaultValue: defaultEngineLimits.policyRules,
    why: "A policy with more paths gets 400. Parsed policies stay in memory.",
  },
  policyPathCharacters: {
    defaultValue: defaultEngineLimits.policyPathCharacters,
    why: "A policy with a longer path gets 400. No request has such a path.",
  },
  namespaces: {
    defaultValue: defaultEngineLimits.namespaces,
    why: "One more gets 400. Each namespace stays open, with its mounts and policies.",
  },
  groupMembers: {
    defaultValue: defaultEngineLimits.groupMembers,
    why: "A group with more entities, or with more groups, gets 400. The members are one value, which then has about two megabytes.",
  },
  stopSeconds: {
    defaultValue: 5,
    max: maxSeconds,
    why: "Maximum time that requests in progress may continue when the cluster stops.",
  },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof table;

/** Values of all limits, by name. */
export type Limits = Readonly<Record<LimitName, number>>;

export const defaultLimits = Object.fromEntries(limitNames().map((name) => [name, table[name].defaultValue])) as Limits;

/** Pairs of limits, with the reason why the first must not exceed the second. */
const atMost = [
  ["headersSeconds", "requestSeconds", "a request is incomplete until its headers are complete"],
] as const satisfies readonly (readonly [LimitName, LimitName, string])[];

/** A limit has an invalid value. The message names the limit and the permitted range. */
class UnusableLimits extends Error {
  override readonly name = "UnusableLimits";
}

/** Returns all limits. Limits that `set` does not contain have their default values. Throws {@link UnusableLimits}. */
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
  return `| limit | unless set | effect and reason |\n|---|---|---|\n${rows.join("")}`;
}
