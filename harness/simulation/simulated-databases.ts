import {
  type About,
  type DatabaseAddress,
  DatabaseRefusal,
  type DatabaseSession,
  type Databases,
} from "#engine/ports/databases.ts";
import { type Login, loginOf } from "./databases/login.ts";
import type { Network } from "./network.ts";
import type { Scheduler } from "./scheduler.ts";

const defaultHost = "database.simulated";

/** Timeouts in milliseconds for a server that does not respond: `statements` for a transaction, `answer` for others. */
const timeouts = { answer: 5_000, statements: 30_000 } as const;

/** Ports that addresses of the server may have: PostgreSQL's default, or none. */
const ports: readonly string[] = ["", "5432"];

/** SQLSTATEs after which a connection ends: it was terminated, or its user does not exist (PostgreSQL, appendix A). */
const endings = { terminated: "57P01", noSuchUser: "28000" } as const;

type Kind = "database login" | "database query";

type Connection = Readonly<{
  transact(statements: readonly string[], about: About | undefined, committed: () => void, asked?: number): void;
  settle(subject: string): void;
  column(query: string, parameters: readonly string[]): readonly string[];
  verify(): void;
  close(): void;
}>;

/** Faults of a server's transactions. The object may be changed at any time. */
export type ServerFaults = {
  /** The server closes the connection of a transaction before or after the commit. Default: it keeps the connection. */
  cut?: "before the commit" | "after the commit" | undefined;
  /** True if `cut` affects only the next transaction. Default: every transaction. */
  isCutOnce?: boolean;
  /** Changes the statements of a transaction in transit. Default: they arrive unchanged. */
  garble?: ((statements: readonly string[]) => readonly string[]) | undefined;
};

export type SimulatedDatabasesOptions = Readonly<{
  scheduler: Scheduler;
  network: Network;
  from: string;
  /** Host of the server. The server appears to hang while messages to this host are dropped. */
  host?: string;
  connect: (login: Login) => Connection;
  /** Returns the number of the last event in the history, which is read when statements are sent. */
  lastEvent?: () => number;
  /** Faults of the server. Default: none. */
  faults?: ServerFaults;
  /**
   * Parses an address. Throws an Error whose message contains no part of it. Default: parses addresses of PostgreSQL.
   */
  read?: (address: DatabaseAddress) => Addressed;
}>;

type Addressed = Login & Readonly<{ host: string; port: string }>;

export function simulatedDatabases(options: SimulatedDatabasesOptions): Databases {
  const {
    scheduler,
    network,
    from,
    host = defaultHost,
    connect,
    read = postgresqlAddressed,
    faults = {},
    lastEvent,
  } = options;

  function request<T>(kind: Kind, connection: object, operation: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const lose = () => {
        stopWaiting();
        reject(new DatabaseRefusal(`no answer from ${host}`, ""));
      };
      const stopWaiting = scheduler.after(timeouts.answer, lose);
      const deliver = () => {
        const answer = settled(operation, resolve, reject);
        const settle = () => {
          stopWaiting();
          answer();
        };
        network.carry({ from: host, to: from, connection, kind: "database reply", content: "", deliver: settle, lose });
      };
      network.carry({ from, to: host, connection, kind, content: "", deliver, lose });
    });
  }

  function requestCommit(
    connection: object,
    operation: (committed: () => void) => void,
    hangUp: () => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const lose = () => {
        stopWaiting();
        reject(new DatabaseRefusal(`no answer from ${host}`, ""));
      };
      const stopWaiting = scheduler.after(timeouts.statements, () => {
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
          operation(() => (cut === "after the commit" ? breakOff() : answer(resolve)));
        } catch (error) {
          answer(() => reject(error));
        }
      };
      network.carry({ from, to: host, connection, kind: "database statements", content: "", deliver, lose });
    });
  }

  return {
    open(address): DatabaseSession {
      let connection: Connection | undefined;
      let closed = false;
      const session = {};

      async function inside<T>(kind: Kind, operation: (login: Login) => T): Promise<T> {
        if (closed) throw new DatabaseRefusal("the session is closed", "");
        const login = loginAt(address, { host, read });
        return request(kind, session, () => operation(login));
      }

      function onConnection<T>(login: Login, operation: (connection: Connection) => T): T {
        const known = connection;
        connection ??= connect(login);
        try {
          return operation(connection);
        } catch (error) {
          const state = error instanceof DatabaseRefusal ? error.sqlState : "";
          if (state === endings.terminated || state === endings.noSuchUser) connection = undefined;
          // The connection was terminated while it was idle.
          if (known && state === endings.terminated) return onConnection(login, operation);
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
          const login = loginAt(address, { host, read });
          const asked = lastEvent?.();
          await requestCommit(
            session,
            (committed) => {
              const arrived = faults.garble?.(statements) ?? statements;
              onConnection(login, (open) => open.transact(arrived, about, committed, asked));
            },
            hangUp,
          );
        },
        settle: (subject) => inside("database query", (login) => onConnection(login, (open) => open.settle(subject))),
        // Uses a new connection, since an open one does not prove that a login is possible.
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
          // Sent on the same path, so that it arrives after earlier messages. If it is lost, the server notices the end
          // by itself.
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

function loginAt(
  address: DatabaseAddress,
  { host, read }: { host: string; read: (address: DatabaseAddress) => Addressed },
): Login {
  try {
    const login = read(address);
    if (login.host === host && ports.includes(login.port)) return login;
  } catch (error) {
    throw new DatabaseRefusal(error instanceof Error ? error.message : String(error), "");
  }
  throw new DatabaseRefusal("no database server answers at this address", "");
}

function postgresqlAddressed(address: DatabaseAddress): Addressed {
  if (address.kind !== "postgresql") throw new Error("the address is not one of PostgreSQL");
  const { host = "", port = "" } = address.settings;
  return { ...loginOf(address.settings), host, port };
}

function settled<T>(operation: () => T, resolve: (value: T) => void, reject: (error: unknown) => void): () => void {
  try {
    const value = operation();
    return () => resolve(value);
  } catch (error) {
    return () => reject(error);
  }
}
