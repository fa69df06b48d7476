import { DatabaseRefusal, type DatabaseSession, type Databases } from "#engine/ports/databases.ts";
import { sessionOf } from "./session-of.ts";
import type { SimulatedDatabase } from "./simulated-database.ts";

/** Opens sessions on simulated databases of this process, by the name in `simulated://user:password@name`. */
export function inProcessDatabases(databases: ReadonlyMap<string, SimulatedDatabase>): Databases {
  return {
    open(address): DatabaseSession {
      if (address.kind !== "simulated") throw new TypeError(`no address of a simulated database: ${address.kind}`);
      const { hostname, username, password } = new URL(address.url);
      const login = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
      const at = () => {
        const found = databases.get(hostname);
        if (found) return found;
        throw new DatabaseRefusal(`there is no simulated database ${JSON.stringify(hostname)} here`, "");
      };
      return sessionOf(() => at().logIn(login.username, { password: login.password }));
    },
  };
}
