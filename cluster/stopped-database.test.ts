import { suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { eachProduct } from "#harness/databases/each-product.suite.ts";
import { productOf } from "#harness/databases/product.ts";
import { call, rootToken } from "./call.suite.ts";
import { startCluster } from "./cluster.ts";

const clients = 16;
const answers = 3;
/**
 * Maximum ratio between the longest response time of concurrent requests and the response time of a single request. It
 * is above 1 because a rotation logs in twice, and a request may first wait for the timeout of a different request.
 */
const maxShare = 3;
const beyondLeases = 3_700_000;
/** Maximum number of checks for remaining users (`most`). Between two checks, the clock is advanced. */
const looks = { most: 400, pauseMilliseconds: 50, leapMilliseconds: 10_000 } as const;

async function fixture(server: DatabaseServer) {
  await using parts = new AsyncDisposableStack();
  const { connection, creation, makeUser, letChange, users } = productOf(server);
  const cluster = parts.use(await startCluster({ name: "Oslo", rootToken }));
  const ask = (method: string, path: string, body?: unknown) => call(cluster, method, path, body);
  const done = async (path: string, body: unknown) => {
    const { status, body: answer } = await ask("POST", path, body);
    expect(status, JSON.stringify(answer)).to.equal(204);
  };
  const root = { username: "own_root", password: "Root-of-outages-1" };
  await server.run([
    ...makeUser(root, { isManager: true }),
    ...makeUser({ username: "batch", password: "known" }),
    ...letChange(root.username, "batch"),
  ]);
  const before = await server.column(users);
  await done("sys/mounts/database", { type: "database" });
  await done("database/config/main", { ...connection(server, root), allowed_roles: "*" });
  await done("database/roles/app", { db_name: "main", creation_statements: creation, default_ttl: "1h" });
  await done("database/static-roles/batch", { db_name: "main", username: "batch", rotation_period: "24h" });
  const issue = async () => {
    const { status, body } = await ask("GET", "database/creds/app");
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data as { username: string; password: string };
  };
  await Promise.all(Array.from({ length: clients }, issue));
  const made = async () => (await server.column(users)).filter((user) => !before.includes(user));
  const kept = parts.move();
  return {
    cluster,
    ask,
    issue,
    made,
    async usersGone() {
      for (let left = looks.most; (await made()).length > 0; left -= 1) {
        expect(left, `${await made()} are left`).to.be.above(0);
        cluster.clock.leap(looks.leapMilliseconds);
        await passed(looks.pauseMilliseconds);
      }
    },
    async batchLogsIn() {
      const { body } = await ask("GET", "database/static-creds/batch");
      return server.accepts("batch", String(body?.data?.password));
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

for (const { product, start, skip } of await eachProduct()) {
  suite(`a ${product} whose process`, { skip, timeout: 300_000 }, () => {
    test("is stopped for half a minute keeps no client waiting beyond its timeouts, and its leases end after it resumes", async (t) => {
      await using server = await start();
      await using it = await fixture(server);
      expect(await it.made()).to.have.length(clients);
      await server.process?.pause();
      const waits: number[] = [];
      const refused = async (method: "GET" | "POST", path: string) => {
        const began = performance.now();
        const { status, body } = await it.ask(method, path, method === "POST" ? {} : undefined);
        waits.push(performance.now() - began);
        expect(status, JSON.stringify(body)).to.be.oneOf([500, 503]);
        return body.errors.join() as string;
      };
      await refused("GET", "database/creds/app");
      const [alone = 0] = waits.splice(0);
      it.cluster.clock.leap(beyondLeases);
      // The clients get all answers while the server is stopped, otherwise the test never ends.
      const rotation = refused("POST", "database/rotate-role/batch");
      await Promise.all(
        Array.from({ length: clients }, async () => {
          for (let left = answers; left > 0; left -= 1) await refused("GET", "database/creds/app");
        }),
      );
      expect(await rotation).to.match(/retries will continue in the background/);
      const longest = Math.max(...waits);
      t.diagnostic(`alone ${Math.round(alone)} ms, ${waits.length} at once ${Math.round(longest)} ms at most`);
      expect(longest, "the longest wait").to.be.below(maxShare * alone);

      await server.process?.resume();
      await it.usersGone();
      const { username, password } = await it.issue();
      expect(await server.accepts(username, password)).to.equal(true);
      expect(await it.batchLogsIn(), "the stored password logs in").to.equal(true);
    });

    test("is restarted during requests serves the next one, keeps its passwords, and drops the users it had", async () => {
      await using server = await start();
      await using it = await fixture(server);
      let isOver = false;
      const statuses = new Set<number>();
      const asking = Array.from({ length: clients }, async () => {
        while (!isOver) statuses.add((await it.ask("GET", "database/creds/app")).status);
      });
      await server.process?.restart();
      isOver = true;
      await Promise.all(asking);
      expect([...statuses].filter((status) => status !== 200 && status !== 500)).to.deep.equal([]);
      const { username, password } = await it.issue();
      expect(await server.accepts(username, password)).to.equal(true);
      expect(await it.batchLogsIn(), "before a rotation").to.equal(true);
      expect((await it.ask("POST", "database/rotate-role/batch", {})).status).to.equal(204);
      expect(await it.batchLogsIn(), "after a rotation").to.equal(true);
      it.cluster.clock.leap(beyondLeases);
      await it.usersGone();
    });
  });
}
