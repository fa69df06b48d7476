import { test } from "node:test";
import { expect } from "chai";
import { containerMariadb } from "./container-mariadb.ts";
import { containerRedis } from "./container-redis.ts";
import type { DatabaseServer } from "./database-server.ts";
import { productOf } from "./product.ts";

for (const [product, start] of Object.entries({ MariaDB: containerMariadb, Redis: containerRedis })) {
  test(`${product} in a container judges every login, and goes with the dispose`, async () => {
    let gone: DatabaseServer;
    {
      await using server = await start();
      gone = server;
      const { makeUser, users } = productOf(server);
      await server.run(makeUser({ username: "ada", password: "p@ss:w/rd" }));
      expect(await server.accepts("ada", "p@ss:w/rd")).to.equal(true);
      expect(await server.accepts("ada", "p@ss")).to.equal(false);
      expect(await server.accepts("stranger", "p@ss")).to.equal(false);
      expect(await server.column(users)).to.include("ada");
      expect(await server.answers()).to.equal(true);
    }
    expect(await gone.answers()).to.equal(false);
  });
}
