import type { SimulatedDatabase } from "#harness/databases/simulated/simulated-database.ts";
import type { Login } from "./databases/login.ts";
import type { SimulatedPostgresql } from "./databases/simulated-postgresql.ts";

/** Our own database as a server of the simulation: what is asked of it is done, and committed, at once. */
export function ownDatabase(database: SimulatedDatabase): Pick<SimulatedPostgresql, "connect"> {
  return {
    connect(login) {
      const { user, password } = typeof login === "string" ? loginAtOwnDatabase(login) : login;
      const session = database.logIn(user, { password });
      return {
        transact(statements, _about, committed = () => {}) {
          session.execute(statements);
          committed();
        },
        // Nothing is under way.
        settle: () => {},
        run: (statements) => session.execute(statements),
        column: (query, parameters) => session.list(query, parameters),
        verify: () => {},
        close: () => session.close(),
        [Symbol.dispose]: () => session.close(),
      };
    },
  };
}

/** Who `simulated://user:password@host` is meant for. */
export function loginAtOwnDatabase(url: string): Login & Readonly<{ host: string; port: string }> {
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol !== "simulated:") throw new Error("the address is none of the simulated database");
  return {
    host: hostname,
    port: "",
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: "",
  };
}
