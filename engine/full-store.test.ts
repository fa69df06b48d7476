import { before, suite, test } from "node:test";
import { expect } from "chai";
import type { Json } from "./api/json.ts";
import { type LoneEngine, loneEngine, loneUnsealKey } from "./engine.suite.ts";
import type { Store } from "./ports/store.ts";
import { memoryStore } from "./stores/memory-store.ts";

function storeOnDisk() {
  const { read, range, commit } = memoryStore();
  const disk = { isFull: false };
  const store: Store = {
    read,
    range,
    commit: (batch) => (disk.isFull ? Promise.reject(new Error("database or disk is full")) : commit(batch)),
  };
  return { disk, store };
}

type Write = readonly [
  method: string,
  path: string,
  body?: Json,
  options?: Readonly<{ headers: Record<string, string> }>,
];

const writes: Readonly<Record<string, Write>> = {
  "a secret": ["PUT", "kv/one", { value: "1" }],
  "a policy": ["PUT", "sys/policies/acl/reader", { policy: 'path "secret/*" { capabilities = ["read"] }' }],
  "a mount": ["PUT", "sys/mounts/other", { type: "kv" }],
  "a user": ["PUT", "auth/userpass/users/bob", { password: "password-of-bob" }],
  "a token": ["PUT", "auth/token/create", { policies: ["default"] }],
  "an orphan token": ["PUT", "auth/token/create-orphan", {}],
  "a login": ["PUT", "auth/userpass/login/ada", { password: "password-of-ada" }],
  "a cubbyhole secret": ["PUT", "cubbyhole/one", { value: "1" }],
  "a wrapped answer": ["PUT", "sys/wrapping/wrap", { value: "1" }, { headers: { "x-vault-wrap-ttl": "60" } }],
  "a revocation": ["PUT", "auth/token/revoke-accessor", { accessor: "" }],
  "a keyring": ["PUT", "sys/rotate"],
};

suite("a full store", () => {
  let lone: LoneEngine;
  let accessor: unknown;
  const { disk, store } = storeOnDisk();
  const logged: string[] = [];
  const note = (event: string, facts: unknown) => void logged.push(`${event} ${JSON.stringify(facts)}`);

  before(async () => {
    lone = await loneEngine(store, { log: { info() {}, warn: note, error: note } });
    await lone.ask("PUT", "sys/mounts/kv", { type: "kv" });
    await lone.ask("PUT", "sys/auth/userpass", { type: "userpass" });
    await lone.ask("PUT", "auth/userpass/users/ada", { password: "password-of-ada" });
    const { body } = await lone.ask("PUT", "auth/token/create", {});
    const auth = body?.auth as { accessor: string } | undefined;
    accessor = auth?.accessor;
  });

  for (const [what, [method, path, body, options]] of Object.entries(writes)) {
    test(`refuses ${what} with the same error, logs the cause, and accepts it when there is space again`, async () => {
      const given = path.endsWith("revoke-accessor") ? { accessor: String(accessor) } : body;
      logged.length = 0;
      disk.isFull = true;
      const refused = await lone.ask(method, path, given, options).finally(() => {
        disk.isFull = false;
      });
      expect(refused.status).to.equal(500);
      expect(JSON.stringify(refused.body?.errors)).to.include("the change could not be saved");
      expect(logged.join("\n")).to.include("database or disk is full").and.not.include("internal error");
      expect((await lone.ask(method, path, given, options)).status).to.be.within(200, 204);
    });
  }

  test("refuses a rekey with the same error, and the old key shares still unseal it", async () => {
    const key = loneUnsealKey.toHex();
    const begin = { secret_shares: 1, secret_threshold: 1 };
    const { body } = await lone.ask("PUT", "sys/rekey/init", begin);
    disk.isFull = true;
    const refused = await lone.ask("PUT", "sys/rekey/update", { key, nonce: String(body?.nonce) }).finally(() => {
      disk.isFull = false;
    });
    expect(refused.status).to.equal(500);
    expect(JSON.stringify(refused.body?.errors)).to.include("the change could not be saved");
    await lone.ask("PUT", "sys/seal");
    expect((await lone.ask("PUT", "sys/unseal", { key })).body).to.include({ sealed: false });
  });
});
