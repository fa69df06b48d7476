import { takesKeyShares } from "#harness/reports/mask.ts";
import { mask } from "#harness/reports/mask-text.ts";
import { percentDecoded } from "#harness/reports/percent-decoded.ts";

/** Names of texts that are told of any body: what checkers compare, and what people look for. */
const told: ReadonlySet<string> = new Set([
  "request_id",
  "lease_id",
  "username",
  "type",
  "plugin_name",
  "db_name",
  "role",
  "iam_http_request_method",
  "created_time",
  "deletion_time",
  "ttl",
  "errors",
  "warnings",
]);

/**
 * A body whose texts are a client's own, as where any client may ask: names, numbers and what {@link told} lists stay, all other texts
 * go, and so does a body that is no object. What a client with a token asks below `sys/` is about the service, and stays.
 */
export function bareBody(body: unknown, asked: Asked): unknown {
  return typeof body !== "string" && isAboutService(asked) ? body : bare(body);
}

/** The body of an answer as {@link bareBody} shows that of a request; what is answered below `sys/` is about the service, with a token or without. */
export function bareAnswer(path: string, body: unknown): unknown {
  return /(^|\/)sys\//.test(path) ? body : bare(body);
}

/** What was asked for, and whether with a token; the path is decoded. */
type Asked = Readonly<{ path: string; hasToken: boolean }>;

function isAboutService({ path, hasToken }: Asked): boolean {
  return hasToken && /(^|\/)sys\//.test(path) && !takesKeyShares(path);
}

/** Bodies are nested as deeply as clients may nest them, which a function that calls itself would find no room for on the stack. */
function bare(value: unknown): unknown {
  const unfilled: Readonly<{ source: object; copy: object }>[] = [];
  const copyOf = (one: unknown): unknown => {
    if (typeof one === "string") return one === "" ? one : mask;
    if (typeof one !== "object" || one === null) return one;
    const copy = Array.isArray(one) ? [] : {};
    unfilled.push({ source: one, copy });
    return copy;
  };
  const result = copyOf(value);
  for (let next = unfilled.pop(); next; next = unfilled.pop()) {
    const { source, copy } = next;
    for (const [name, field] of Object.entries(source)) {
      const value = told.has(name) ? field : copyOf(field);
      // Defined, not assigned: a member may be called __proto__.
      Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
    }
  }
  return result;
}

/** Names of parameters of a query whose texts are told of any path. */
const toldInQuery: ReadonlySet<string> = new Set(["list", "after", "format", "follow"]);

/** A path whose query is a client's own: of the parameters that the API has not, and that are neither numbers nor booleans, the values go. */
export function barePath(path: string): string {
  const at = path.indexOf("?");
  if (at < 0) return path;
  return (
    path.slice(0, at + 1) +
    path
      .slice(at + 1)
      .split("&")
      .map(barePair)
      .join("&")
  );
}

function barePair(pair: string): string {
  const [, name = "", value = ""] = /^([a-z_]{1,32})=(.*)$/s.exec(pair) ?? [];
  if (name === "") return pair === "" ? pair : mask;
  return toldInQuery.has(name) || /^(true|false|\d{0,9})$/.test(value) ? pair : `${name}=${mask}`;
}

/** Texts shorter than that are words, and names of roles and policies; a longer one that is masked in a request is masked in its refusal, too. */
const shortestOwn = 12;

/** The texts of a client's body and query that are not told, wherever they are quoted. */
export function* omittedTexts(body: unknown, asked: Asked): Generator<string> {
  const { path } = asked;
  const query = path.indexOf("?");
  if (query >= 0) yield* wordsIn(path.slice(query));
  if (typeof body === "string") yield* wordsIn(body);
  else if (!isAboutService(asked)) yield* textsIn(body);
}

function* wordsIn(text: string): Generator<string> {
  for (const [word] of text.matchAll(/[^\s"'?&=:,;{}[\]]+/g)) yield* forms(word);
}

/** Those at all levels, without calling itself: see {@link bare}. */
function* textsIn(value: unknown): Generator<string> {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === "string") yield* forms(one);
    if (typeof one !== "object" || one === null) continue;
    for (const [name, field] of Object.entries(one)) if (!told.has(name)) waiting.push(field);
  }
}

/** As it was sent, as it was meant where it is percent-encoded, and as an error quotes it. */
function forms(text: string): readonly string[] {
  if (text.length < shortestOwn) return [];
  const meant = percentDecoded(text);
  return [...new Set([text, meant, JSON.stringify(meant).slice(1, -1), percentEncoded(meant)])];
}

function percentEncoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : text;
}
