import { suite, test } from "node:test";
import { expect } from "chai";
import { loneEngine, tokenIn } from "../engine.suite.ts";
import { storeWithoutLateValues } from "../ports/late-values.suite.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { initialized, startSealed, unseal, unsealed } from "./sealed-cluster.suite.ts";

const sealedReply = { status: 503, body: { errors: ["Vault is sealed"] } };
const wrongKeys =
  "unable to retrieve stored keys: invalid key: failed to decrypt keys from storage: cipher: message authentication failed";

suite("a sealed cluster", () => {
  test("is unsealed by enough shares, in hexadecimal or base64, and reports its progress", async () => {
    const { ask, keys } = await initialized(5, 3);
    const send = async (key: string) => (await ask("PUT", "sys/unseal", { key }, { token: "" })).body ?? {};
    const first = await send(keys[4] as string);
    expect(first).to.include({ sealed: true, progress: 1, t: 3, n: 5 });
    expect(first.nonce).to.match(/^[0-9a-f-]{36}$/);
    const second = await send(Uint8Array.fromHex(keys[1] as string).toBase64());
    expect(second).to.include({ sealed: true, progress: 2, nonce: first.nonce });
    const third = await send((keys[2] as string).toUpperCase());
    expect(third).to.include({ sealed: false, progress: 0, nonce: "", cluster_name: "lone" });
    expect(third.cluster_id).to.match(/^[0-9a-f-]{36}$/);
  });

  test("is unsealed by any of its shares", async () => {
    for (const indices of [
      [0, 1],
      [0, 2],
      [2, 1],
    ]) {
      const { ask, keys } = await initialized(3, 2);
      expect(
        await unseal(
          { ask },
          indices.map((index) => keys[index] as string),
        ),
      ).to.include({ sealed: false });
    }
  });

  test("does not count a repeated share", async () => {
    const { ask, keys } = await initialized(3, 2);
    const [key] = keys as [string];
    expect(await unseal({ ask }, [key, key, key])).to.include({ sealed: true, progress: 1 });
  });

  test("discards all shares if they are wrong, and can be unsealed afterwards", async () => {
    const { ask, keys } = await initialized(3, 2);
    const { keys: others } = await initialized(3, 2);
    await unseal({ ask }, [keys[0] as string]);
    const wrong = await ask("PUT", "sys/unseal", { key: others[1] as string });
    expect(wrong).to.deep.equal({ status: 400, body: { errors: [wrongKeys] } });
    expect((await ask("GET", "sys/seal-status")).body).to.include({ sealed: true, progress: 0, nonce: "" });
    expect(await unseal({ ask }, keys.slice(1))).to.include({ sealed: false });
  });

  test("treats a malformed or short share as a wrong one", async () => {
    const { ask, keys } = await initialized(3, 2);
    for (const bad of ["00".repeat(17), `${(keys[0] as string).slice(0, -2)}00`, "ff".repeat(33)]) {
      await unseal({ ask }, [keys[0] as string]);
      expect((await ask("PUT", "sys/unseal", { key: bad })).status, bad).to.equal(400);
      expect((await ask("GET", "sys/seal-status")).body, bad).to.include({ sealed: true, progress: 0 });
    }
    const { ask: askSingle } = await initialized(1, 1);
    const single = await askSingle("PUT", "sys/unseal", { key: "00".repeat(16) });
    expect(single).to.deep.equal({ status: 400, body: { errors: [wrongKeys] } });
  });

  for (const [claim, body, error] of [
    ["nothing", {}, "'key' must be specified in request body as JSON, or 'reset' set to true"],
    ["an invalid key", { key: "no key!" }, "'key' must be a valid hex or base64 string"],
    ["a short key", { key: "0102" }, "invalid key: key is shorter than minimum 16 bytes"],
    ["a long key", { key: "00".repeat(34) }, "invalid key: key is longer than maximum 33 bytes"],
    ["a migration", { key: "00".repeat(32), migrate: true }, "migrate: there is no other seal to migrate to"],
  ] as const) {
    test(`refuses ${claim}`, async () => {
      const { ask } = await initialized(3, 2);
      expect(await ask("PUT", "sys/unseal", body)).to.deep.equal({ status: 400, body: { errors: [error] } });
      expect((await ask("GET", "sys/seal-status")).body).to.include({ progress: 0 });
    });
  }

  test("refuses a long key on every path for shares before it is decoded, and names the maximum length", async () => {
    const { ask, keys } = await initialized(1, 1);
    const why = 'Field validation failed: error converting input for field "key": longer than 132 characters';
    const refused = { status: 400, body: { errors: [why] } };
    const hexadecimal = "0a".repeat(15 * 1024 * 1024);
    const longKeys = [hexadecimal, "aa+/".repeat(34), "=".repeat(133), "\u0000".repeat(133)];
    for (const key of longKeys) expect(await ask("PUT", "sys/unseal", { key })).to.deep.equal(refused);
    await unseal({ ask }, keys);
    const shares = { secret_shares: 1, secret_threshold: 1, require_verification: true };
    await ask("PUT", "sys/generate-root/attempt", {});
    await ask("PUT", "sys/rekey/init", shares);
    for (const path of ["sys/generate-root/update", "sys/rekey/update", "sys/rekey/verify"]) {
      for (const key of longKeys) expect(await ask("PUT", path, { key, nonce: "n" }), path).to.deep.equal(refused);
    }
  });

  test("discards the provided shares on request, unless it is unsealed", async () => {
    const { ask, keys } = await initialized(3, 2);
    await unseal({ ask }, [keys[0] as string]);
    const reset = await ask("PUT", "sys/unseal", { reset: true }, { token: "" });
    expect(reset.body).to.include({ sealed: true, progress: 0, nonce: "" });
    expect(await unseal({ ask }, keys.slice(0, 2))).to.include({ sealed: false });
    expect(await ask("PUT", "sys/unseal", { reset: true })).to.deep.equal({
      status: 400,
      body: { errors: ["vault is unsealed"] },
    });
    expect(await unseal({ ask }, ["00".repeat(32)])).to.include({ sealed: false, progress: 0 });
  });

  test("answers all requests alike, whatever their token, path or method; only invalid JSON is refused first", async () => {
    const { ask, rootToken } = await unsealed(1, 1);
    await ask("PUT", "sys/seal", undefined, { token: rootToken });
    for (const [method, path, token] of [
      ["GET", "sys/mounts", rootToken],
      ["GET", "sys/mounts", ""],
      ["GET", "no/such/path", rootToken],
      ["FOO", "sys/mounts", rootToken],
      ["LIST", "sys/policies/acl", rootToken],
      ["GET", "sys/replication/status", ""],
      ["GET", "sys/key-status", rootToken],
      ["GET", "sys/health/", ""],
      ["GET", "sys/generate-root/attempt", ""],
      ["PUT", "sys/generate-root/attempt", ""],
      ["PUT", "sys/rekey/init", ""],
      ["GET", "sys/rekey/verify", ""],
      ["PUT", "sys/step-down", rootToken],
    ] as const) {
      const reply = await ask(method, path, undefined, { token });
      expect(reply, `${method} ${path}`).to.deep.equal(
        method === "FOO" ? { status: 405, body: { errors: [] } } : sealedReply,
      );
    }
    expect(await ask("POST", "kv/x", "{")).to.deep.equal({ status: 400, body: { errors: ["error parsing JSON"] } });
  });

  test("is the state after a restart, and all data are available once it is unsealed", async () => {
    const first = await unsealed(3, 2);
    const token = first.rootToken;
    await first.ask("POST", "kv/sky", { value: "blue" }, { token });
    const { body } = await first.ask("POST", "auth/token/create", { ttl: "10m", policies: ["root"] }, { token });
    const short = tokenIn(body);
    await first.engine.stop();
    const second = await startSealed(first.store);
    expect((await second.ask("GET", "kv/sky", undefined, { token })).status).to.equal(503);
    await unseal(second, first.keys.slice(0, 2));
    expect((await second.ask("GET", "kv/sky", undefined, { token: short })).body?.data).to.deep.equal({
      value: "blue",
    });
    await second.clock.pass(601);
    expect((await second.ask("GET", "kv/sky", undefined, { token: short })).status).to.equal(403);
    expect((await second.ask("GET", "kv/sky", undefined, { token })).status).to.equal(200);
  });
});

