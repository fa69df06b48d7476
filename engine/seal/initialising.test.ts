import { suite, test } from "node:test";
import { expect } from "chai";
import type { Change, Store } from "../ports/store.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { initialized, startSealed, unseal, unsealed } from "./sealed-cluster.suite.ts";

const unauthenticated = { token: "" };

suite("an uninitialised cluster", () => {
  test("reports its state and refuses other requests", async () => {
    const { ask } = await startSealed();
    expect(await ask("GET", "sys/init", undefined, unauthenticated)).to.deep.equal({
      status: 200,
      body: { initialized: false },
    });
    const status = (await ask("GET", "sys/seal-status", undefined, unauthenticated)).body;
    expect(status).to.deep.equal({
      type: "shamir",
      initialized: false,
      sealed: true,
      t: 0,
      n: 0,
      progress: 0,
      nonce: "",
      version: "1.14.9",
      build_date: "",
      migration: false,
      recovery_seal: false,
      storage_type: "inmem",
    });
    for (const path of ["kv/x", "sys/mounts", "sys/nope", "sys/replication/status", "sys/generate-root/attempt"]) {
      expect(await ask("GET", path), path).to.deep.equal({ status: 503, body: { errors: ["Vault is sealed"] } });
    }
    expect(await ask("PUT", "sys/unseal", { key: "00".repeat(32) })).to.deep.equal({
      status: 400,
      body: { errors: ["Vault is not initialized"] },
    });
  });

  for (const [claim, body, error] of [
    ["zero shares", {}, "invalid seal configuration: shares must be at least one"],
    ["a threshold of zero", { secret_shares: 1 }, "invalid seal configuration: threshold must be at least one"],
    [
      "a threshold above the shares",
      { secret_shares: 2, secret_threshold: 3 },
      "invalid seal configuration: threshold cannot be larger than shares",
    ],
    [
      "a threshold of one with several shares",
      { secret_shares: 2, secret_threshold: 1 },
      "invalid seal configuration: threshold must be greater than one for multiple shares",
    ],
    [
      "more shares than the maximum",
      { secret_shares: 256, secret_threshold: 3 },
      "invalid seal configuration: shares must be less than 256",
    ],
    [
      "PGP keys",
      { secret_shares: 1, secret_threshold: 1, pgp_keys: ["keybase:jane"] },
      "pgp_keys: PGP keys are not supported",
    ],
    [
      "a PGP key for the root token",
      { secret_shares: 1, secret_threshold: 1, root_token_pgp_key: "keybase:jane" },
      "root_token_pgp_key: PGP keys are not supported",
    ],
  ] as const) {
    test(`refuses an initialisation with ${claim}`, async () => {
      const { ask } = await startSealed();
      expect(await ask("PUT", "sys/init", body, unauthenticated)).to.deep.equal({
        status: 400,
        body: { errors: [error] },
      });
      expect((await ask("GET", "sys/init")).body).to.deep.equal({ initialized: false });
    });
  }

  test("returns keys and a root token once, and is sealed afterwards", async () => {
    const { ask } = await startSealed();
    const body = { secret_shares: 5, secret_threshold: 3, pgp_keys: null, root_token_pgp_key: "", recovery_shares: 5 };
    const { status, body: reply } = await ask("PUT", "sys/init", body, unauthenticated);
    expect(status).to.equal(200);
    expect(Object.keys(reply ?? {})).to.have.members(["keys", "keys_base64", "root_token"]);
    const keys = reply?.keys as string[];
    expect(new Set(keys).size).to.equal(5);
    for (const key of keys) expect(key).to.match(/^[0-9a-f]{66}$/);
    const inBase64 = (reply?.keys_base64 ?? []) as string[];
    expect(inBase64.map((key) => Uint8Array.fromBase64(key).toHex())).to.deep.equal(keys);
    expect(reply?.root_token).to.match(/^hvs\.[A-Za-z0-9]{24}$/);
    const sealed = (await ask("GET", "sys/seal-status")).body;
    expect([sealed?.initialized, sealed?.sealed, sealed?.t, sealed?.n]).to.deep.equal([true, true, 3, 5]);
    expect(await ask("PUT", "sys/init", body, unauthenticated)).to.deep.equal({
      status: 400,
      body: { errors: ["Vault is already initialized"] },
    });
  });

  test("is initialised once, even by two concurrent requests", async () => {
    const { ask } = await startSealed();
    const body = { secret_shares: 1, secret_threshold: 1 };
    const both = await Promise.all([ask("PUT", "sys/init", body), ask("PUT", "sys/init", body)]);
    expect(both.map(({ status }) => status)).to.deep.equal([200, 400]);
    expect(await unseal({ ask }, both[0]?.body?.keys as string[])).to.include({ sealed: false });
  });

  test("with one share returns the unseal key itself: 32 bytes", async () => {
    const { keys } = await initialized(1, 1);
    expect(keys).to.have.lengthOf(1);
    expect(keys[0]).to.match(/^[0-9a-f]{64}$/);
  });

  test("accepts the returned root token and no other", async () => {
    const { ask, rootToken } = await unsealed(1, 1);
    expect((await ask("GET", "sys/mounts", undefined, { token: rootToken })).status).to.equal(200);
    expect((await ask("GET", "sys/mounts", undefined, { token: "root" })).status).to.equal(403);
  });
});

suite("a store", () => {
  test("that holds other data is not overwritten", async () => {
    const store = memoryStore();
    await store.commit([{ key: "another's", value: "data" }]);
    const { ask } = await startSealed(store);
    const { status, body } = await ask("PUT", "sys/init", { secret_shares: 1, secret_threshold: 1 });
    expect([status, body?.errors]).to.deep.equal([400, ["the store holds data that no seal protects"]]);
    expect(await store.range({ prefix: "" })).to.deep.equal([["another's", "data"]]);
  });

  test("can be initialised after a crash during any commit of an initialisation", async () => {
    const body = { secret_shares: 1, secret_threshold: 1 };
    for (let commits = 1; ; commits++) {
      const store = failingAfter(commits);
      const first = await (await startSealed(store)).ask("PUT", "sys/init", body);
      store.revive();
      const second = await startSealed(store);
      const { initialized } = (await second.ask("GET", "sys/init")).body ?? {};
      if (first.status === 200) {
        expect(initialized).to.equal(true);
        expect(commits).to.be.greaterThan(3);
        return;
      }
      expect(initialized, `after ${commits} commits`).to.equal(false);
      const { body: reply } = await second.ask("PUT", "sys/init", body);
      expect(await unseal(second, reply?.keys as string[]), `after ${commits} commits`).to.include({ sealed: false });
      const { body: mounted } = await second.ask("GET", "sys/mounts", undefined, {
        token: String(reply?.root_token),
      });
      expect(mounted?.errors).to.equal(undefined);
    }
  });
});

function failingAfter(commits: number): Store & { revive: () => void } {
  const store = memoryStore();
  let left = commits;
  return {
    read: (key) => store.read(key),
    range: (range) => store.range(range),
    commit: (batch: readonly Change[]) =>
      left-- > 0 ? store.commit(batch) : Promise.reject(new Error("the power failed")),
    revive() {
      left = Number.POSITIVE_INFINITY;
    },
  };
}
