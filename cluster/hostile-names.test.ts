import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { eachProduct } from "#harness/databases/each-product.suite.ts";
import { productOf } from "#harness/databases/product.ts";
import type { ServerProduct } from "#harness/databases/server-source.ts";
import { call, rootToken } from "./call.suite.ts";
import { type Cluster, startCluster } from "./cluster.ts";

const long = "x".repeat(10_000);
const longest = "y".repeat(512);
const staticRole = { db_name: "main", username: "app", rotation_period: "1h" };
const tooLong = /has 10000 characters; at most 512 are allowed/;
const control = /control characters/;
const noNull = /must hold no null character/;

type Refused = readonly [path: string, fields: object, why: RegExp];

const everywhere = (plugin_name: string): readonly Refused[] => [
  [`roles/${long}`, { db_name: "main", creation_statements: ["x"] }, tooLong],
  [`static-roles/${long}`, staticRole, tooLong],
  [`config/${long}`, { plugin_name }, tooLong],
  ["roles/a%00b", { db_name: "main", creation_statements: ["x"] }, control],
  ["static-roles/a%00b", staticRole, control],
  ["static-roles/nul", { ...staticRole, username: "app\0" }, /username must hold no control characters/],
  ["static-roles/long", { ...staticRole, username: long }, tooLong],
  ["roles/nul", { db_name: "main", creation_statements: ["x\0"] }, /"creation_statements": '' must hold no null/],
  ["roles/nul", { db_name: "main", creation_statements: ["x"], revocation_statements: "y\0" }, noNull],
  ["static-roles/nul", { ...staticRole, rotation_statements: ["x\0"] }, noNull],
  ["config/main", { root_rotation_statements: ["x\0"] }, noNull],
  ["config/main", { username: "root\0" }, noNull],
  ["config/main", { password: "secret-of-a-client\0" }, noNull],
  ["config/main", { username_template: `{{random 20}}${long}` }, /template: longer than 1024 characters/],
  ["config/main", { username_template: "{{random 20}}\0" }, /username_template makes the name "\w{20}\\u0000": a/],
  ["config/main", { username_template: '{{random 20}}"; DROP ROLE app; --' }, /username_template makes the name/],
  [
    "config/main",
    { username_template: '{{printf "u%s; DROP TABLE t; --" (random 20)}}' },
    /username_template makes the name "u\w{20}; DROP TABLE t; --": a user's name has 1 to \d+ letters, digits and _/,
  ],
  ["config/main", { username_template: "{{random 10000}}" }, /random takes a number from 1 to 1024/],
];

/** By product: requests with user names that exceed the server's maximum, and the longest permitted user name. */
const limits: Readonly<Record<ServerProduct, Readonly<{ refused: readonly Refused[]; longest: string }>>> = {
  postgresql: {
    refused: [
      ["static-roles/cut", { ...staticRole, username: `${"a".repeat(62)}ü` }, /username has 64 bytes; at most 63 are/],
      ["config/main", { username: "b".repeat(64) }, /username has 64 bytes; at most 63 are allowed by postgresql-/],
    ],
    longest: `${"a".repeat(61)}ü`,
  },
  mariadb: {
    refused: [
      ["static-roles/cut", { ...staticRole, username: "a".repeat(81) }, /username has 81 characters; at most 80 are/],
      ["config/main", { username: "b".repeat(81) }, /username has 81 characters; at most 80 are allowed by mysql-/],
    ],
    longest: "a".repeat(80),
  },
  redis: { refused: [], longest },
};

for (const { product, start, skip } of await eachProduct()) {
  suite(`invalid names, on ${product}`, { skip }, () => {
    let server: DatabaseServer;
    let cluster: Cluster;
    const root = { username: "own_root", password: "Root-of-names-1" };
    before(async () => {
      server = await start();
      const { connection, makeUser } = productOf(server);
      cluster = await startCluster({ name: "Oslo", rootToken });
      await server.run(makeUser(root, { isManager: true }));
      await server.run(makeUser({ username: "app", password: "first" }));
      await call(cluster, "POST", "sys/mounts/database", { type: "database" });
      const { status, body } = await call(cluster, "POST", "database/config/main", {
        ...connection(server, root),
        allowed_roles: "*",
      });
      expect(status, JSON.stringify(body)).to.equal(204);
    });
    after(async () => {
      await cluster?.[Symbol.asyncDispose]();
      await server?.[Symbol.asyncDispose]();
    });

    const users = () => server.column(productOf(server).users);

    async function everything() {
      const lists = await Promise.all(
        ["config", "roles", "static-roles"].map((kind) => call(cluster, "LIST", `database/${kind}`)),
      );
      const { body } = await call(cluster, "GET", "database/config/main");
      return [...lists.map((list) => list.body.data?.keys), body.data, [...(await users())].sort()];
    }

    const plugins = { postgresql: "postgresql", mariadb: "mysql", redis: "redis" } as const;
    for (const [path, fields, why] of [
      ...everywhere(`${plugins[product]}-database-plugin`),
      ...limits[product].refused,
    ]) {
      const title = `${path} with ${JSON.stringify(fields)}`.replaceAll(/(.)\1{20,}/g, "$1$1$1…");
      test(`${title} is refused and changes nothing`, async () => {
        const old = await everything();
        const { status, body } = await call(cluster, "POST", `database/${path}`, fields);
        expect([status, body.errors.join()]).to.satisfy(
          ([code, text]: [number, string]) => code === 400 && why.test(text),
        );
        expect(body.errors.join()).not.to.contain("secret-of-a-client");
        expect(await everything()).to.deep.equal(old);
        expect(await server.accepts("app", "first")).to.equal(true);
      });
    }

    test("a user with the longest name is rotated, and so is a connection's password of 10,000 characters", async () => {
      const username = limits[product].longest;
      const { makeUser, letChange, connection } = productOf(server);
      await server.run([...makeUser({ username, password: "first" }), ...letChange(root.username, username)]);
      const whole = { ...staticRole, username };
      const { status, body } = await call(cluster, "POST", "database/static-roles/longest", whole);
      expect(status, JSON.stringify(body)).to.equal(204);
      const { data } = (await call(cluster, "GET", "database/static-creds/longest")).body;
      expect([data.username, await server.accepts(username, data.password)]).to.deep.equal([username, true]);

      const login = { username: "long_root", password: long };
      await server.run(makeUser(login, { isManager: true }));
      const wrong = await call(cluster, "POST", "database/config/long", {
        ...connection(server, { ...login, password: `${long}!` }),
      });
      expect(wrong.status).to.equal(400);
      expect(wrong.body.errors.join()).not.to.contain(long.slice(0, 100));
      const right = await call(cluster, "POST", "database/config/long", { ...connection(server, login) });
      expect(right.status, JSON.stringify(right.body)).to.equal(204);
      expect((await call(cluster, "POST", "database/rotate-root/long")).status).to.equal(204);
      expect(await server.accepts("long_root", long)).to.equal(false);
    });

    test("a role with a name of 512 characters issues users like any other", async () => {
      const old = await users();
      const { creation } = productOf(server);
      await call(cluster, "POST", `database/roles/${longest}`, { db_name: "main", creation_statements: creation });
      const { data } = (await call(cluster, "GET", `database/creds/${longest}`)).body;
      expect((await users()).filter((user) => !old.includes(user))).to.deep.equal([data.username]);
      expect(await server.accepts(data.username, data.password)).to.equal(true);
    });
  });
}
