import { Problem, quoted } from "../../../api/problem.ts";
import { maxConnectSeconds } from "../../../ports/databases.ts";
import type { Details } from "../plugin.ts";
import { mysqlDsn } from "./mysql-dsn.ts";

const template = /\{\{(username|name|password)\}\}/g;

/**
 * Encryption by the value of `tls` in a connection URL (Go's driver). `any` is encryption without verification of the
 * server's certificate.
 */
const encryptions: Readonly<Record<string, "off" | "any" | "verified">> = {
  "": "off",
  false: "off",
  preferred: "off",
  "skip-verify": "any",
  true: "verified",
};

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

export function mysqlUser(details: Details): string {
  const dsn = mysqlDsn(details.connection_url ?? "");
  return dsn ? filled(dsn.user.text, details) : "";
}

/**
 * Returns the address of a session: `mysql://user:password@host:port/database?encryption=…`,
 * percent-encoded, with `ca` and `timeout` (in milliseconds) if they are set. `disable_escaping` has
 * no effect. Throws a Problem "refused" if the connection URL is invalid.
 */
export function mysqlAddress(details: Details): string {
  const { connection_url = "" } = details;
  if (connection_url === "") throw new Problem("refused", "connection_url cannot be empty");
  const dsn = mysqlDsn(connection_url);
  if (!dsn) {
    const forms = "user:password@tcp(host:port)/database or mysql://user:password@host:port/database";
    throw new Problem("refused", `connection_url cannot be understood; it has the form ${forms}`);
  }
  for (const name of dsn.settings.keys()) {
    if (name !== "tls" && name !== "timeout")
      throw new Problem("refused", `connection_url has the setting ${quoted(name)}; only tls and timeout are known`);
  }
  const encryption = encryptionOf(dsn.settings.get("tls") ?? "", details);
  const [user, password] = [dsn.user.text, dsn.password?.text ?? ""].map((text) => encoded(filled(text, details)));
  const { tls_ca: ca } = details;
  const timeout = connectMilliseconds(dsn.settings.get("timeout") ?? "0s");
  const settings = [
    `encryption=${encryption}`,
    ...(typeof ca === "string" && ca !== "" ? [`ca=${encoded(ca)}`] : []),
    ...(timeout === 0 ? [] : [`timeout=${timeout}`]),
  ];
  const host = dsn.host.includes(":") ? `[${dsn.host}]` : encoded(dsn.host);
  return `mysql://${user}:${password}@${host}:${dsn.port}/${encoded(dsn.database)}?${settings.join("&")}`;
}

/** Returns milliseconds; 0 stands for the default. Throws a Problem "refused" if `text` is invalid. */
function connectMilliseconds(text: string): number {
  const [, count = "", unit = ""] = /^(\d{1,9})(ms|s|m)$/.exec(text) ?? [];
  const milliseconds = count === "" ? Number.NaN : Number(count) * (units[unit] ?? Number.NaN);
  if (milliseconds <= maxConnectSeconds * 1_000) return milliseconds;
  throw new Problem(
    "refused",
    `connection_url has the timeout ${quoted(text)}; it is a time such as 500ms, 10s or 1m, ${maxConnectSeconds}s at most, 0s being the usual time`,
  );
}

function encryptionOf(tls: string, { tls_ca: ca, tls_skip_verify: skips }: Details): string {
  const named = Object.hasOwn(encryptions, tls) ? encryptions[tls] : undefined;
  if (!named) {
    const known = Object.keys(encryptions).filter((name) => name !== "");
    throw new Problem("refused", `connection_url has an unknown tls ${quoted(tls)}; it is one of ${known.join(", ")}`);
  }
  if (skips === true) return "any";
  return ca ? "verified" : named;
}

function filled(text: string, { username = "", password = "" }: Details): string {
  return text.replace(template, (_, name: string) => (name === "password" ? password : username));
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
