import { suite, test } from "node:test";
import { createClient } from "@redis/client";
import { expect } from "chai";
import mysql from "mysql2/promise";
import pg from "pg";
import { refusal, servers, vault } from "./setting.ts";

type Server = (typeof servers)[number];
type Login = Server["root"];

/** Logs in with a product's driver, by product. Rejects if the server refuses the login. */
const logins: Readonly<Record<Server["product"], (server: Server, login: Login) => Promise<void>>> = {
  async postgresql({ host, port }, { username: user, password }) {
    const client = new pg.Client({ host, port, user, password, database: "postgres" });
    client.on("error", () => {});
    await client.connect().finally(() => client.end());
  },
  async mariadb({ host, port }, { username: user, password }) {
    (await mysql.createConnection({ host, port, user, password })).destroy();
  },
  async redis({ host, port }, { username, password }) {
    const client = createClient({ username, password, socket: { host, port, reconnectStrategy: false } });
    client.on("error", () => {});
    await client.connect().finally(() => client.destroy());
  },
};

const refusals = { postgresql: /28P01/, mariadb: /28000/, redis: /WRONGPASS/ } as const;

async function letsIn(server: Server, login: Login): Promise<boolean> {
  try {
    await logins[server.product](server, login);
    return true;
  } catch (error) {
    const { code, sqlState, message } = error as { code?: string; sqlState?: string; message: string };
    expect(`${code} ${sqlState} ${message}`).to.match(refusals[server.product]);
    return false;
  }
}

suite("the database flows on every product", () => {
  for (const server of servers) {
    test(server.product, async (t) => {
      const databasePath = `node-${server.product}`;
      const read = async (path: string) => (await vault().read(`${databasePath}/${path}`)).data;
      const write = (path: string, fields: object = {}) => vault().write(`${databasePath}/${path}`, fields);
      await vault().mount({ mount_point: databasePath, type: "database" });
      t.after(() => vault().unmount({ mount_point: databasePath }));

      await write("config/main", { ...server.connection, allowed_roles: "reader,app" });
      const role = { db_name: "main", creation_statements: server.creation, default_ttl: "10m", max_ttl: "30m" };
      await write("roles/reader", role);
      const { lease_id, data: made } = await vault().generateDatabaseCredentials({ databasePath, name: "reader" });
      expect(await letsIn(server, made)).to.equal(true);
      expect((await vault().renew({ lease_id, increment: 1200 })).lease_duration).to.equal(1200);
      expect(await letsIn(server, made)).to.equal(true);
      await vault().revoke({ lease_id });
      expect(await letsIn(server, made)).to.equal(false);
      expect((await refusal(vault().renew({ lease_id }))).message).to.equal("lease not found");

      const { username } = server.app;
      expect(await letsIn(server, server.app)).to.equal(true);
      await write("static-roles/app", { db_name: "main", username, rotation_period: "1h" });
      const kept = await read("static-creds/app");
      expect(kept).to.include({ username, rotation_period: 3600 });
      expect([await letsIn(server, server.app), await letsIn(server, kept)]).to.deep.equal([false, true]);
      await write("rotate-role/app");
      const rotated = await read("static-creds/app");
      expect([await letsIn(server, kept), await letsIn(server, rotated)]).to.deep.equal([false, true]);

      expect(await letsIn(server, server.root)).to.equal(true);
      await write("rotate-root/main");
      expect(await letsIn(server, server.root)).to.equal(false);
      const later = await vault().generateDatabaseCredentials({ databasePath, name: "reader" });
      expect(await letsIn(server, later.data)).to.equal(true);
      await vault().revoke({ lease_id: later.lease_id });
      expect(await letsIn(server, later.data)).to.equal(false);
    });
  }
});
