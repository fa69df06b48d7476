/** What a connection URL or a list of settings says. */
export type ConnectionSettings = Readonly<{
  /** Values by libpq's names, such as `host`, `user`, `password` and `dbname`, decoded. What is said twice holds as it is said last. */
  values: ReadonlyMap<string, string>;
  /** Where passwords stand in the text, as they are spelt there, from left to right. */
  passwords: readonly Readonly<{ start: number; end: number }>[];
}>;

/** Longer texts are none that a person wrote. */
const maxCharacters = 64 * 1024;

/** One setting as it stands in the text: its decoded name and value, and where the value is. */
type Setting = Readonly<{ name: string; value: string; start: number; end: number }>;

/**
 * Reads `postgresql://user:password@host:port/dbname?name=value` or `host=… user='…' password=…` (PostgreSQL, libpq, 34.1.1). It is the only
 * reader of what clients write: connections are opened to what it says, and passwords are masked where it finds them. Undefined for what is
 * neither, and for a URL that could mean two things: with an `@` behind its host, or with a `#` or a control character. Takes time
 * in proportion to the text.
 */
export function connectionSettings(text: string): ConnectionSettings | undefined {
  if (text.length > maxCharacters) return undefined;
  const settings = /^postgres(?:ql)?:\/\//i.test(text) ? settingsOfUrl(text) : settingsOfPairs(text);
  return (
    settings && {
      values: new Map(settings.map(({ name, value }) => [name, value])),
      passwords: settings.filter(({ name }) => /password/i.test(name)).map(({ start, end }) => ({ start, end })),
    }
  );
}

/** What must be percent-encoded in a URL, a space at its end too: readers differ in what they make of it. */
const ambiguous = /[\p{Cc}#]|\s$/u;

function settingsOfUrl(text: string): readonly Setting[] | undefined {
  const start = text.indexOf("//") + 2;
  const end = firstOf("/?", text, start);
  // Behind the host an at sign may be one of a password with a slash or a question mark in it.
  if (ambiguous.test(text) || text.includes("@", end)) return undefined;
  const pathEnd = firstOf("?", text, end);
  const at = text.slice(start, end).lastIndexOf("@");
  const server = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d*))?$/.exec(text.slice(start + at + 1, end));
  if (!server) return undefined;
  const [, bracketed, plain = "", port = ""] = server;
  const host = start + at + 1 + (bracketed === undefined ? 0 : 1);
  const colon = at < 0 ? -1 : text.slice(start, start + at).indexOf(":");
  try {
    return [
      ...(at < 0 ? [] : [decoded("user", text, start, start + (colon < 0 ? at : colon))]),
      ...(colon < 0 ? [] : [decoded("password", text, start + colon + 1, start + at)]),
      ...part("host", text, host, host + (bracketed ?? plain).length),
      ...part("port", text, end - port.length, end),
      ...part("dbname", text, end + 1, pathEnd),
      ...query(text, pathEnd + 1),
    ];
  } catch {
    return undefined;
  }
}

/** The setting, unless nothing stands there. */
function part(name: string, text: string, start: number, end: number): readonly Setting[] {
  return end > start ? [decoded(name, text, start, end)] : [];
}

/** Throws an Error when the value is not rightly percent-encoded. */
function decoded(name: string, text: string, start: number, end: number): Setting {
  return { name, value: decodeURIComponent(text.slice(start, end)), start, end };
}

function query(text: string, start: number): readonly Setting[] {
  const settings: Setting[] = [];
  for (let at = start; at < text.length; ) {
    const end = firstOf("&", text, at);
    // Looked for within the pair: in a query without any, each search would go to its end.
    const [name = ""] = text.slice(at, end).split("=", 1);
    const valueStart = Math.min(end, at + name.length + 1);
    // As in a form, a plus is a space.
    const value = decodeURIComponent(text.slice(valueStart, end).replaceAll("+", " "));
    if (end > at) settings.push({ name: decodeURIComponent(name.replaceAll("+", " ")), value, start: valueStart, end });
    at = end + 1;
  }
  return settings;
}

/** Where the first of `letters` stands from `start` on, or the end of the text. */
function firstOf(letters: string, text: string, start: number): number {
  const found = [...letters].map((letter) => text.indexOf(letter, start)).filter((at) => at >= 0);
  return Math.min(text.length, ...found);
}

/** `name = value`; a value with spaces stands in single quotes, a backslash takes the next letter as it is. */
const pair = /\s*(\w+)\s*=\s*('[^'\\]*(?:\\.[^'\\]*)*'|(?!')[^\s\\]*(?:\\.[^\s\\]*)*)(?=\s|$)/dsy;

function settingsOfPairs(text: string): readonly Setting[] | undefined {
  const settings: Setting[] = [];
  const textEnd = text.trimEnd().length;
  for (pair.lastIndex = 0; pair.lastIndex < textEnd; ) {
    const found = pair.exec(text);
    const [start, end] = found?.indices?.[2] ?? [];
    if (!found || start === undefined || end === undefined) return undefined;
    const [, name = "", spelt = ""] = found;
    const value = (spelt.startsWith("'") ? spelt.slice(1, -1) : spelt).replace(/\\(.)/gs, "$1");
    settings.push({ name, value, start, end });
  }
  return settings.length > 0 ? settings : undefined;
}
