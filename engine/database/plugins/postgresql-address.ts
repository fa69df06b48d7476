import { Problem } from "../../api/problem.ts";
import { fillUrl } from "../connection-url.ts";
import type { Details } from "./plugin.ts";

/** One setting of the `host=… user=…` form; a value with spaces stands in single quotes, a backslash saves the next character. */
const setting = /\s*([a-z_]+)\s*=\s*('(?:[^'\\]|\\.)*'|(?:[^\s'\\]|\\.)*)(?=\s|$)/gsy;

/**
 * The URL that a PostgreSQL connection leads to. `connection_url` is a URL or a list of settings such as
 * `host=db user={{username}} password={{password}} dbname=shop`.
 */
export function postgresqlAddress(details: Details): string {
  if (!details.connection_url) throw new Problem("refused", "connection_url cannot be empty");
  const filled = fillUrl(details.connection_url, details);
  if (/^postgres(ql)?:\/\//i.test(filled)) return filled;
  const settings = parseSettings(filled.trim());
  if (!settings) throw new Problem("refused", "connection_url is neither a PostgreSQL URL nor a list of settings");
  return urlOf(settings);
}

function parseSettings(text: string): Map<string, string> | undefined {
  const settings = new Map<string, string>();
  let end = 0;
  for (const match of text.matchAll(setting)) {
    const [whole, name = "", value = ""] = match;
    settings.set(name, value.replace(/^'(.*)'$/s, "$1").replace(/\\(.)/gs, "$1"));
    end += whole.length;
  }
  return end > 0 && end === text.length ? settings : undefined;
}

function urlOf(settings: ReadonlyMap<string, string>): string {
  const { user, password, host = "localhost", port, dbname, ...others } = Object.fromEntries(settings);
  // a folder of Unix sockets has no place in a URL but its query
  const socket = host.startsWith("/");
  const query = Object.entries(socket ? { ...others, host } : others).map(
    ([name, value]) => `${name}=${escaped(value)}`,
  );
  const login = user === undefined ? "" : `${escaped(user)}${password === undefined ? "" : `:${escaped(password)}`}@`;
  const server = `${socket ? "" : host}${port === undefined ? "" : `:${port}`}`;
  return `postgresql://${login}${server}/${escaped(dbname ?? "")}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
