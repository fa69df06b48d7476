import { usualEngineLimits } from "#engine/engine-limits.ts";

/** A bound on what clients may do to a cluster: its value unless it is set, the highest that may be set, and why it is what it is. */
type Limit = Readonly<{ usual: number; max?: number; why: string }>;

/** A timer of Node counts milliseconds in 31 bits; a longer one would run out at once. */
const maxSeconds = Math.floor((2 ** 31 - 1) / 1000);
/** What is longer fits into no string of V8 (2^29 - 24 characters). */
const maxTextBytes = 512 * 1024 * 1024 - 1024;

/** Units are in the names. */
const table = {
  bodyBytes: {
    usual: 4 * 1024 * 1024,
    max: maxTextBytes,
    why: "A longer body gets 413. For documents: secrets of kv engines, ACL policies and groups, from a client whose token holds. All clusters of the process wait while it is read and stored.",
  },
  shortBodyBytes: {
    usual: 1024 * 1024,
    max: maxTextBytes,
    why: "A longer body of all other requests, with a token or without, gets 413: of logins, of requests that need no token, and of those that take no documents, such as writes to a cubbyhole and `sys/wrapping/wrap`.",
  },
  bodyPieces: {
    usual: 16 * 1024,
    why: "A body that comes in more pieces, besides one for each KiB, gets 413: each chunk of a chunked body takes time and memory, however short it is.",
  },
  nestingLevels: {
    usual: usualEngineLimits.nestingLevels,
    max: usualEngineLimits.nestingLevels,
    why: "JSON nested more deeply gets 400. The reference takes 5,000 levels; what is much deeper could not be spelt again.",
  },
  bodyValues: {
    usual: usualEngineLimits.bodyValues,
    why: "JSON with more values and names of members, or with more than 32 times as many characters outside of its texts, and a form with half as many pairs get 400 before it is parsed: all clusters of the process would wait for it.",
  },
  shortBodyValues: {
    usual: usualEngineLimits.shortBodyValues,
    why: "The same for all requests but those that write groups: a secret has some 6,000 members at most, since a name counts as well as its value. An audit device gets an HMAC of each text.",
  },
  formCharacters: {
    usual: usualEngineLimits.formCharacters,
    why: "A longer form gets 400. Forms are typed, documents are JSON.",
  },
  targetBytes: {
    usual: 16 * 1024,
    max: maxTextBytes,
    why: "A longer path with its query gets 414. Names of names are long, but a name is no document.",
  },
  headBytes: {
    usual: 32 * 1024,
    max: maxTextBytes,
    why: "A longer head gets 431. Tokens and signed headers are long, but not this long.",
  },
  headerCount: { usual: 512, why: "More headers get 431, so that none is dropped unseen." },
  headersSeconds: {
    usual: 20,
    max: maxSeconds,
    why: "A head that is not whole by then gets 408. Who takes longer holds a connection for its own sake.",
  },
  requestSeconds: {
    usual: 120,
    max: maxSeconds,
    why: "A request that is not whole by then gets 408. Enough for the longest body over a slow line.",
  },
  keepAliveSeconds: {
    usual: 30,
    max: maxSeconds,
    why: "An idle connection is closed. Longer than most clients pause, so that they seldom write into one that closes.",
  },
  connections: {
    usual: 20_000,
    why: "More are closed at once. Each costs some 15 KB; the machine's own limit of open files may come first.",
  },
  waitingRequestBytes: {
    usual: 64 * 1024 * 1024,
    why: "When requests that wait for the reply before theirs take more memory in all clusters of the process, some 4 KB each and their heads, the connections that have waited longest are ended. On one connection few of them are read: some 200 of the shortest, 17 of the longest.",
  },
  replyStallSeconds: {
    usual: 30,
    max: maxSeconds,
    why: "A client that takes nothing of its reply for so long, or at most twice as long, is disconnected: the rest would wait in memory for good.",
  },
  unreadReplyBytes: {
    usual: 128 * 1024 * 1024,
    why: "When more wait in all clusters of the process for clients to read them, those that have waited longest are disconnected.",
  },
  unfinishedBodyBytes: {
    usual: 256 * 1024 * 1024,
    why: "When clients of all clusters of the process have sent more of bodies that are not whole yet, those that began first are disconnected.",
  },
  policyCharacters: {
    usual: usualEngineLimits.policyCharacters,
    why: "A longer policy gets 400. Each change of one goes to every cluster whole.",
  },
  policyRules: {
    usual: usualEngineLimits.policyRules,
    why: "A policy with more paths gets 400. They are kept ready in memory.",
  },
  policyPathCharacters: {
    usual: usualEngineLimits.policyPathCharacters,
    why: "A policy with a longer path gets 400. No request has one.",
  },
  namespaces: {
    usual: usualEngineLimits.namespaces,
    why: "One more gets 400. Each is open all the time, with its mounts and policies.",
  },
  groupMembers: {
    usual: usualEngineLimits.groupMembers,
    why: "A group with more entities, or more groups, gets 400. They are one value, some two megabytes then.",
  },
  stopSeconds: { usual: 5, max: maxSeconds, why: "Requests that run when the cluster stops may go on for so long." },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof table;

/** Bounds on what clients may do to a cluster. */
export type Limits = Readonly<Record<LimitName, number>>;

/** What holds where nothing else was said. */
export const usualLimits = Object.fromEntries(limitNames().map((name) => [name, table[name].usual])) as Limits;

/** Pairs of limits of which the first may not exceed the second, and why. */
const atMost = [
  ["headersSeconds", "requestSeconds", "a request is not whole before its head is"],
] as const satisfies readonly (readonly [LimitName, LimitName, string])[];

/** Limits that cannot be kept. The message names the limit and says what is allowed. */
class UnusableLimits extends Error {
  override readonly name = "UnusableLimits";
}

/** All limits, those of `set` in place of the usual ones. Throws {@link UnusableLimits}. */
export function limitsWith(set: Partial<Limits> = {}): Limits {
  const limits = { ...usualLimits, ...set };
  for (const name of limitNames()) {
    const { max = Number.MAX_SAFE_INTEGER }: Limit = table[name];
    const given = limits[name];
    if (!(given > 0 && given <= max))
      throw new UnusableLimits(`${name} must be above 0 and at most ${max}, not ${given}`);
  }
  for (const [lower, upper, why] of atMost) {
    if (limits[lower] <= limits[upper]) continue;
    const spelt = (name: LimitName) => `${name} (${limits[name]}${set[name] === undefined ? " unless set" : ""})`;
    throw new UnusableLimits(`${spelt(lower)} must be at most ${spelt(upper)}, since ${why}`);
  }
  return limits;
}

export function limitNames(): readonly LimitName[] {
  return Object.keys(table) as LimitName[];
}

/** All limits as the rows of a table in Markdown, as docs/limits.md has it. */
export function limitsTable(): string {
  const rows = limitNames().map((name) => `| \`${name}\` | ${table[name].usual} | ${table[name].why} |\n`);
  return `| limit | unless set | what happens, and why there |\n|---|---|---|\n${rows.join("")}`;
}
