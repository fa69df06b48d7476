import { after, before } from "node:test";
import { storeSuite } from "#engine/ports/store.suite.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { durableStoreSuite } from "./durable-store.suite.ts";
import { postgresqlStore } from "./postgresql.ts";

let server: DatabaseServer;
before(async () => {
  server = await embeddedPostgresql({ password: "p@ss'w0rd" });
});
after(() => server[Symbol.asyncDispose]());
let places = 0;

function newCluster(): string {
  places += 1;
  return `Place-${places}`;
}

storeSuite("PostgreSQL", () => postgresqlStore({ url: server.url, cluster: newCluster() }));
durableStoreSuite("PostgreSQL", async () => {
  const cluster = newCluster();
  const { host } = new URL(server.url);
  return {
    open: () => postgresqlStore({ url: server.url, cluster, lockMilliseconds: 200 }),
    name: `postgres://${host}/postgres (schema understudy_${cluster.toLowerCase()})`,
  };
});
