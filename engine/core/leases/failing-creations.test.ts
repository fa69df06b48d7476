import { suite, test } from "node:test";
import { expect } from "chai";
import { DatabaseRefusal } from "../../ports/databases.ts";
import { type LeasingEngine, leasingEngine, UserList } from "./leasing.suite.ts";

class SlowToRefuse extends UserList {
  readonly began = Promise.withResolvers<void>();
  readonly refuse = Promise.withResolvers<void>();

  override open() {
    const session = super.open();
    return {
      ...session,
      transact: async (statements: readonly string[]) => {
        if (!statements.some((statement) => statement.startsWith("MAKE"))) return session.transact(statements);
        this.began.resolve();
        await this.refuse.promise;
        throw new DatabaseRefusal("division by zero", "22012");
      },
    };
  }
}

const prefix = "database/creds/app";

const endings: Readonly<Record<string, (engine: LeasingEngine, lease: string) => Promise<unknown>>> = {
  "it expires": ({ pass }) => pass(3600),
  "it is revoked": ({ ask }, lease) => ask("PUT", "sys/leases/revoke", { lease_id: lease, sync: true }),
  "it is revoked by prefix": ({ ask }) => ask("PUT", `sys/leases/revoke-prefix/${prefix}`),
  "it is revoked by force": ({ ask }) => ask("PUT", `sys/leases/revoke-force/${prefix}`),
};

suite("a creation that fails while its lease ends", () => {
  for (const [way, end] of Object.entries(endings)) {
    test(`the request and the lease end when ${way}, and other leases can be revoked afterwards`, {
      timeout: 10_000,
    }, async () => {
      const server = new SlowToRefuse();
      const engine = await leasingEngine(undefined, server);
      const { ask, pass } = engine;
      const keys = async () => (await ask("LIST", `sys/leases/lookup/${prefix}`)).body?.data;
      const creation = ask("GET", prefix);
      await server.began.promise;
      const { keys: ids } = (await keys()) as { keys: string[] };
      const ending = end(engine, `${prefix}/${ids[0]}`);
      // let the end of the lease proceed until it waits for the creation
      await pass(0);
      server.refuse.resolve();
      expect((await creation).status).to.equal(500);
      await ending;
      await pass(0);
      expect(await keys()).to.equal(undefined);
      expect((await ask("PUT", `sys/leases/revoke-prefix/${prefix}`)).status).to.equal(204);
    });
  }
});
