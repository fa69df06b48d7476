import { after, before, suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { crash } from "./crash.suite.ts";
import { batchOf, chance, storyIn } from "./crash-story.suite.ts";
import { postgresqlStore } from "./postgresql.ts";
import { crashServer, crashSessions } from "./postgresql-server-crash.suite.ts";

/** How many of our processes are killed, and how often the server is. */
const crashes = Math.ceil(Number(process.env.CRASHES ?? 40) / 4);
const serverCrashes = Math.ceil(crashes / 4);
/** Where the moments come from. */
const seed = process.env.CRASH_SEED ?? "1";
const inFlight = 8;

let server: DatabaseServer;
before(async () => {
  server = await embeddedPostgresql();
});
after(() => server[Symbol.asyncDispose]());

suite(`PostgreSQL lost nothing acknowledged and left nothing half (seed ${seed})`, () => {
  test(`when we were killed ${crashes} times in the middle of writes`, async (t) => {
    const place = { url: server.url, cluster: "killed" };
    t.diagnostic(JSON.stringify(await crash(place, { seed, count: crashes })));
    await using store = await postgresqlStore(place);
    expect(await storyIn(store)).to.be.greaterThan(0);
  });

  const tasks = {
    session: { what: "one of the server's processes was", task: () => crashSessions(server) },
    server: { what: "the server was", task: () => crashServer(server) },
  };
  for (const [cluster, { what, task }] of Object.entries(tasks)) {
    test(`when ${what} killed ${serverCrashes} times, and who wrote waited for it`, async () => {
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
        await passed(5 + chance(seed, what, round) * 100);
        const crashed = await task();
        if (crashed) servers.use(crashed);
        await passed(chance(seed, what, round, "after") * 50);
        writing = false;
        await writers;
        expect(await storyIn(store), `round ${round}`).to.equal(handed);
      }
    });
  }
});
