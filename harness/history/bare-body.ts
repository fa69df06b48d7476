import { takesKeyShares } from "#harness/masking/mask.ts";
import { mask } from "#harness/masking/mask-text.ts";
import { percentDecoded } from "#harness/masking/percent-decoded.ts";

/** Names of fields whose values are not masked, because checkers and readers need them. */
const shownFields: ReadonlySet<string> = new Set([
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
 * Returns a request body with the client's own texts masked, for histories of unknown clients. Names of fields,
 * numbers, booleans and the values of {@link shownFields} are not masked; a body that is a text is masked as a whole. A
 * request with a token that configures the service keeps its body: one to a path below `sys/`, except init, unseal,
 * rekey and generate-root.
 */
export function bareBody(body: unknown, request: RequestFacts): unknown {
  return typeof body !== "string" && isAboutService(request) ? body : bare(body);
}

/**
 * Returns a response body with the client's own texts masked as in {@link bareBody}. Responses to requests below `sys/`
 * are returned unchanged.
 */
export function bareAnswer(path: string, body: unknown): unknown {
  return /(^|\/)sys\//.test(path) ? body : bare(body);
}

/** `path` contains the namespace and the query; `hasToken` is true if the request had a token. */
type RequestFacts = Readonly<{ path: string; hasToken: boolean }>;

function isAboutService({ path, hasToken }: RequestFacts): boolean {
  return hasToken && /(^|\/)sys\//.test(path) && !takesKeyShares(path);
}

/**
 * Masks texts except in {@link shownFields}. Iterative, because recursion would overflow the stack for deeply nested
 * bodies.
 */
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
      const value = shownFields.has(name) ? field : copyOf(field);
      // Object.defineProperty, because a member may be named __proto__.
      Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
    }
  }
  return result;
}

/** Names of query parameters whose values {@link barePath} does not mask. */
const shownParameters: ReadonlySet<string> = new Set(["list", "after", "format", "follow"]);

/**
 * Masks the query of a path, for histories of unknown clients. Of a parameter whose name has at most 32 characters from
 * a to z and `_`, the name is kept, and the value too if it is a boolean or a number of at most 9 digits, or if the
 * name is in {@link shownParameters}. Other parameters are masked as a whole.
 */
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
  return shownParameters.has(name) || /^(true|false|\d{0,9})$/.test(value) ? pair : `${name}=${mask}`;
}

/**
 * Minimum length in characters of a client's text that is also masked in an error response. Shorter texts are mostly
 * ordinary words or names of roles and policies.
 */
const minOwnLength = 12;

/**
 * Yields the texts of a request that are also masked in its error response: words of the query and of a body that is a
 * text, and texts of a JSON body that {@link bareBody} masks. Shorter texts than {@link minOwnLength} are omitted, the
 * others are yielded in several encodings.
 */
export function* omittedTexts(body: unknown, request: RequestFacts): Generator<string> {
  const { path } = request;
  const query = path.indexOf("?");
  if (query >= 0) yield* wordsIn(path.slice(query));
  if (typeof body === "string") yield* wordsIn(body);
  else if (!isAboutService(request)) yield* textsIn(body);
}

function* wordsIn(text: string): Generator<string> {
  for (const [word] of text.matchAll(/[^\s"'?&=:,;{}[\]]+/g)) yield* forms(word);
}

function* textsIn(value: unknown): Generator<string> {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === "string") yield* forms(one);
    if (typeof one !== "object" || one === null) continue;
    for (const [name, field] of Object.entries(one)) if (!shownFields.has(name)) waiting.push(field);
  }
}

function forms(text: string): readonly string[] {
  if (text.length < minOwnLength) return [];
  const meant = percentDecoded(text);
  return [...new Set([text, meant, JSON.stringify(meant).slice(1, -1), percentEncoded(meant)])];
}

function percentEncoded(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : text;
}
