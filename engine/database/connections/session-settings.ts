import { z } from "zod";
import { bounded, field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import { parseDuration } from "../../api/values/duration.ts";
import type { SessionSettings } from "../../ports/databases.ts";
import type { Details } from "../plugins/plugin.ts";

export const poolFields = z.object({
  max_open_connections: field.integer.optional(),
  max_idle_connections: field.integer.optional(),
  max_connection_lifetime: field.text.optional(),
});

export const certificates = bounded.text({ characters: 512 * 1024 });

/** Fields for TLS, in PEM: the trusted CA, the client certificate and its key. */
export const tlsFields = z.object({
  tls_ca: certificates.optional(),
  tls_certificate: certificates.optional(),
  private_key: field.secret.optional(),
});

const defaultOpenConnections = 4;
export const maxOpenConnections = 10_000;

/** Returns the session settings in `details`. Throws a Problem "refused" that names an invalid field. */
export function sessionSettings(details: Details): SessionSettings {
  const open = within(details.max_open_connections, "max_open_connections") || defaultOpenConnections;
  const idle = within(details.max_idle_connections, "max_idle_connections") || open;
  const lifetime = lifetimeOf(details.max_connection_lifetime);
  const tls = tlsOf(details);
  return {
    maxOpenConnections: open,
    maxIdleConnections: Math.min(idle, open),
    ...(lifetime === 0 ? {} : { maxConnectionLifetimeMilliseconds: lifetime * 1000 }),
    ...(tls ? { tls } : {}),
  };
}

function within(count: unknown, name: string): number {
  if (count === undefined) return 0;
  if (typeof count === "number" && count >= 0 && count <= maxOpenConnections) return count;
  throw new Problem("refused", `invalid ${name}: it is a number from 0 to ${maxOpenConnections}, 0 being the default`);
}

function lifetimeOf(text: unknown): number {
  if (typeof text !== "string") return 0;
  try {
    return parseDuration(text);
  } catch (cause) {
    throw new Problem("refused", `invalid max_connection_lifetime: ${(cause as Error).message}`, { cause });
  }
}

const certificate = /^-----BEGIN CERTIFICATE-----\s[\s\S]+\s-----END CERTIFICATE-----$/;
const privateKey = /^-----BEGIN (\w+ )?PRIVATE KEY-----\s[\s\S]+\s-----END \1PRIVATE KEY-----$/;

function tlsOf(details: Details): SessionSettings["tls"] | undefined {
  const ca = pem(details.tls_ca, certificate, "tls_ca");
  const own = pem(details.tls_certificate, certificate, "tls_certificate");
  const key = pem(details.private_key, privateKey, "private_key");
  if ((own === undefined) !== (key === undefined)) {
    throw new Problem("refused", "tls_certificate and private_key must be set together");
  }
  if (ca === undefined && own === undefined) return undefined;
  return { ...(ca ? { ca } : {}), ...(own && key ? { certificate: own, key } : {}) };
}

function pem(text: unknown, form: RegExp, name: string): string | undefined {
  if (typeof text !== "string" || text === "") return undefined;
  if (!form.test(text.trim())) throw new Problem("refused", `${name} is not PEM`);
  return text;
}
