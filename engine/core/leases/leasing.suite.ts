import { type LoneEngine, loneEngine } from "../../engine.suite.ts";
import { type DatabaseAddress, DatabaseRefusal, type Databases } from "../../ports/databases.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Store } from "../../ports/store.ts";

/** Simulated database server: `MAKE …` creates a user, `END …` removes it. */
export class UserList implements Databases {
  readonly users = new Set<string>();
  isDown = false;
  tried = 0;
  readonly addresses: string[] = [];

  #answering: Promise<void> | undefined;

  #turn(): Promise<void> {
    this.#answering ??= new Promise((resolve) =>
      setImmediate(() => {
        this.#answering = undefined;
        resolve();
      }),
    );
    return this.#answering;
  }

  open(address?: DatabaseAddress) {
    this.addresses.push(JSON.stringify(address));
    const answer = async () => {
      this.tried += 1;
      await this.#turn();
      if (this.isDown) throw new DatabaseRefusal("connection refused", "");
    };
    return {
      verify: answer,
      settle: async () => {},
      column: () => answer().then(() => []),
      close: async () => {},
      transact: async (statements: readonly string[]) => {
        await answer();
        for (const statement of statements) {
          const [verb, name = ""] = statement.split(" ");
          if (verb === "MAKE") this.users.add(name);
          if (verb === "END") this.users.delete(name);
        }
      },
    };
  }
}

export type LeasingEngine = LoneEngine &
  Readonly<{
    database: UserList;
    lease(options?: { token?: string; role?: string; namespace?: string }): Promise<string>;
    pass(seconds: number): Promise<void>;
  }>;

export async function leasingEngine(
  store?: Store,
  database = new UserList(),
  others: Partial<Ports> = {},
): Promise<LeasingEngine> {
  const lone = await loneEngine(store, { databases: database, ...others });
  const { status } = await lone.ask("GET", "sys/mounts/database");
  const leasing: LeasingEngine = {
    ...lone,
    database,
    async lease({ token = "root", role = "app", namespace = "" } = {}) {
      const { body } = await lone.ask("GET", `${namespace}database/creds/${role}`, undefined, { token });
      return String(body?.lease_id ?? JSON.stringify(body));
    },
    async pass(seconds) {
      await lone.clock.pass(seconds);
      for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => setImmediate(resolve));
    },
  };
  if (status !== 200) await mountDatabase(leasing);
  return leasing;
}

export async function mountDatabase({ ask }: LoneEngine, namespace = ""): Promise<void> {
  await ask("POST", `${namespace}sys/mounts/database`, { type: "database" });
  await ask("POST", `${namespace}database/config/server`, {
    plugin_name: "postgresql-database-plugin",
    connection_url: "postgresql://{{username}}:{{password}}@127.0.0.1:5432/none",
    username: "root",
    password: "secret",
    allowed_roles: "*",
  });
  await ask("POST", `${namespace}database/roles/app`, {
    db_name: "server",
    creation_statements: "MAKE {{name}}",
    revocation_statements: "END {{name}}",
    renew_statements: "RENEW {{name}}",
    default_ttl: 3600,
    max_ttl: 86_400,
  });
}