suite("sealing", () => {
  test("requires a token with the capability, and has no read", async () => {
    const { ask, rootToken: token } = await unsealed(1, 1);
    expect((await ask("PUT", "sys/seal", undefined, { token: "" })).status).to.equal(403);
    const { body } = await ask("POST", "auth/token/create", { policies: ["default"] }, { token });
    const weak = tokenIn(body);
    expect((await ask("PUT", "sys/seal", undefined, { token: weak })).status).to.equal(403);
    await ask("POST", "sys/policies/acl/p", { policy: 'path "sys/seal" { capabilities = ["update"] }' }, { token });
    const { body: more } = await ask("POST", "auth/token/create", { policies: ["p"] }, { token });
    expect((await ask("PUT", "sys/seal", undefined, { token: tokenIn(more) })).status, "without sudo").to.equal(403);
    expect(await ask("GET", "sys/seal", undefined, { token })).to.deep.equal({ status: 405, body: { errors: [] } });
    expect((await ask("GET", "sys/seal-status")).body).to.include({ sealed: false });
    expect((await ask("PUT", "sys/seal", undefined, { token })).status).to.equal(204);
    expect((await ask("PUT", "sys/seal", undefined, { token })).status).to.equal(204);
    expect((await ask("GET", "sys/seal-status")).body).to.include({ sealed: true, initialized: true });
  });

  test("stops all scheduled tasks, so none uses the closed store later", async () => {
    const problems: string[] = [];
    const note = (event: string) => void problems.push(event);
    const { ask, clock } = await loneEngine(memoryStore(), { log: { info() {}, warn: note, error: note } });
    await ask("POST", "auth/token/create", { ttl: "10m" });
    await ask("PUT", "sys/seal");
    await clock.pass(700);
    await new Promise((resolve) => setImmediate(resolve));
    expect(problems).to.deep.equal([]);
    expect(clock.arranged).to.equal(0);
  });

  test("serves other requests while it encrypts many values", async () => {
    const store = memoryStore();
    const { ask } = await loneEngine(store);
    await ask("POST", "sys/mounts/kv", { type: "kv" });
    for (let at = 0; at < 2000; at++) await ask("POST", `kv/${at}`, { colour: "blue" });
    let [turns, isOver] = [0, false];
    const sealing = ask("PUT", "sys/seal").finally(() => {
      isOver = true;
    });
    for (; !isOver; turns++) await new Promise((resolve) => setImmediate(resolve));
    expect((await sealing).status).to.equal(204);
    expect(turns).to.be.above(2);
    expect(store.late.make(1)).to.equal(false);
  });

  test("stops lease timers, and an unseal revokes leases that expired in the meantime", async () => {
    const { ask, rootToken: token, keys, clock } = await unsealed(1, 1);
    const { body } = await ask("POST", "auth/token/create", { ttl: "10m" }, { token });
    const short = tokenIn(body);
    await ask("PUT", "sys/seal", undefined, { token });
    await clock.pass(700);
    await unseal({ ask }, keys);
    expect((await ask("GET", "auth/token/lookup-self", undefined, { token: short })).status).to.equal(403);
    expect((await ask("GET", "auth/token/lookup-self", undefined, { token })).status).to.equal(200);
  });

  test("is answered even if it is the last use of a token, with concurrent requests", async () => {
    const inner = storeWithoutLateValues();
    const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
    const { ask } = await loneEngine({ ...inner, commit: (batch) => nextTurn().then(() => inner.commit(batch)) });
    const { body } = await ask("POST", "auth/token/create", { num_uses: 1, policies: ["root"] });
    let isAnswered = false;
    const sealing = ask("PUT", "sys/seal", undefined, { token: tokenIn(body) }).finally(() => {
      isAnswered = true;
    });
    while (!isAnswered) {
      await ask("GET", "sys/mounts");
      await nextTurn();
    }
    expect((await sealing).status).to.equal(204);
    expect((await ask("GET", "sys/seal-status")).body).to.include({ sealed: true });
  });

  test("with requests in progress completes or refuses each of them", async () => {
    const { ask, rootToken: token, keys } = await unsealed(1, 1);
    const writes = Array.from({ length: 20 }, (_, n) => ask("POST", `kv/${n}`, { n }, { token }));
    const sealing = ask("PUT", "sys/seal", undefined, { token });
    const more = Array.from({ length: 20 }, (_, n) => ask("POST", `kv/more-${n}`, { n }, { token }));
    const replies = await Promise.all([...writes, ...more]);
    expect((await sealing).status).to.equal(204);
    expect([...new Set(replies.map(({ status }) => status))].sort()).to.be.an("array").that.is.not.empty;
    for (const { status } of replies) expect([204, 503]).to.include(status);
    await unseal({ ask }, keys);
    for (const [at, { status }] of replies.entries()) {
      const path = at < 20 ? `kv/${at}` : `kv/more-${at - 20}`;
      const found = (await ask("GET", path, undefined, { token })).status;
      if (status === 204) expect(found, path).to.equal(200);
    }
  });
});

