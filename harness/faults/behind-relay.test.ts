import { suite, test } from "node:test";
import { expect } from "chai";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { eachProduct } from "#harness/databases/each-product.suite.ts";
import { productOf } from "#harness/databases/product.ts";
import { serverByUrl } from "#harness/databases/server-by-url.ts";
import { behindRelay } from "./behind-relay.ts";

const login = { username: "dbadmin", password: "Admin-1" };

/** Ends the connections that the administrator has. */
const endAdministrator = '["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "no"]';

for (const { product, start, skip } of await eachProduct()) {
  suite(`faults that a ${product} server brings about itself`, { skip }, () => {
    test("act on a server of ours until it recovers, and are refused where others may use it", async () => {
      await using server = await start();
      await server.run(productOf(server).makeUser(login, { isManager: true }));
      for (const kind of ["full", "read-only"] as const) {
        await using faulty = await behindRelay(server);
        await faulty.trouble(kind, login);
        await faulty.recover();
        expect(await server.accepts(login.username, login.password), kind).to.equal(true);

        const shared: DatabaseServer = { ...server, isShared: true };
        await using others = await behindRelay(shared);
        const { isServerWide = false } = productOf(server).troubles[kind](login.username);
        const told = await others.trouble(kind, login).catch((error: Error) => error);
        if (!isServerWide) expect(told).to.equal(undefined);
        else {
          expect(told).to.include({ name: "CannotBePlayed" });
          expect((told as Error).message).to.match(/others', too, and would be (full|read-only) for them$/);
        }
      }
    });
  });

  if (product === "redis") {
    test("a Redis that is full recovers though the administrator lost its connection to a cluster's", {
      skip,
    }, async () => {
      await using server = await start();
      await server.run(productOf(server).makeUser(login, { isManager: true }));
      await using faulty = await behindRelay(server);
      await faulty.trouble("full", login);
      await server.run([endAdministrator]).catch(() => {});
      // As a cluster does: the one place there is.
      const { url, description } = faulty.server;
      await using cluster = serverByUrl("redis", { url, description });
      while (
        !(await cluster.run(['["PING"]']).then(
          () => true,
          () => false,
        ))
      );
      await faulty.recover();
      const [, most] = await server.column('["CONFIG", "GET", "maxclients"]');
      expect(most).to.equal("10000");
    });
  }
}
