import { suite, test } from "node:test";
import { expect } from "chai";
import { loneEngine } from "../../engine.suite.ts";

const denied = '{ capabilities = ["deny"] }';
const granted = '{ capabilities = ["list", "read"] }';

async function listFixture(namespace = "") {
  const { ask } = await loneEngine();
  const headers = { "x-vault-namespace": namespace };
  const set = async (path: string, fields: Parameters<typeof ask>[2]) =>
    expect((await ask("POST", path, fields, { headers })).status, path).to.be.below(300);
  if (namespace !== "") expect((await ask("POST", `sys/namespaces/${namespace}`, {})).status).to.equal(200);
  await set("sys/mounts/versioned", { type: "kv", options: { version: "2" } });
  await set("sys/mounts/plain", { type: "kv" });
  await set("sys/auth/userpass", { type: "userpass" });
  await set("versioned/data/priv/key", { data: { a: 1 } });
  await set("plain/priv/key", { a: 1 });
  await set("auth/userpass/users/ada", { password: "x" });
  await set("identity/entity", { name: "priv" });
  return {
    ask,
    async clientUnder(policy: string, of = namespace) {
      const ofPolicy = { headers: { "x-vault-namespace": of } };
      expect((await ask("PUT", "sys/policies/acl/p", { policy }, ofPolicy)).status).to.equal(204);
      const { body } = await ask("POST", "auth/token/create", { policies: ["p", "default"] }, ofPolicy);
      const { client_token: token = "", accessor = "" } = (body?.auth ?? {}) as Record<string, string>;
      return {
        token,
        accessor,
        list: async (path: string) => (await ask("LIST", path, undefined, { token, headers })).status,
        listByQuery: async (path: string) =>
          (await ask("GET", `${path}?list=true`, undefined, { token, headers })).status,
        async capabilities(path: string) {
          const calls: [path: string, fields: Record<string, string>, caller: string][] = [
            ["sys/capabilities-self", {}, token],
            ["sys/capabilities", { token }, "root"],
            ["sys/capabilities-accessor", { accessor }, "root"],
          ];
          const found = [];
          for (const [endpoint, fields, caller] of calls) {
            const about = caller === token ? headers : ofPolicy.headers;
            const seen = caller === token || of === namespace ? path : `${namespace}/${path}`;
            const { body } = await ask(
              "POST",
              endpoint,
              { ...fields, paths: [seen] },
              { token: caller, headers: about },
            );
            found.push(
              (body as { capabilities?: string[] } | undefined)?.capabilities?.includes("list") ?? "no answer",
            );
          }
          return found;
        },
      };
    },
  };
}

const folders = [
  ["versioned/metadata/priv", "versioned/metadata/*", "versioned/metadata/priv/*"],
  ["versioned/metadata/priv", "versioned/+/*", "versioned/+/priv/*"],
  ["versioned/metadata/priv", "versioned/metadata/*", "versioned/metadata/+/"],
  ["plain/priv", "plain/*", "plain/priv/*"],
  ["auth/userpass/users", "auth/*", "auth/userpass/users/*"],
  ["identity/entity/name", "identity/*", "identity/entity/name/*"],
] as const;

for (const namespace of ["", "team"]) {
  suite(`lists ${namespace === "" ? "" : "in a namespace "}of a folder`, () => {
    for (const [folder, wide, narrow] of folders) {
      test(`${folder}: a grant on ${narrow} overrides a deny on ${wide}`, async () => {
        const { clientUnder } = await listFixture(namespace);
        const client = await clientUnder(`path "${narrow}" ${granted}\npath "${wide}" ${denied}`);
        for (const path of [folder, `${folder}/`]) {
          expect(await client.list(path), `LIST ${path}`).to.equal(200);
          expect(await client.listByQuery(path), `${path}?list=true`).to.equal(200);
        }
      });

      test(`${folder}: a grant on ${wide} does not override a deny on ${narrow}`, async () => {
        const { clientUnder } = await listFixture(namespace);
        const client = await clientUnder(`path "${wide}" ${granted}\npath "${narrow}" ${denied}`);
        for (const path of [folder, `${folder}/`]) {
          expect(await client.list(path), `LIST ${path}`).to.equal(403);
          expect(await client.listByQuery(path), `${path}?list=true`).to.equal(403);
          expect(await client.capabilities(path), path).to.eql(Array(3).fill(false));
        }
      });
    }
  });
}

test("a policy of a parent namespace can deny a list in a child namespace", async () => {
  const { clientUnder } = await listFixture("team");
  const rules = `path "team/plain/*" ${granted}\npath "team/plain/priv/*" ${denied}\npath "team/sys/*" { capabilities = ["update"] }`;
  const client = await clientUnder(rules, "");
  expect([await client.list("plain/priv"), await client.list("plain")]).to.eql([403, 200]);
  expect(await client.capabilities("plain/priv")).to.eql(Array(3).fill(false));
});

test("a deny below a folder with a templated path applies to the matching caller", async () => {
  const { ask, clientUnder } = await listFixture();
  await clientUnder(`path "plain/*" ${granted}\npath "plain/{{identity.entity.name}}/*" ${denied}`);
  expect((await ask("POST", "plain/other/key", { a: 1 })).status).to.equal(204);
  const { body: auth } = await ask("GET", "sys/auth");
  const accessor = (auth as Record<string, { accessor?: string }>)["userpass/"]?.accessor ?? "";
  const { body: entity } = await ask("GET", "identity/entity/name/priv");
  const { id = "" } = (entity?.data ?? {}) as { id?: string };
  await ask("POST", "identity/entity-alias", { name: "ada", canonical_id: id, mount_accessor: accessor });
  await ask("POST", "auth/userpass/users/ada", { password: "x", token_policies: "p" });
  const { body: login } = await ask("POST", "auth/userpass/login/ada", { password: "x" }, { token: "" });
  const { client_token: token = "" } = (login?.auth ?? {}) as { client_token?: string };
  const status = async (path: string) => (await ask("LIST", path, undefined, { token })).status;
  expect([await status("plain/priv"), await status("plain/priv/"), await status("plain/other")]).to.eql([
    403, 403, 200,
  ]);
});

test("a list must be wrapped if the most specific rule of its folder requires it", async () => {
  const { ask, clientUnder } = await listFixture();
  const wrapped = '{ capabilities = ["list"] min_wrapping_ttl = "1m" max_wrapping_ttl = "1h" }';
  const { token, list } = await clientUnder(`path "plain/*" ${granted}\npath "plain/priv/*" ${wrapped}`);
  const wrappedFor = async (ttl: string) =>
    (await ask("LIST", "plain/priv", undefined, { token, headers: { "x-vault-wrap-ttl": ttl } })).status;
  expect([await list("plain/priv"), await list("plain")]).to.eql([403, 200]);
  expect([await wrappedFor("59s"), await wrappedFor("1m"), await wrappedFor("2h")]).to.eql([403, 200, 403]);
});
