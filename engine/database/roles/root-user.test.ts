import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "#engine/api/json.ts";
import { type Mounted, mounted } from "../mounted.suite.ts";
import { type RealServer, realServer } from "../real-server.suite.ts";

let server: RealServer;
let count = 0;
const mounts: Mounted[] = [];

before(async () => {
  server = await realServer();
});

after(async () => {
  await Promise.all(mounts.map((mount) => mount.close()));
  await server.stop();
});

async function opened(connection: JsonObject = {}) {
  count += 1;
  const [root, user] = [`root_${count}`, `user_${count}`];
  await server.run(
    ...[root, user, root.toUpperCase()].map((name) => `CREATE ROLE "${name}" WITH LOGIN SUPERUSER PASSWORD 'initial'`),
  );
  const mount = mounted(server.databases);
  mounts.push(mount);
  const write = (path: string, fields: JsonObject) =>
    mount.call("write", path, fields).then(
      () => "done",
      ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
    );
  const config = {
    plugin_name: "postgresql-database-plugin",
    connection_url: server.templated,
    username: root,
    password: "initial",
    allowed_roles: ["*"],
    ...connection,
  };
  expect(await write("config/pg", config)).to.equal("done");
  const role = (username: string, fields: JsonObject = {}) =>
    write("static-roles/app", { db_name: "pg", username, rotation_period: "1h", ...fields });
  return { mount, root, user, config, write, role };
}

suite("the root user of a connection", () => {
  test("cannot be managed by a static role, and can still log in", async () => {
    const { mount, root, role, write } = await opened();
    expect(await role(root)).to.match(/^refused: username: "root_\d+" is the user that the connection logs in as/);
    expect(await mount.data("static-roles/app").catch(({ code }) => code)).to.equal("absent");
    expect(await write("config/pg", {})).to.equal("done");
  });

  test("differs from a user with other letter case, unless statements may contain the name unquoted", async () => {
    const { root, role } = await opened();
    const rotation_statements = ["ALTER ROLE {{name}} PASSWORD '{{password}}'"];
    expect(await role(root.toUpperCase(), { rotation_statements })).to.match(/^refused: username: /);
    expect(await role(root.toUpperCase())).to.equal("done");
    expect(await role(root.toUpperCase(), { rotation_statements })).to.match(/^refused: username: /);
  });

  test("is the user that logs in, regardless of `username`", async () => {
    const { config, root, role, user, write } = await opened();
    const connection_url = server.templated.replace("{{username}}", root);
    expect(await write("config/pg", { ...config, connection_url, username: user })).to.equal("done");
    expect(await role(root)).to.match(/^refused: username: /);
    expect(await role(user)).to.equal("done");
  });

  test("cannot be changed to a user that a static role manages", async () => {
    const { mount, root, role, user, write } = await opened();
    expect(await role(user)).to.equal("done");
    const { password } = await mount.data("static-creds/app");
    const change = { username: user, password: password ?? "" };
    expect(await write("config/pg", change)).to.match(
      /^refused: username: "user_\d+" is managed by the static role "app"/,
    );
    expect((await mount.data("config/pg")).connection_details).to.include({ username: root });
    await mount.call("delete", "static-roles/app");
    expect(await write("config/pg", change)).to.equal("done");
  });

  test("is not rotated by a static role that was stored with its name", async () => {
    const { mount, root, role, user, write } = await opened();
    expect(await role(user)).to.equal("done");
    const [[key = "", value = ""] = []] = await mount.context.storage
      .keys("shared", "static-role/")
      .then((names) =>
        Promise.all(
          names.map(async (name) => [name, await mount.context.storage.read("shared", `static-role/${name}`)]),
        ),
      );
    const username = root;
    await mount.context.storage.commit([
      { space: "shared", key: `static-role/${key}`, value: JSON.stringify({ ...JSON.parse(value), username }) },
    ]);
    expect(await write("rotate-role/app", {})).to.include(
      `username: "${root}" is the user that the connection logs in as`,
    );
    expect(await write("config/pg", { password: "initial" })).to.match(/^refused: username: "root_\d+" is managed/);
    await mount.call("delete", "static-roles/app");
    expect(await write("config/pg", { password: "initial" })).to.equal("done");
  });
});
