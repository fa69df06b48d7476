import type { SimulatedDatabase } from "#harness/databases/simulated/simulated-database.ts";
import type { Login } from "./databases/login.ts";
import type { SimulatedPostgresql } from "./databases/simulated-postgresql.ts";

/** Adapts this project's database product to the interface of the simulated PostgreSQL. It commits immediately. */
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
        // No transaction can be pending.
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

/** Parses an address such as `simulated://user:password@host`. */
export function loginAtOwnDatabase(url: string): Login & Readonly<{ host: string; port: string }> {
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol !== "simulated:") throw new Error("the address does not begin with simulated://");
  return {
    host: hostname,
    port: "",
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: "",
  };
}
