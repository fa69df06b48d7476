import { Problem } from "../../../api/problem.ts";
import { maxConnectSeconds } from "../../../ports/databases.ts";
import { fillUrl } from "../../connections/connection-url.ts";
import type { Details } from "../plugin.ts";
import { connectionSettings } from "./postgresql-settings.ts";

/**
 * Returns the URL of a PostgreSQL connection in a normalized form that all parsers read alike.
 * `connection_url` is a URL or a list of settings such as `host=db user={{username}}
 * password={{password}} dbname=shop`. Throws a Problem "refused" that does not quote it.
 */
export function postgresqlAddress(details: Details): string {
  if (!details.connection_url) throw new Problem("refused", "connection_url cannot be empty");
  const settings = connectionSettings(fillUrl(details.connection_url, details));
  if (!settings) {
    throw new Problem(
      "refused",
      "connection_url is neither a PostgreSQL URL, in which special characters are percent-encoded, nor a list of settings",
    );
  }
  checkConnectTimeout(settings.values.get("connect_timeout") ?? "");
  return urlOf(settings.values);
}

/** Validates the time that a login waits for the server, in seconds; 0 means the default. */
function checkConnectTimeout(text: string): void {
  if (/^\d{0,9}$/.test(text) && Number(text) <= maxConnectSeconds) return;
  throw new Problem(
    "refused",
    `connection_url has an invalid connect_timeout: it is a number of seconds from 0 to ${maxConnectSeconds}, 0 being the usual time`,
  );
}

function urlOf(settings: ReadonlyMap<string, string>): string {
  const { user, password, host: configuredHost, port = "", dbname = "", ...others } = Object.fromEntries(settings);
  const host = configuredHost || "localhost";
  // The directory of a Unix socket, and then also the port, can only be part of the URL's query.
  const isSocket = host.startsWith("/");
  const query = Object.entries(isSocket ? { ...others, host, ...(port === "" ? {} : { port }) } : others).map(
    ([name, value]) => `${escaped(name)}=${escaped(value)}`,
  );
  const secret = password === undefined ? "" : `:${escaped(password)}`;
  const login = user === undefined && password === undefined ? "" : `${escaped(user ?? "")}${secret}@`;
  const name = host.includes(":") ? `[${host}]` : escaped(host);
  const server = isSocket ? "" : name + (port === "" ? "" : `:${escaped(port)}`);
  return `postgresql://${login}${server}/${escaped(dbname)}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
