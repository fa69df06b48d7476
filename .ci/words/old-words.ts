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
  ["breathe", "yieldToEventLoop"],
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

/** The names in `code`, or in a path, that hold a word of the tables, each with what to say instead. */
export function oldWordsIn(code: string): readonly string[] {
  const found = new Set<string>();
  for (const [name] of code.matchAll(/[A-Za-z_$][\w$]*/g)) {
    const instead = names.get(name) ?? boundWord(name) ?? partOf(name);
    if (instead !== undefined) found.add(`${name}: say ${instead}`);
  }
  return [...found];
}

/** A bound of ours is `maxPaths`, not `maxPaths`; `atMost` is a phrase. */
function boundWord(name: string): string | undefined {
  return /^[a-z]\w*[a-z](?:Most|Least)$/.test(name) && !/(?:^at|The)(?:Most|Least)$/.test(name)
    ? "max…, min…"
    : undefined;
}

function partOf(name: string): string | undefined {
  for (const [part] of name.matchAll(/[A-Z]?[a-z]+/g)) {
    const word = part.toLowerCase();
    const instead = parts.get(word) ?? parts.get(word.replace(/s$/, ""));
    if (instead !== undefined) return instead;
  }
  return undefined;
}