suite("a cluster that unseals itself", () => {
  test("unseals itself again on the same store, and accepts the configured root token", async () => {
    const first = await loneEngine();
    await first.ask("POST", "sys/mounts/kv", { type: "kv" });
    await first.ask("POST", "kv/sky", { value: "blue" });
    await first.engine.stop();
    const second = await loneEngine(first.store);
    expect((await second.ask("GET", "kv/sky")).body?.data).to.deep.equal({ value: "blue" });
  });

  test("does not start on a store that its key does not unseal", async () => {
    for (const [shares, threshold] of [
      [1, 1],
      [3, 2],
    ] as const) {
      const { store } = await initialized(shares, threshold);
      const failure = await loneEngine(store).then(
        () => "",
        (error: Error) => error.message,
      );
      expect(failure).to.contain("the unseal key does not open the store");
    }
  });

  test("stores only names in plain text", async () => {
    const { ask, store } = await loneEngine();
    await ask("POST", "sys/mounts/kv", { type: "kv" });
    await ask("POST", "kv/sky", { value: "correct horse" });
    const raw = (await store.range({ prefix: "" })).map(([, value]) => value).join("\n");
    for (const plain of ["correct horse", '"policies"', "capabilities", '"displayName"', "accessor"]) {
      expect(raw, plain).not.to.contain(plain);
    }
  });
});
