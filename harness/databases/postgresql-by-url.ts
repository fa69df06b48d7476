import { randomUUID } from "node:crypto";
import { setTimeout as passed } from "node:timers/promises";
import pg from "pg";
import { openPool } from "#cluster/databases/postgresql/postgresql-client.ts";
import type { DatabaseServer, RunningServer } from "./database-server.ts";
import type { Proof } from "./simulated/proof.ts";
import { urlFor } from "./url-for.ts";

const administratorConnections = 4;
const connectMilliseconds = 10_000;
const answerMilliseconds = 30_000;

/**
 * SQLSTATEs of refused logins: wrong password, unknown or expired user, user without LOGIN (PostgreSQL, appendix A).
 */
const credentialsRefused: readonly string[] = ["28P01", "28000"];

const answersMilliseconds = 5_000;
/** SQLSTATEs of a server that is shutting down or has crashed (PostgreSQL, appendix A). */
const serverIsDown: readonly string[] = ["57P01", "57P02"];
/** SQLSTATE of a server that is starting or recovering, maximum time to wait for it, and pause between attempts. */
const starting = { code: "57P03", milliseconds: 30_000, pauseMilliseconds: 100 } as const;

const asText = { getTypeParser: () => (value: string | Buffer) => String(value) };

/** Connects to a running PostgreSQL server. Disposing closes the harness's connections and does not end the server. */
export function postgresqlByUrl({ url, description, authority }: RunningServer): DatabaseServer {
  const encryption = authority ? { ssl: { ca: authority } } : {};
  const administrator = openPool({
    connectionString: url,
    ...encryption,
    max: administratorConnections,
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: answerMilliseconds,
    allowExitOnIdle: true,
  });

  return {
    kind: "postgresql",
    description,
    authority,
    url,
    urlFor: (username, password) => urlFor(url, username, password),
    async run(statements) {
      const client = await administrator.connect();
      let failure: Error | undefined;
      try {
        for (const statement of statements) await client.query(statement);
      } catch (error) {
        failure = error as Error;
        throw error;
      } finally {
        client.release(failure instanceof pg.DatabaseError ? undefined : failure);
      }
    },
    async column(query) {
      const { rows } = await administrator.query<string[]>({ text: query, rowMode: "array", types: asText });
      return rows.map(([first]) => first ?? "");
    },
    accepts: (username, password) => logsIn({ ...byPassword(url, username, password), ...encryption }),
    async admits(username, proof) {
      if ("password" in proof) return logsIn({ ...byPassword(url, username, proof.password), ...encryption });
      if (!("certificate" in proof)) throw new Error(`${description} knows no key pairs`);
      return logsIn({ ...byPassword(url, username, ""), ssl: certified(proof, authority) });
    },
    answers: () => answers({ connectionString: url, ...encryption }),
    async [Symbol.asyncDispose]() {
      if (!administrator.ending) await administrator.end();
    },
  };
}

async function answers(how: pg.ClientConfig): Promise<boolean> {
  for (const end = performance.now() + starting.milliseconds; ; await passed(starting.pauseMilliseconds)) {
    const answer = await tryConnect(how);
    if (answer !== "later") return answer;
    if (performance.now() > end) return false;
  }
}

async function tryConnect(how: pg.ClientConfig): Promise<boolean | "later"> {
  const client = new pg.Client({ ...how, connectionTimeoutMillis: answersMilliseconds });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) return false;
    return error.code === starting.code ? "later" : !serverIsDown.includes(error.code ?? "");
  } finally {
    await client.end();
  }
}

/** A random password replaces an empty one, which `pg` cannot send. The server refuses both. */
function byPassword(url: string, username: string, password: string): pg.ClientConfig {
  return { connectionString: urlFor(url, username, password === "" ? randomUUID() : password) };
}

function certified(
  { certificate, privateKey }: Extract<Proof, { certificate: string }>,
  authority: string | undefined,
) {
  if (!authority) throw new Error("a server without TLS takes no certificate");
  return { ca: authority, cert: certificate, key: privateKey };
}

async function logsIn(how: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({
    ...how,
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: answerMilliseconds,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && credentialsRefused.includes(error.code ?? "")) return false;
    throw error;
  } finally {
    await client.end();
  }
}
