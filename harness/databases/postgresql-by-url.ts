import { randomUUID } from "node:crypto";
import { setTimeout as passed } from "node:timers/promises";
import pg from "pg";
import { openPool } from "#cluster/databases/postgresql-pool.ts";
import type { DatabaseServer, RunningServer } from "./database-server.ts";
import type { Proof } from "./simulated/proof.ts";
import { urlFor } from "./url-for.ts";

/** The administrator works one task at a time; a few more let parallel scenarios look at once. */
const administratorConnections = 4;
/** A server on this machine answers in milliseconds; what takes longer hangs. */
const connectMilliseconds = 10_000;
const answerMilliseconds = 30_000;

/** Wrong password, unknown or expired user; and a user that may not log in at all (PostgreSQL, appendix A). */
const credentialsRefused: readonly string[] = ["28P01", "28000"];

/** A server on this machine that does not answer for so long has died or hangs. */
const answersMilliseconds = 5_000;
/** It is being shut down, on purpose or after a crash (PostgreSQL, appendix A). */
const serverIsDown: readonly string[] = ["57P01", "57P02"];
/** It starts, or recovers after a crash, and takes no connection yet: so long it may do so, and so often it is asked. */
const starting = { code: "57P03", milliseconds: 30_000, pauseMilliseconds: 100 } as const;

/** Rows of texts as the server spells them. */
const asText = { getTypeParser: () => (value: string | Buffer) => String(value) };

/** A PostgreSQL server that runs already. Disposing closes our own connections and nothing else. */
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

/** Waits for a server that starts or recovers. A refusal is an answer too, unless the server says that it accepts no connection now. */
async function answers(how: pg.ClientConfig): Promise<boolean> {
  for (const end = performance.now() + starting.milliseconds; ; await passed(starting.pauseMilliseconds)) {
    const answer = await asked(how);
    if (answer !== "later") return answer;
    if (performance.now() > end) return false;
  }
}

async function asked(how: pg.ClientConfig): Promise<boolean | "later"> {
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

/** `pg` refuses to send an empty password. The server accepts none either, so any wrong one brings its answer. */
function byPassword(url: string, username: string, password: string): pg.ClientConfig {
  return { connectionString: urlFor(url, username, password === "" ? randomUUID() : password) };
}

/** A server that is not encrypted asks for no certificate, and so admits no user by one. */
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
