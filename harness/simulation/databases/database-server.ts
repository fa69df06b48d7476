import { DatabaseRefusal } from "#engine/ports/databases.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { urlFor } from "#harness/databases/url-for.ts";
import { loginAt } from "./login.ts";
import { sqlStates } from "./refusal.ts";
import type { SimulatedPostgresql } from "./simulated-postgresql.ts";

const credentialsRefused: readonly string[] = [sqlStates["wrong password"], sqlStates["may not log in"]];

/** Adapts the simulated server to the interface for scenarios. `url` is the administrator's URL. */
export function databaseServer(simulated: SimulatedPostgresql, { url }: { url: string }): DatabaseServer {
  const administrator = loginAt(url);
  return {
    kind: "postgresql",
    description: "simulated",
    answers: async () => true,
    url,
    urlFor: (username, password) => urlFor(url, username, password),
    async run(statements) {
      using session = simulated.connect(administrator);
      session.run(statements);
    },
    async column(query) {
      using session = simulated.connect(administrator);
      return session.column(query, []);
    },
    async accepts(username, password) {
      try {
        using session = simulated.connect({ ...administrator, user: username, password });
        session.verify();
        return true;
      } catch (error) {
        if (error instanceof DatabaseRefusal && credentialsRefused.includes(error.sqlState)) return false;
        throw error;
      }
    },
    // The server is in memory, so there is nothing to clean up.
    async [Symbol.asyncDispose]() {},
  };
}
