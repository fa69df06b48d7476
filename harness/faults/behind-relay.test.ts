import { suite, test } from "node:test";
import { expect } from "chai";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { eachProduct } from "#harness/databases/each-product.suite.ts";
import { productOf } from "#harness/databases/product.ts";
import { serverByUrl } from "#harness/databases/server-by-url.ts";
import { behindRelay } from "./behind-relay.ts";

const login = { username: "dbadmin", password: "Admin-1" };

const endAdministrator = '["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "no"]';

for (const { product, start, skip } of await eachProduct()) {
  suite(`faults of a ${product} server itself`, { skip }, () => {
    test("act on a private server until it recovers, and are refused on a shared one", async () => {
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
        const error = await others.trouble(kind, login).catch((error: Error) => error);
        if (!isServerWide) expect(error).to.equal(undefined);
        else {
          expect(error).to.include({ name: "CannotBePlayed" });
          expect((error as Error).message).to.match(/shared with others, and would be (full|read-only) for them$/);
        }
      }
    });
  });

  if (product === "redis") {
    test("a full Redis recovers even if a cluster takes the administrator's connection", {
      skip,
    }, async () => {
      await using server = await start();
      await server.run(productOf(server).makeUser(login, { isManager: true }));
      await using faulty = await behindRelay(server);
      await faulty.trouble("full", login);
      await server.run([endAdministrator]).catch(() => {});
      // Takes the only free connection, as a cluster may.
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
