import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { loneEngine } from "../../engine.suite.ts";
import { storeWithoutLateValues } from "../../ports/late-values.suite.ts";
import { memoryStore } from "../../stores/memory-store.ts";

suite("the keyring", () => {
  test("reports its term, start and encryptions, both inside and outside `data`", async () => {
    const { ask } = await loneEngine(storeWithoutLateValues());
    const { body: before } = await ask("GET", "sys/key-status");
    expect(before?.data).to.include({ term: 1, install_time: "2026-01-01T00:00:00.000000000Z" });
    expect(before).to.include({ term: 1, install_time: "2026-01-01T00:00:00.000000000Z" });
    await ask("POST", "sys/policies/acl/p", { policy: 'path "a" { capabilities = ["read"] }' });
    const { body: after } = await ask("GET", "sys/key-status");
    expect(Number(after?.encryptions)).to.be.greaterThan(Number(before?.encryptions));
  });

  test("starts a new term on request, and earlier data stay readable, also after a restart", async () => {
    const { ask, store, engine, clock } = await loneEngine();
    await ask("POST", "sys/mounts/kv", { type: "kv" });
    await ask("POST", "kv/old", { value: 1 });
    await clock.pass(60);
    expect((await ask("PUT", "sys/rotate")).status).to.equal(204);
    const { body } = await ask("GET", "sys/key-status");
    expect(body?.data).to.deep.equal({ term: 2, install_time: "2026-01-01T00:01:00.000000000Z", encryptions: 0 });
    await ask("POST", "kv/new", { value: 2 });
    await engine.stop();
    const again = await loneEngine(store);
    expect((await again.ask("GET", "kv/old")).body?.data).to.deep.equal({ value: 1 });
    expect((await again.ask("GET", "kv/new")).body?.data).to.deep.equal({ value: 2 });
    expect((await again.ask("GET", "sys/key-status")).body?.data).to.include({ term: 2 });
  });

  test("keeps its number of encryptions over a restart", async () => {
    const { ask, store, engine } = await loneEngine();
    for (let n = 0; n < 50; n++) await ask("POST", `sys/policies/acl/p${n}`, { policy: "{}" });
    const count = Number((await ask("GET", "sys/key-status")).body?.encryptions);
    await engine.stop();
    const again = await loneEngine(store);
    const after = Number((await again.ask("GET", "sys/key-status")).body?.encryptions);
    expect(after).to.be.at.least(count);
  });

  test("is rotated automatically at the maximum age of a term", async () => {
    const { ask, clock } = await loneEngine();
    await ask("POST", "sys/mounts/kv", { type: "kv" });
    expect((await ask("POST", "sys/rotate/config", { interval: "24h" })).status).to.equal(204);
    await clock.pass(24 * 3600 - 1);
    await ask("POST", "kv/a", { value: 1 });
    await new Promise((resolve) => setImmediate(resolve));
    expect((await ask("GET", "sys/key-status")).body).to.include({ term: 1 });
    await clock.pass(1);
    await ask("POST", "kv/a", { value: 2 });
    await new Promise((resolve) => setImmediate(resolve));
    expect((await ask("GET", "sys/key-status")).body).to.include({ term: 2 });
    expect((await ask("GET", "kv/a")).body?.data).to.deep.equal({ value: 2 });
  });

  test("has a rotation rule that is read, changed field by field and stored", async () => {
    const { ask, store, engine } = await loneEngine();
    expect((await ask("GET", "sys/rotate/config")).body?.data).to.deep.equal({
      enabled: true,
      interval: 0,
      max_operations: 3_865_470_566,
    });
    await ask("POST", "sys/rotate/config", { interval: "48h", max_operations: 2_000_000 });
    await ask("POST", "sys/rotate/config", { enabled: false });
    const rule = { enabled: false, interval: 172_800, max_operations: 2_000_000 };
    expect((await ask("GET", "sys/rotate/config")).body?.data).to.deep.equal(rule);
    await engine.stop();
    expect((await (await loneEngine(store)).ask("GET", "sys/rotate/config")).body?.data).to.deep.equal(rule);
  });

  for (const [body, error] of [
    [{ max_operations: 999_999 }, "max_operations must be from 1000000 to 3865470566"],
    [{ max_operations: 3_865_470_567 }, "max_operations must be from 1000000 to 3865470566"],
    [{ interval: "1h" }, "interval must be 24h or more, or 0 for none"],
  ] as const) {
    test(`refuses the rotation rule ${JSON.stringify(body)}`, async () => {
      const { ask } = await loneEngine();
      expect(await ask("POST", "sys/rotate/config", body)).to.deep.equal({ status: 400, body: { errors: [error] } });
    });
  }

  test("is rotated only by tokens with sudo", async () => {
    const { ask } = await loneEngine();
    const policy = 'path "sys/rotate" { capabilities = ["update"] }';
    await ask("POST", "sys/policies/acl/weak", { policy });
    const { body } = await ask("POST", "auth/token/create", { policies: ["weak"] });
    const token = String((body?.auth as JsonObject | undefined)?.client_token);
    expect((await ask("PUT", "sys/rotate", undefined, { token })).status).to.equal(403);
    await ask("POST", "sys/policies/acl/weak", { policy: policy.replace('"update"', '"update", "sudo"') });
    expect((await ask("PUT", "sys/rotate", undefined, { token })).status).to.equal(204);
  });

  test("that was altered in the store cannot be decrypted", async () => {
    const { store, engine } = await loneEngine();
    await engine.stop();
    const sealed = (await store.read("seal/keyring")) as string;
    const last = String.fromCharCode(sealed.charCodeAt(sealed.length - 1) ^ 1);
    await store.commit([{ key: "seal/keyring", value: sealed.slice(0, -1) + last }]);
    const failure = await loneEngine(store).then(
      () => "",
      (error: Error) => error.message,
    );
    expect(failure).to.equal("the stored keyring was altered: it cannot be decrypted");
  });

  test("stays encrypted if the stored sharing of the root key was altered", async () => {
    const { store, engine } = await loneEngine();
    await engine.stop();
    const locked = JSON.parse((await store.read("seal/root-key")) as string) as JsonObject;
    const other = memoryStore();
    for (const [key, value] of await store.range({ prefix: "" })) await other.commit([{ key, value }]);
    await other.commit([{ key: "seal/root-key", value: JSON.stringify({ ...locked, shares: 2 }) }]);
    const failure = await loneEngine(other).then(
      () => "",
      (error: Error) => error.message,
    );
    expect(failure).to.contain("the unseal key does not open the store");
  });
});
