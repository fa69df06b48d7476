import type { PostgresqlSettings } from "../../../ports/databases.ts";

export type ConnectionSettings = Readonly<{
  /** Settings by name; of repeated settings the last one applies. */
  values: PostgresqlSettings;
  passwords: readonly Readonly<{ start: number; end: number }>[];
}>;

const maxCharacters = 64 * 1024;

type Setting = Readonly<{ name: string; value: string; start: number; end: number }>;

/**
 * Parses `postgresql://user:password@host:port/dbname?name=value` or `host=… user='…' password=…`
 * (PostgreSQL, libpq, 34.1.1). The result is used both to connect and to mask passwords. Returns
 * undefined for other text, for text that is too long, and for ambiguous URLs, for example with a `#`.
 * Takes linear time.
 */
export function connectionSettings(text: string): ConnectionSettings | undefined {
  if (text.length > maxCharacters) return undefined;
  const settings = /^postgres(?:ql)?:\/\//i.test(text) ? settingsOfUrl(text) : settingsOfPairs(text);
  return (
    settings && {
      values: Object.fromEntries(settings.map(({ name, value }) => [name, value.toWellFormed()])),
      passwords: settings.filter(({ name }) => /password/i.test(name)).map(({ start, end }) => ({ start, end })),
    }
  );
}

/** Matches characters that must be percent-encoded in a URL, because parsers treat them differently. */
const ambiguous = /[\p{Cc}#]|\s$/u;

function settingsOfUrl(text: string): readonly Setting[] | undefined {
  const start = text.indexOf("//") + 2;
  const end = firstOf("/?", text, start);
  // An at sign after the host may belong to a password that contains a slash or a question mark.
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

function part(name: string, text: string, start: number, end: number): readonly Setting[] {
  return end > start ? [decoded(name, text, start, end)] : [];
}

function decoded(name: string, text: string, start: number, end: number): Setting {
  return { name, value: decodeURIComponent(text.slice(start, end)), start, end };
}

function query(text: string, start: number): readonly Setting[] {
  const settings: Setting[] = [];
  for (let at = start; at < text.length; ) {
    const end = firstOf("&", text, at);
    // The name is searched within the pair only, so that the total time stays linear.
    const [name = ""] = text.slice(at, end).split("=", 1);
    const valueStart = Math.min(end, at + name.length + 1);
    const value = decodeURIComponent(text.slice(valueStart, end).replaceAll("+", " "));
    if (end > at) settings.push({ name: decodeURIComponent(name.replaceAll("+", " ")), value, start: valueStart, end });
    at = end + 1;
  }
  return settings;
}

function firstOf(letters: string, text: string, start: number): number {
  const found = [...letters].map((letter) => text.indexOf(letter, start)).filter((at) => at >= 0);
  return Math.min(text.length, ...found);
}

const pair = /\s*(\w+)\s*=\s*('[^'\\]*(?:\\.[^'\\]*)*'|(?!')[^\s\\]*(?:\\.[^\s\\]*)*)(?=\s|$)/dsy;

function settingsOfPairs(text: string): readonly Setting[] | undefined {
  const settings: Setting[] = [];
  const textEnd = text.trimEnd().length;
  for (pair.lastIndex = 0; pair.lastIndex < textEnd; ) {
    const found = pair.exec(text);
    const [start, end] = found?.indices?.[2] ?? [];
    if (!found || start === undefined || end === undefined) return undefined;
    const [, name = "", written = ""] = found;
    const value = (written.startsWith("'") ? written.slice(1, -1) : written).replace(/\\(.)/gs, "$1");
    settings.push({ name, value, start, end });
  }
  return settings.length > 0 ? settings : undefined;
}
