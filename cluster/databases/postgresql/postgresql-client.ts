import type { ConnectionOptions } from "node:tls";
import pg from "pg";
import type { SessionSettings } from "#engine/ports/databases.ts";
import { answerMilliseconds, defaultStatementMilliseconds } from "../timeouts.ts";
import type { Login } from "./postgresql-login.ts";

/**
 * Creates a pool of PostgreSQL connections. Without the listeners, the error of a lost connection would end the
 * process.
 */
export function openPool(configuration: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(configuration);
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

const encryption = {
  none: false,
  any: { rejectUnauthorized: false },
  verified: { rejectUnauthorized: true },
} as const satisfies Record<Login["encryption"], unknown>;

type ConfigurationOptions = Readonly<{ statementMilliseconds?: number; tls?: SessionSettings["tls"] | undefined }>;

/** With a CA or a client certificate, the server's certificate is verified, except with `sslmode=require`. */
function verifying({ encryption: wanted }: Login): Readonly<{ rejectUnauthorized: boolean }> {
  return wanted === "any" ? encryption.any : encryption.verified;
}

function own({ certificate, key }: NonNullable<SessionSettings["tls"]>): Pick<ConnectionOptions, "cert" | "key"> {
  return certificate && key ? { cert: certificate, key } : {};
}

export function configuration(
  login: Login,
  { statementMilliseconds = defaultStatementMilliseconds, tls }: ConfigurationOptions = {},
): pg.ClientConfig {
  return {
    host: login.host,
    port: login.port,
    user: login.user,
    // A function, since an empty string would be replaced by the environment's password.
    password: () => login.password,
    database: login.database,
    application_name: login.applicationName,
    ssl: tls ? { ...verifying(login), ...(tls.ca ? { ca: tls.ca } : {}), ...own(tls) } : encryption[login.encryption],
    connectionTimeoutMillis: login.connectMilliseconds ?? answerMilliseconds,
    query_timeout: statementMilliseconds,
    keepAlive: true,
  };
}
