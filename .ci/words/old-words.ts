/** Identifiers that must not be used any more, each with its replacement. cspell reports single words (cspell.json). */
const names = new Map([
  ["arrivals", "index waiters"],
  ["auditTrail", "audit broker"],
  ["AuditTrail", "AuditBroker"],
  ["departing", "leadership transfer"],
  ["hands", "effects"],
  ["plot", "schedule"],
  ["Recent", "LruCache"],
  ["Soon", "MaybePromise"],
  ["breathe", "yieldToEventLoop"],
  ["mend", "heal"],
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

/** Phrases that must not be used any more, each with its replacement. "lead to" and "follow from" are not matched. */
const prose: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\b(?:with(?:held|holds?|holding)|sieves?)\b/gi, "filtered, denies"],
  [/\b(?:mend(?:s|ed|ing)?)\b/gi, "heal"],
  [/\bswallow(?:s|ed|ing)?\b/gi, "drop silently"],
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

export function oldProseIn(text: string): readonly string[] {
  const words = text.replaceAll("_", " ");
  return prose.flatMap(([word, instead]) => [...words.matchAll(word)].map(([found]) => `${found}: say ${instead}`));
}

export function oldWordsIn(code: string): readonly string[] {
  const found = new Set<string>();
  for (const [name] of code.matchAll(/[A-Za-z_$][\w$]*/g)) {
    const instead = names.get(name) ?? boundWord(name);
    if (instead !== undefined) found.add(`${name}: say ${instead}`);
  }
  return [...found];
}

/**
 * Returns the replacement for a name that begins or ends with `most` or `least`, such as `mostPaths` or `pathsMost`;
 * undefined for other names. `atMost` and names that end with `TheMost` are allowed.
 */
function boundWord(name: string): string | undefined {
  const isBound =
    /^(?:most|least)[A-Z]/.test(name) ||
    (/^[a-z]\w*[a-z](?:Most|Least)$/.test(name) && !/(?:^at|The)(?:Most|Least)$/.test(name));
  return isBound ? "max…, min…" : undefined;
}
