import { DatabaseRefusal } from "#engine/ports/databases.ts";
import type { DatabaseServer } from "../database-server.ts";
import { urlFor } from "../url-for.ts";
import type { Proof } from "./proof.ts";
import type { SimulatedDatabase } from "./simulated-database.ts";

type Administrator = Readonly<{ username: string; password: string }>;

export interface SimulatedServer extends DatabaseServer {
  admits(username: string, proof: Proof): Promise<boolean>;
}

/** `name` is the host in the server's address. */
export function simulatedServer(
  database: SimulatedDatabase,
  { name, administrator: { username, password } }: { name: string; administrator: Administrator },
): SimulatedServer {
  const url = `simulated://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${name}`;

  async function asAdministrator<T>(task: (session: ReturnType<SimulatedDatabase["logIn"]>) => T): Promise<T> {
    const session = database.logIn(username, { password });
    try {
      return task(session);
    } finally {
      session.close();
    }
  }

  async function admits(user: string, proof: Proof): Promise<boolean> {
    try {
      database.logIn(user, proof).close();
      return true;
    } catch (error) {
      if (error instanceof DatabaseRefusal && error.sqlState.startsWith("28")) return false;
      throw error;
    }
  }

  return {
    kind: "simulated",
    description: "simulated database",
    url,
    urlFor: (user, secret) => urlFor(url, user, secret),
    run: (statements) =>
      asAdministrator((session) => {
        for (const statement of statements) session.execute([statement]);
      }),
    column: (query) => asAdministrator((session) => session.list(query, [])),
    accepts: (user, secret) => admits(user, { password: secret }),
    admits,
    answers: async () => true,
    async [Symbol.asyncDispose]() {
      database.restart();
    },
  };
}
