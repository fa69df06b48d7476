import { setTimeout as passed } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { mapConcurrently } from "#engine/core/concurrency/map-concurrently.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import type { Benchmark } from "./benchmark.ts";
import { startChild } from "./child.ts";
import { sendRequests } from "./load.ts";
import { spreadOf } from "./spread.ts";
import { longestWait } from "./waits.ts";

const leases = 10_000;

const atOnce = 16;
const width = 4;

const creation = [`CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'`];
const revocation = [`DROP ROLE IF EXISTS "{{name}}"`];
const ours = "SELECT usename FROM pg_user WHERE usename LIKE 'v-%'";

const oneOfOurs = `${ours} LIMIT 1`;
const lookMilliseconds = 20;

const configured = 1000;
const used = 50;

const ready = z.object({ address: z.string(), rootToken: z.string(), token: z.string() });

export const endingLeases: Benchmark = {
  name: "ending-leases",
  about: "10,000 leases that end in one second; 1,000 connections of which 50 are used",
  minutes: 3,
  async run(print, known) {
    await using server = await embeddedPostgresql();
    const order = { url: server.url, creation, revocation };
    {
      await using child = startChild("ending-leases", { ...order, connections: 1 });
      const { address, rootToken, token } = await child.next(ready);
      print(`${leases} credentials`);
      const creds = { url: `${address}/v1/database/creds/0`, token: rootToken, connections: atOnce };
      await sendRequests(creds, leases);
      const names = await server.column(ours);
      const { longest, took } = await longestWait(`${address}/v1/colours/sky`, token, async () => {
        child.ask("leap");
        while ((await server.column(oneOfOurs)).length > 0) await passed(lookMilliseconds);
      });
      print(`as many users dropped by a bare program`);
      const bare = await dropped(server, names);
      known({
        what: `${names.length.toLocaleString("en")} leases that end at once`,
        unit: "s",
        measured: spreadOf([took / 1000]),
        beside: { what: "bare pg", measured: spreadOf([bare]) },
        goal: { maxRatio: 1.25 },
      });
      known({ what: "a read meanwhile, longest", unit: "ms", measured: spreadOf([longest]) });
    }
    print(`${configured} connections`);
    await using child = startChild("ending-leases", { ...order, connections: configured });
    const { address, rootToken } = await child.next(ready);
    const count = async () =>
      Number((await server.column("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"))[0]);
    const before = await count();
    for (let number = 0; number < used; number++) {
      await sendRequests({ url: `${address}/v1/database/creds/${number}`, token: rootToken, connections: 1 }, 1);
    }
    return [
      {
        what: `pools, ${configured.toLocaleString("en")} configured, ${used} used`,
        unit: "connections",
        measured: spreadOf([(await count()) - before]),
        goal: { atMost: used },
      },
    ];
  },
};

async function dropped(server: DatabaseServer, names: readonly string[]): Promise<number> {
  const pool = new pg.Pool({ connectionString: server.url, max: width });
  try {
    await server.run([`DO $$ BEGIN ${names.map((name) => `CREATE ROLE "${name}" LOGIN;`).join(" ")} END $$`]);
    const begun = performance.now();
    await mapConcurrently(names, { most: width }, (name) =>
      pool.query(`BEGIN; DROP ROLE IF EXISTS "${name}"; COMMIT`).then(() => {}),
    );
    return (performance.now() - begun) / 1000;
  } finally {
    await pool.end();
  }
}
