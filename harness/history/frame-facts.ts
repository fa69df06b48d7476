/** The type of a frame, and facts about it that do not reveal its contents. */
export type FrameFacts = Readonly<{ kind: string; about?: Readonly<Record<string, unknown>> }>;

/** Maximum length of a frame that is parsed completely, in characters. Only the start of a longer frame is read. */
const maxParsed = 64 * 1024;
/** Names of members whose texts are not secret. */
const shownTexts: ReadonlySet<string> = new Set(["type", "id", "set", "cluster", "requestId", "verb", "code"]);
const maxText = 80;

/**
 * Returns the type of a frame between clusters, with facts such as ids and entry numbers. `kind` is "frame" if the
 * frame does not begin with a type.
 */
export function frameFacts(frame: string): FrameFacts {
  const kind = /^\{"type":"([a-z-]+)"/.exec(frame)?.[1];
  if (kind === undefined) return { kind: "frame" };
  if (frame.length > maxParsed) {
    const inner = /^\{"type":"message","message":\{"type":"([a-z-]+)"/.exec(frame)?.[1];
    return inner === undefined ? { kind } : { kind, about: { type: inner } };
  }
  try {
    const { type: _, message, call, ...rest } = JSON.parse(frame) as Readonly<Record<string, unknown>>;
    const about = { ...factsOf(rest), ...factsOf(call), ...factsOf(message) };
    return Object.keys(about).length === 0 ? { kind } : { kind, about };
  } catch {
    return { kind };
  }
}

function factsOf(part: unknown): Readonly<Record<string, unknown>> {
  if (typeof part !== "object" || part === null) return {};
  const facts: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(part)) {
    if (typeof value === "number" || typeof value === "boolean") facts[name] = value;
    else if (typeof value === "string" && value.length <= maxText && shownTexts.has(name)) facts[name] = value;
    else if (name === "entries" && Array.isArray(value)) Object.assign(facts, entryFacts(value));
    else if (name === "claim") Object.assign(facts, claimFacts(value));
  }
  return facts;
}

function entryFacts(entries: readonly unknown[]): Readonly<Record<string, unknown>> {
  const known = entries.filter(
    (entry): entry is Readonly<{ index: number; epoch?: number }> =>
      typeof entry === "object" && entry !== null && "index" in entry && typeof entry.index === "number",
  );
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return {};
  return { first: first.index, last: last.index, firstEpoch: first.epoch, lastEpoch: last.epoch };
}

function claimFacts(claim: unknown): Readonly<Record<string, unknown>> {
  const epoch = typeof claim === "object" && claim !== null && "epoch" in claim ? claim.epoch : undefined;
  return typeof epoch === "number" ? { epoch } : {};
}
