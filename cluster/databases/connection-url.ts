import { maxConnectSeconds } from "#engine/ports/databases.ts";

/** Address and credentials of a login at a PostgreSQL server. */
export type Login = Readonly<{
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  applicationName: string | undefined;
  /** `none`; `any`: encrypted with any certificate; `verified`: with a valid certificate. */
  encryption: "none" | "any" | "verified";
  /** Connect timeout, or undefined if the URL sets none. */
  connectMilliseconds: number | undefined;
}>;

const defaultPort = 5432;

/** `prefer` and `allow` accept a server without encryption, so encryption is not requested. */
const encryptions: Readonly<Record<string, Login["encryption"]>> = {
  disable: "none",
  allow: "none",
  prefer: "none",
  require: "any",
  "verify-ca": "verified",
  "verify-full": "verified",
};

/**
 * Parses a PostgreSQL connection URL, or `host=… user=…` pairs, which need no percent-encoding
 * (PostgreSQL, libpq, 34.1.1). Throws an Error that quotes nothing, since the text may contain a
 * password.
 */
export function parseConnectionUrl(text: string): Login {
  const settings = /^postgres(ql)?:\/\//.test(text) ? urlSettings(text) : keywordSettings(text);
  const port = Number(settings.port || defaultPort);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error("the connection URL has no valid port");
  const encryption = encryptions[settings.sslmode || "prefer"];
  if (!encryption) throw new Error("the connection URL has an unknown sslmode");
  const connectSeconds = Number(settings.connect_timeout || 0);
  if (!Number.isInteger(connectSeconds) || connectSeconds < 0 || connectSeconds > maxConnectSeconds) {
    throw new Error("the connection URL has no valid connect_timeout");
  }
  const user = settings.user ?? "";
  return {
    host: settings.host || "localhost",
    port,
    user,
    password: settings.password ?? "",
    database: settings.dbname || settings.database || user,
    applicationName: settings.application_name,
    encryption,
    connectMilliseconds: connectSeconds === 0 ? undefined : connectSeconds * 1_000,
  };
}

type Settings = Readonly<Record<string, string | undefined>>;

function urlSettings(text: string): Settings {
  if (!URL.canParse(text)) throw new Error("the connection URL cannot be parsed");
  const url = new URL(text);
  try {
    return {
      host: decodeURIComponent(url.hostname.replace(/^\[|\]$/g, "")),
      port: url.port,
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      dbname: decodeURIComponent(url.pathname.slice(1)),
      ...Object.fromEntries(url.searchParams),
    };
  } catch {
    throw new Error("the connection URL has invalid percent-encoding");
  }
}

/** Parses `keyword = value` pairs. Values may be in single quotes; a backslash escapes. */
function keywordSettings(text: string): Settings {
  const settings: Record<string, string> = {};
  const pair = /\s*(\w+)\s*=\s*('((?:[^'\\]|\\.)*)'|((?:[^\s'\\]|\\.)(?:[^\s\\]|\\.)*)?)(?=\s|$)/sy;
  const end = text.trimEnd().length;
  while (pair.lastIndex < end) {
    const [, keyword = "", , quoted, plain = ""] = pair.exec(text) ?? [];
    if (keyword === "") throw new Error("the connection URL is neither postgresql://… nor keyword=value pairs");
    settings[keyword] = (quoted ?? plain).replace(/\\(.)/gs, "$1");
  }
  return settings;
}
