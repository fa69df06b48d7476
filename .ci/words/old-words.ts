/** Words that this project no longer uses in names, and what it says instead. Each is found as a part of a name, in the plural as well. */
const parts = new Map([
  ["backstage", "mount context"],
  ["conductor", "driver"],
  ["craft", "secrets engine, auth method, backend"],
  ["deed", "task, callback, operation"],
  ["farewell", "leadership transfer, await revocations"],
  ["follower", "secondary"],
  ["happening", "faults"],
  ["herald", "change notifier"],
  ["keeper", "reaper"],
  ["mortal", "crashable"],
  ["sieve", "entry filter"],
  ["scene", "context, fixture"],
  ["swallow", "drop silently"],
  ["swallowed", "dropped silently"],
  ["troupe", "cluster simulation"],
  ["witness", "audit broker"],
  ["withhold", "filter"],
  ["withholding", "filter state"],
  ["withheld", "filtered"],
]);

/** Whole names. */
const names = new Map([
  ["arrivals", "index waiters"],
  ["auditTrail", "audit broker"],
  ["AuditTrail", "AuditBroker"],
  ["departing", "leadership transfer"],
  ["hands", "effects"],
  ["plot", "schedule"],
  ["Recent", "LruCache"],
  ["Soon", "MaybePromise"],
  ["anybody", "a client, an operator, any…"],
  ["breathe", "yieldToEventLoop"],
  ["mend", "heal"],
  ["nobody", "no client, no cluster, unused"],
  ["somebody", "a client, an operator"],
  ["endOf", "what it gives back"],
  ["exclusive", "withLock, KeyedMutex"],
  ["fatalPlace", "failpoint"],
  ["finder", "router"],
  ["placeOf", "what it gives back"],
  ["reception", "request pipeline"],
  ["rights", "access, authorizer"],
  ["sideBySide", "mapConcurrently"],
  ["whenKnown", "then on a MaybePromise"],
]);

/** Words of sentences, each with what to say instead. Only those that mean nothing else here: "lead to" and "follow from" are English. */
const prose: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\b(?:some|any|no|every)body\b/gi, "a client, an operator, an unauthenticated client, no cluster"],
  [/\bwhoever\b/gi, "a client that, an operator who"],
  [/\b(?:with(?:held|holds?|holding)|sieves?)\b/gi, "filtered, denies"],
  [/\bfarewells?\b/gi, "release, leadership transfer"],
  [/\bdeeds?\b/gi, "task, change"],
  [/\bhappenings?\b/gi, "faults, events"],
  [/\b(?:heralds?|troupes?|backstage|craft)\b/gi, "change notifier, cluster simulation, mount context, backend"],
  [/\b(?:mend(?:s|ed|ing)?)\b/gi, "heal"],
  [/\bswallow(?:s|ed|ing)?\b/gi, "drop silently"],
  [/\bkeepers?\b/gi, "reaper"],
  [/\b(?:people|programs) log in\b/gi, "userpass, AppRole"],
  [/\bversioned engine\b/gi, "kv version 2"],
  [/\b(?:Ada|Bob|Jane|Mallory|Olga) noted\b/g, "a named value: `the password` … `the earlier password`"],
  [/\bkept files?\b/gi, "audit device, audit entry"],
  [/\blet(?:s|ting)? through\b/gi, "the paths filter allows"],
  [/\b(?<!log of )(?:Oslo|Lima|Kyoto) tells of\b/gi, "the credentials of the static role, read from Oslo"],
  [/^\s*(?:Then|And|But) that is refused/gi, "refused, with the status and the reason"],
  [/\b(?:links?|Oslo|Lima|Kyoto) (?:cannot be|is|are|was|were) cut\b/gi, "partition"],
  [/\bshares? of (?:the|its|their)(?: own| old| new| unseal)* key\b/gi, "unseal key share"],
  [/\b(?:audit trails?|witness(?:es)?|reception|conductors?)\b/gi, "audit broker, request pipeline, driver"],
  [/\b(?:fatal place|mortal|plot)s?\b/gi, "failpoint, crashable, schedule"],
  [
    /\b(?:cluster|secondary|Oslo|Lima|Kyoto) (?:that )?joins?\b|\bjoins? (?:a|the) (?:replication )?set\b/gi,
    "secondary enable",
  ],
  [
    /\bfollowers?\b|\bclusters? that follows?\b|\b(?:Oslo|Lima|Kyoto) (?:still )?follows?\b|\bfollow(?:s|ed)? (?:a|the) (?:new )?primary\b/gi,
    "secondary, replicates from",
  ],
  [
    /\b(?:the|a) lead\b(?! to)|\b(?:Oslo|Lima|Kyoto|cluster|primary|secondary|who) leads\b(?! to)|\b(?:begins?|ceases?|claims?) to lead\b/gi,
    "primary, is the primary",
  ],
];

/** The words of the tables in a text, be it a comment, a message, a feature or a document, each with what to say instead. `test_a_name` counts as three words. */
export function oldProseIn(text: string): readonly string[] {
  const words = text.replaceAll("_", " ");
  return prose.flatMap(([word, instead]) => [...words.matchAll(word)].map(([found]) => `${found}: say ${instead}`));
}

/** The names in `code`, or in a path, that hold a word of the tables, each with what to say instead. */
export function oldWordsIn(code: string): readonly string[] {
  const found = new Set<string>();
  for (const [name] of code.matchAll(/[A-Za-z_$][\w$]*/g)) {
    const instead = names.get(name) ?? boundWord(name) ?? partOf(name);
    if (instead !== undefined) found.add(`${name}: say ${instead}`);
  }
  return [...found];
}

/** A bound of ours is `maxPaths`, not one that begins or ends with the adverb; `atMost` is a phrase. */
function boundWord(name: string): string | undefined {
  const isBound =
    /^(?:most|least)[A-Z]/.test(name) ||
    (/^[a-z]\w*[a-z](?:Most|Least)$/.test(name) && !/(?:^at|The)(?:Most|Least)$/.test(name));
  return isBound ? "max…, min…" : undefined;
}

function partOf(name: string): string | undefined {
  for (const [part] of name.matchAll(/[A-Z]?[a-z]+/g)) {
    const word = part.toLowerCase();
    const instead = parts.get(word) ?? parts.get(word.replace(/s$/, ""));
    if (instead !== undefined) return instead;
  }
  return undefined;
}
