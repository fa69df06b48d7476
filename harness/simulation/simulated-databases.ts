import { DatabaseRefusal, type DatabaseSession, type Databases } from "#engine/ports/databases.ts";
import type { Network } from "./network.ts";

const host = "database.simulated";

/** "Terminated by an administrator" and "no such user any more" (PostgreSQL, appendix A). */
const endings: readonly string[] = ["57P01", "28000"];

/** One connection to a simulated server, as it opens it. */
type Connection = Readonly<{
  transact(statements: readonly string[]): void;
  column(query: string, parameters: readonly string[]): readonly string[];
  verify(): void;
  close(): void;
}>;

/** The database port of the cluster on `from`: a simulated server behind the simulated network. */
export function simulatedDatabases(options: {
  network: Network;
  from: string;
  connect: (url: string) => Connection;
}): Databases {
  const { network, from, connect } = options;

  function ask<T>(kind: string, question: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const lose = () => reject(new DatabaseRefusal(`no answer from ${host}`, ""));
      const deliver = () => {
        const settle = settled(question, resolve, reject);
        network.carry({ from: host, to: from, kind: "database reply", content: "", deliver: settle, lose });
      };
      network.carry({ from, to: host, kind, content: "", deliver, lose });
    });
  }

  return {
    open(_kind, url): DatabaseSession {
      let connection: Connection | undefined;
      const connected = <T>(question: (connection: Connection) => T): T => {
        connection ??= connect(url);
        try {
          return question(connection);
        } catch (error) {
          // The server ended the connection, or dropped its user: the next question opens another.
          if (error instanceof DatabaseRefusal && endings.includes(error.sqlState)) connection = undefined;
          throw error;
        }
      };
      return {
        transact: (statements) => ask("database statements", () => connected((open) => open.transact(statements))),
        verify: () => ask("database login", () => connected((open) => open.verify())),
        column: (query, parameters) => ask("database query", () => connected((open) => open.column(query, parameters))),
        async close() {
          connection?.close();
          connection = undefined;
        },
      };
    },
  };
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
