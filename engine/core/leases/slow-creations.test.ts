import { suite, test } from "node:test";
import { expect } from "chai";
import { leasingEngine, UserList } from "./leasing.suite.ts";

class Slow extends UserList {
  #began = Promise.withResolvers<void>();
  #done = Promise.withResolvers<void>();

  get began(): Promise<void> {
    return this.#began.promise;
  }

  finish(): void {
    this.#done.resolve();
    this.#began = Promise.withResolvers();
    this.#done = Promise.withResolvers();
  }

  override open() {
    const session = super.open();
    return {
      ...session,
      transact: async (statements: readonly string[]) => {
        if (statements.some((statement) => !statement.startsWith("END"))) {
          this.#began.resolve();
          await this.#done.promise;
        }
        return session.transact(statements);
      },
    };
  }
}

const path = "database/creds/app";

async function slowEngine() {
  const server = new Slow();
  const { ask, pass } = await leasingEngine(undefined, server);
  async function taking(seconds: number, asking: ReturnType<typeof ask>) {
    await server.began;
    await pass(seconds);
    server.finish();
    const answer = await asking;
    await pass(0);
    return answer;
  }
  return { server, ask, pass, taking };
}

suite("a server that is slow to make a user", { timeout: 10_000 }, () => {
  test("reduces the reported lease duration to the remaining time", async () => {
    const { ask, taking } = await slowEngine();
    const { status, body } = await taking(1000, ask("GET", path));
    expect([status, body?.lease_duration]).to.deep.equal([200, 2600]);
    const lookup = await ask("PUT", "sys/leases/lookup", { lease_id: String(body?.lease_id) });
    expect(lookup.body?.data).to.include({ ttl: 2600 });
  });

  test("does not reduce the lease duration if it takes less than a second", async () => {
    const { ask, taking } = await slowEngine();
    expect((await taking(0.9, ask("GET", path))).body?.lease_duration).to.equal(3600);
  });

  test("and exceeds the lease makes the request fail, and the user is removed", async () => {
    const { server, ask, taking } = await slowEngine();
    const { status, body } = await taking(3600, ask("GET", path));
    expect(status).to.equal(500);
    expect(JSON.stringify(body?.errors)).to.include("the lease was over before the database had made its user");
    expect([...server.users]).to.deep.equal([]);
    expect((await ask("LIST", `sys/leases/lookup/${path}`)).status).to.equal(404);
  });

  test("reduces the lease duration of a slow renewal too", async () => {
    const { ask, taking } = await slowEngine();
    const { body } = await taking(0, ask("GET", path));
    const renewal = await taking(100, ask("PUT", "sys/leases/renew", { lease_id: String(body?.lease_id) }));
    expect(renewal.body?.lease_duration).to.equal(3500);
  });
});
