import type { DatabaseAddress } from "#engine/ports/databases.ts";
import type { SimulatedDatabase } from "#harness/databases/simulated/simulated-database.ts";
import type { Login } from "./databases/login.ts";
import type { SimulatedPostgresql } from "./databases/simulated-postgresql.ts";

/**
 * Adapts this project's database product to the interface of the simulated PostgreSQL. Transactions
 * commit immediately.
 */
export function ownDatabase(database: SimulatedDatabase): Pick<SimulatedPostgresql, "connect"> {
  return {
    connect({ user, password }) {
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

/** Parses an address such as `simulated://user:password@host`. Throws an Error for an address of another product. */
export function loginAtOwnDatabase(address: DatabaseAddress): Login & Readonly<{ host: string; port: string }> {
  if (address.kind !== "simulated") throw new Error("the address is not one of a simulated database");
  const { hostname, username, password } = new URL(address.url);
  return {
    host: hostname,
    port: "",
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: "",
  };
}
