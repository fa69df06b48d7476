import { suite, test } from "node:test";
import { expect } from "chai";
import { leasingEngine, mountDatabase, UserList } from "./leasing.suite.ts";

class Checked extends UserList {
  readonly began = Promise.withResolvers<void>();
  readonly released = Promise.withResolvers<void>();
  isHeld = false;

  override open() {
    const session = super.open();
    return {
      ...session,
      verify: async () => {
        if (this.isHeld) {
          this.began.resolve();
          await this.released.promise;
        }
        await session.verify();
      },
    };
  }
}

suite("credentials that are requested before the mount ends, and granted after it", { timeout: 10_000 }, () => {
  const endings = {
    "an unmount": ["", "DELETE", "sys/mounts/database", undefined],
    "the removal of the namespace": ["team/", "DELETE", "sys/namespaces/team", undefined],
  } as const;

  for (const [name, [namespace, method, path, fields]] of Object.entries(endings)) {
    test(`are refused after ${name}, without a lease and a user`, async () => {
      const server = new Checked();
      const leasing = await leasingEngine(undefined, server);
      const { ask, pass } = leasing;
      if (namespace !== "") {
        await ask("POST", "sys/namespaces/team");
        await mountDatabase(leasing, namespace);
      }
      expect(await leasing.lease({ namespace })).to.match(/^(team\/)?database\/creds\/app\//);
      server.isHeld = true;
      const asked = ask("GET", `${namespace}database/creds/app`);
      await server.began.promise;
      const ended = await ask(method, path, fields);
      expect(ended.status).to.be.within(200, 204);
      await pass(5);
      server.released.resolve();
      expect((await asked).status).to.equal(404);
      await pass(5);
      expect([...server.users]).to.deep.equal([]);
    });
  }
});
