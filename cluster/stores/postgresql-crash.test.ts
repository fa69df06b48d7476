import { after, before, suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { crash } from "./crash.suite.ts";
import { batchOf, countBatches, hashedFraction } from "./crash-batches.suite.ts";
import { postgresqlStore } from "./postgresql.ts";
import { crashServer, crashSessions } from "./postgresql-server-crash.suite.ts";

const crashes = Math.ceil(Number(process.env.CRASHES ?? 40) / 4);
const serverCrashes = Math.ceil(crashes / 4);
const seed = process.env.CRASH_SEED ?? "1";
const inFlight = 8;

let server: DatabaseServer;
before(async () => {
  server = await embeddedPostgresql();
});
after(() => server[Symbol.asyncDispose]());

suite(`PostgreSQL loses nothing acknowledged and keeps no partial batch (seed ${seed})`, () => {
  test(`when the writing process is killed ${crashes} times during writes`, async (t) => {
    const place = { url: server.url, cluster: "killed" };
    t.diagnostic(JSON.stringify(await crash(place, { seed, count: crashes })));
    await using store = await postgresqlStore(place);
    expect(await countBatches(store)).to.be.greaterThan(0);
  });

  const tasks = {
    session: { what: "one of the server's processes", task: () => crashSessions(server) },
    server: { what: "the server", task: () => crashServer(server) },
  };
  for (const [cluster, { what, task }] of Object.entries(tasks)) {
    test(`when ${what} is killed ${serverCrashes} times while writers wait`, async () => {
      await using servers = new AsyncDisposableStack();
      const store = servers.adopt(await postgresqlStore({ url: server.url, cluster }), (one) => one.kill());
      let handed = 0;
      for (let round = 1; round <= serverCrashes; round += 1) {
        let writing = true;
        const write = async () => {
          while (writing) {
            handed += 1;
            await store.commit(batchOf(handed));
          }
        };
        const writers = Promise.all(Array.from({ length: inFlight }, write));
        await passed(5 + hashedFraction(seed, what, round) * 100);
        const crashed = await task();
        if (crashed) servers.use(crashed);
        await passed(hashedFraction(seed, what, round, "after") * 50);
        writing = false;
        await writers;
        expect(await countBatches(store), `round ${round}`).to.equal(handed);
      }
    });
  }
});
