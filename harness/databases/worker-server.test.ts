import { test } from "node:test";
import { expect } from "chai";
import { embeddedPostgresql } from "./embedded-postgresql.ts";
import { postgresqlByUrl } from "./postgresql-by-url.ts";
import { workerServer } from "./worker-server.ts";

test("a worker keeps its server, even when connections are dropped, and replaces it only after it has ended", async () => {
  await using first = await embeddedPostgresql();
  const started: string[] = [];
  await using worker = workerServer(first, async () => {
    const server = await embeddedPostgresql();
    started.push(server.url);
    return server;
  });
  expect((await worker.address()).url).to.equal(first.url);
  await first.column(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
  );
  expect((await worker.address()).url).to.equal(first.url);
  await first[Symbol.asyncDispose]();
  expect(await first.answers()).to.equal(false);
  const { url } = await worker.address();
  expect(started).to.deep.equal([url]);
  await using second = postgresqlByUrl({ url, description: "second" });
  expect(await second.answers()).to.equal(true);
  expect((await worker.address()).url).to.equal(url);
  await worker[Symbol.asyncDispose]();
  expect(await second.answers()).to.equal(false);
});
