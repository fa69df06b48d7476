import { type About, DatabaseRefusal, type DatabaseSession, type Databases } from "#engine/ports/databases.ts";
import type { Login } from "./databases/login.ts";
import { parsePostgresqlAddress } from "./databases/postgresql-address.ts";
import type { Network } from "./network.ts";
import type { Scheduler } from "./scheduler.ts";

const usualHost = "database.simulated";

/** How long a server may take that neither answers nor breaks the connection, in milliseconds: as long as a real one may. */
const patience = { answer: 5_000, statements: 30_000 } as const;

/** PostgreSQL's port where an address names none. */
const ports: readonly string[] = ["", "5432"];

/** What the server says on a connection that an administrator ended, and to a user that is no more (PostgreSQL, appendix A). */
const endings = { terminated: "57P01", noSuchUser: "28000" } as const;

/** What is asked of a server, as the trace tells it. */
type Kind = "database login" | "database query";

/** One connection to a simulated server, as it opens it. What is asked on it after it was terminated has no effect. */
type Connection = Readonly<{
  transact(statements: readonly string[], about: About | undefined, committed: () => void, asked?: number): void;
  settle(subject: string): void;
  column(query: string, parameters: readonly string[]): readonly string[];
  verify(): void;
  close(): void;
}>;

/** What a server does wrong with transactions; may change while it is used. */
export type ServerFaults = {
  /** When it breaks the connection on which a transaction came. */
  cut?: "before the commit" | "after the commit" | undefined;
  /** It breaks one connection so, and no more. Default: every one. */
  isCutOnce?: boolean;
  /** What becomes of the statements of a transaction on their way. Default: they arrive as they are. */
  garble?: ((statements: readonly string[]) => readonly string[]) | undefined;
};

export type SimulatedDatabasesOptions = Readonly<{
  scheduler: Scheduler;
  network: Network;
  /** Host of the cluster that asks. */
  from: string;
  /** Host of the server. What the network drops silently between the two makes it a server that hangs. */
  host?: string;
  connect: (login: Login) => Connection;
  /** The number of the last event of the history; a statement is told with that of the moment when it was sent. */
  lastEvent?: () => number;
  /** What the server does wrong. Default: nothing. */
  faults?: ServerFaults;
  /** Reads an address. Throws an Error that shows nothing of it. Default: as PostgreSQL's are spelt. */
  read?: (url: string) => Addressed;
}>;

/** Who logs in at what server. */
type Addressed = Login & Readonly<{ host: string; port: string }>;

