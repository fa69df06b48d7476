import { connectionSettings } from "#engine/database/plugins/postgresql/postgresql-settings.ts";
import { maxConnectSeconds, type PostgresqlSettings } from "#engine/ports/databases.ts";

export type Login = Readonly<{
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  applicationName: string | undefined;
  /** `any` encrypts without verification of the server's certificate, `verified` with verification. */
  encryption: "none" | "any" | "verified";
  /** Connect timeout in milliseconds; undefined for the default. */
  connectMilliseconds: number | undefined;
}>;

const defaultPort = 5432;

/**
 * Encryption by `sslmode`. `prefer` and `allow` permit a connection without encryption, so no encryption is requested.
 */
const encryptions: Readonly<Record<string, Login["encryption"]>> = {
  disable: "none",
  allow: "none",
  prefer: "none",
  require: "any",
  "verify-ca": "verified",
  "verify-full": "verified",
};

/**
 * Parses a PostgreSQL connection URL, or `host=… user=…` pairs (PostgreSQL, libpq, 34.1.1). Throws an Error without the
 * text, which may contain a password.
 */
export function parseConnectionUrl(text: string): Login {
  const settings = connectionSettings(text);
  if (settings) return loginOf(settings.values);
  if (/^postgres(?:ql)?:\/\//i.test(text)) throw new Error("the connection URL cannot be parsed");
  throw new Error("the connection URL is neither postgresql://… nor keyword=value pairs");
}

/** Throws an Error without values of `settings` if `port`, `sslmode` or `connect_timeout` is invalid. */
export function loginOf(settings: PostgresqlSettings): Login {
  const port = /^\d{0,5}$/.test(settings.port ?? "") ? Number(settings.port || defaultPort) : 0;
  if (port < 1 || port > 65_535) throw new Error("the connection URL has no valid port");
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