/** The database port of the cluster on `from`: a simulated server behind the simulated network. */
export function simulatedDatabases(options: SimulatedDatabasesOptions): Databases {
  const {
    scheduler,
    network,
    from,
    host = usualHost,
    connect,
    read = postgresqlAddressed,
    faults = {},
    lastEvent,
  } = options;

  function ask<T>(kind: Kind, connection: object, question: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const lose = () => {
        stopWaiting();
        reject(new DatabaseRefusal(`no answer from ${host}`, ""));
      };
      const stopWaiting = scheduler.after(patience.answer, lose);
      const deliver = () => {
        const answer = settled(question, resolve, reject);
        const settle = () => {
          stopWaiting();
          answer();
        };
        network.carry({ from: host, to: from, connection, kind: "database reply", content: "", deliver: settle, lose });
      };
      network.carry({ from, to: host, connection, kind, content: "", deliver, lose });
    });
  }

  /** Asks for what is answered when it is committed. A caller that waits too long gives up, and calls `hangUp`; the server goes on. */
  function askToCommit(
    connection: object,
    question: (committed: () => void) => void,
    hangUp: () => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const lose = () => {
        stopWaiting();
        reject(new DatabaseRefusal(`no answer from ${host}`, ""));
      };
      const stopWaiting = scheduler.after(patience.statements, () => {
        hangUp();
        lose();
      });
      const answer = (settle: () => void) => {
        const deliver = () => {
          stopWaiting();
          settle();
        };
        network.carry({ from: host, to: from, connection, kind: "database reply", content: "", deliver, lose });
      };
      const breakOff = () => {
        hangUp();
        network.carry({ from: host, to: from, connection, kind: "database reset", content: "", deliver: lose, lose });
      };
      const deliver = () => {
        const { cut } = faults;
        if (faults.isCutOnce) faults.cut = undefined;
        if (cut === "before the commit") return breakOff();
        try {
          question(() => (cut === "after the commit" ? breakOff() : answer(resolve)));
        } catch (error) {
          answer(() => reject(error));
        }
      };
      network.carry({ from, to: host, connection, kind: "database statements", content: "", deliver, lose });
    });
  }

  return {
    open(_kind, url): DatabaseSession {
      let connection: Connection | undefined;
      let closed = false;
      const session = {};

      async function inside<T>(kind: Kind, question: (login: Login) => T): Promise<T> {
        if (closed) throw new DatabaseRefusal("the session is closed", "");
        const login = loginAt(url, { host, read });
        return ask(kind, session, () => question(login));
      }

      function onConnection<T>(login: Login, question: (connection: Connection) => T): T {
        const known = connection;
        connection ??= connect(login);
        try {
          return question(connection);
        } catch (error) {
          const state = error instanceof DatabaseRefusal ? error.sqlState : "";
          if (state === endings.terminated || state === endings.noSuchUser) connection = undefined;
          // It was terminated while it was idle.
          if (known && state === endings.terminated) return onConnection(login, question);
          throw error;
        }
      }

      function hangUp(): void {
        connection?.close();
        connection = undefined;
      }

      return {
        async transact(statements, about) {
          if (closed) throw new DatabaseRefusal("the session is closed", "");
          const login = loginAt(url, { host, read });
          const asked = lastEvent?.();
          await askToCommit(
            session,
            (committed) => {
              const arrived = faults.garble?.(statements) ?? statements;
              onConnection(login, (open) => open.transact(arrived, about, committed, asked));
            },
            hangUp,
          );
        },
        settle: (subject) => inside("database query", (login) => onConnection(login, (open) => open.settle(subject))),
        // A connection that is open says nothing about who may log in now.
        verify: () =>
          inside("database login", (login) => {
            const fresh = connect(login);
            try {
              fresh.verify();
            } finally {
              fresh.close();
            }
          }),
        column: (query, parameters) =>
          inside("database query", (login) => onConnection(login, (open) => open.column(query, parameters))),
        async close() {
          if (closed) return;
          closed = true;
          // On the same path, so that it comes after what was asked before. A server that does not hear it finds out by itself.
          const connection = session;
          network.carry({
            from,
            to: host,
            connection,
            kind: "database close",
            content: "",
            deliver: hangUp,
            lose: hangUp,
          });
        },
      };
    },
  };
}

/** The user and database of an address of the simulated server. Throws a {@link DatabaseRefusal} that shows nothing of the address. */
function loginAt(url: string, { host, read }: { host: string; read: (url: string) => Addressed }): Login {
  try {
    const login = read(url);
    if (login.host === host && ports.includes(login.port)) return login;
  } catch (error) {
    throw new DatabaseRefusal(error instanceof Error ? error.message : String(error), "");
  }
  throw new DatabaseRefusal("no database server answers at this address", "");
}

function postgresqlAddressed(url: string): Addressed {
  const login = parsePostgresqlAddress(url);
  const { hostname, port } = new URL(url);
  return { ...login, host: hostname, port };
}

/** Asks now, and gives back how to tell later. */
function settled<T>(question: () => T, resolve: (value: T) => void, reject: (error: unknown) => void): () => void {
  try {
    const value = question();
    return () => resolve(value);
  } catch (error) {
    return () => reject(error);
  }
}
