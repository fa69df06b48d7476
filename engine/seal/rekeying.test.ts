import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../api/json.ts";
import type { LoneEngine } from "../engine.suite.ts";
import { initialized, startSealed, unseal, unsealed } from "./sealed-cluster.suite.ts";

const unauthenticated = { token: "" };

async function begin({ ask }: Pick<LoneEngine, "ask">, body: JsonObject): Promise<string> {
  const { body: started } = await ask("PUT", "sys/rekey/init", body, unauthenticated);
  return String(started?.nonce);
}

async function sendAll({ ask }: Pick<LoneEngine, "ask">, keys: readonly string[], nonce: string): Promise<JsonObject> {
  let last: JsonObject = {};
  for (const key of keys) last = (await ask("PUT", "sys/rekey/update", { key, nonce }, unauthenticated)).body ?? {};
  return last;
}

const idle = { nonce: "", started: false, t: 0, n: 0, progress: 0, pgp_fingerprints: null, backup: false };

suite("a rekey", () => {
  test("returns new shares, invalidates the old ones and keeps all data", async () => {
    const cluster = await unsealed(3, 2);
    const { ask, keys, rootToken: token, store } = cluster;
    await ask("POST", "kv/sky", { value: "blue" }, { token });
    expect((await ask("GET", "sys/rekey/init", undefined, unauthenticated)).body).to.deep.equal({
      ...idle,
      required: 2,
      verification_required: false,
    });
    const nonce = await begin(cluster, { secret_shares: 5, secret_threshold: 3 });
    const first = await ask("PUT", "sys/rekey/update", { key: keys[0] as string, nonce }, unauthenticated);
    const under = { ...idle, nonce, started: true, t: 3, n: 5, required: 2, verification_required: false };
    expect(first).to.deep.equal({ status: 200, body: { ...under, progress: 1 } });
    const done = await sendAll(cluster, [keys[2] as string], nonce);
    expect(done).to.include({ nonce, complete: true, backup: false, verification_required: false });
    expect(done).not.to.have.property("verification_nonce");
    const newKeys = done.keys as string[];
    expect(newKeys).to.have.lengthOf(5);
    expect((done.keys_base64 as string[]).map((key) => Uint8Array.fromBase64(key).toHex())).to.deep.equal(newKeys);
    expect((await ask("GET", "sys/seal-status")).body).to.include({ t: 3, n: 5, sealed: false });

    await cluster.engine.stop();
    const again = await startSealed(store);
    expect(await unseal(again, keys.slice(0, 2))).to.include({ sealed: true, progress: 2 });
    expect((await again.ask("PUT", "sys/unseal", { key: keys[2] as string })).status).to.equal(400);
    expect(await unseal(again, newKeys.slice(2))).to.include({ sealed: false });
    expect((await again.ask("GET", "kv/sky", undefined, { token })).body?.data).to.deep.equal({ value: "blue" });
  });

  test("with verification keeps the old key valid until the new shares are verified", async () => {
    const cluster = await unsealed(1, 1);
    const { ask, keys, rootToken: token } = cluster;
    const nonce = await begin(cluster, { secret_shares: 3, secret_threshold: 2, require_verification: true });
    const done = await sendAll(cluster, keys, nonce);
    expect(done).to.include({ complete: true, verification_required: true });
    const newKeys = done.keys as string[];
    const check = String(done.verification_nonce);
    expect((await ask("GET", "sys/rekey/init")).body).to.include({ verification_nonce: check });
    expect((await ask("GET", "sys/rekey/verify")).body).to.deep.equal({
      nonce: check,
      started: true,
      t: 2,
      n: 3,
      progress: 0,
    });
    const verify = (key: string, with_: string) =>
      ask("PUT", "sys/rekey/verify", { key, nonce: with_ }, unauthenticated);
    expect((await verify(newKeys[0] as string, check)).body).to.include({ progress: 1 });
    expect((await verify(newKeys[0] as string, check)).body?.errors).to.deep.equal([
      "given key has already been provided during this verify operation",
    ]);
    expect((await verify(newKeys[1] as string, "wrong")).body?.errors).to.deep.equal([
      `incorrect nonce supplied; nonce for this verify operation is "${check}"`,
    ]);
    const { keys: others } = await initialized(3, 2);
    expect((await verify(others[1] as string, check)).body?.errors).to.deep.equal([
      "rekey verification failed; incorrect key shares supplied",
    ]);
    await ask("PUT", "sys/seal", undefined, { token });
    expect(await unseal(cluster, keys)).to.include({ sealed: false, t: 1, n: 1 });
  });

  test("with verification is complete once the new shares are verified, also after a restart of the verification", async () => {
    const cluster = await unsealed(1, 1);
    const { ask, keys, rootToken: token } = cluster;
    const nonce = await begin(cluster, { secret_shares: 3, secret_threshold: 2, require_verification: true });
    const done = await sendAll(cluster, keys, nonce);
    const [one, , three] = done.keys as [string, string, string];
    await ask("PUT", "sys/rekey/verify", { key: one, nonce: String(done.verification_nonce) });
    const { body: restarted } = await ask("DELETE", "sys/rekey/verify", undefined, unauthenticated);
    expect(restarted).to.include({ progress: 0 });
    const next = String(restarted?.nonce);
    expect(next).not.to.equal(done.verification_nonce);
    await ask("PUT", "sys/rekey/verify", { key: one, nonce: next });
    const { body: verified } = await ask("PUT", "sys/rekey/verify", { key: three, nonce: next });
    expect(verified).to.deep.equal({ nonce: next, complete: true });
    expect((await ask("GET", "sys/rekey/init")).body).to.include({ started: false });
    await ask("PUT", "sys/seal", undefined, { token });
    expect((await ask("PUT", "sys/unseal", { key: keys[0] as string })).body).to.include({ sealed: true, progress: 1 });
    await ask("PUT", "sys/unseal", { reset: true });
    expect(await unseal(cluster, [one, three])).to.include({ sealed: false, t: 2, n: 3 });
  });

  for (const [claim, body, error] of [
    ["zero shares", {}, "invalid rekey seal configuration: shares must be at least one"],
    [
      "a threshold above the shares",
      { secret_shares: 1, secret_threshold: 2 },
      "invalid rekey seal configuration: threshold cannot be larger than shares",
    ],
    [
      "PGP keys",
      { secret_shares: 1, secret_threshold: 1, pgp_keys: ["keybase:jane"] },
      "pgp_keys: PGP keys are not supported",
    ],
    [
      "a backup",
      { secret_shares: 1, secret_threshold: 1, backup: true },
      "cannot request a backup of the new keys without providing PGP keys for encryption",
    ],
  ] as const) {
    test(`refuses ${claim}`, async () => {
      const { ask } = await unsealed(1, 1);
      expect(await ask("PUT", "sys/rekey/init", body)).to.deep.equal({ status: 400, body: { errors: [error] } });
    });
  }

  test("refuses invalid shares and nonces, and can be cancelled", async () => {
    const cluster = await unsealed(3, 2);
    const { ask, keys } = cluster;
    const { keys: others } = await initialized(3, 2);
    const update = async (key: string, nonce: string) => {
      const { body } = await ask("PUT", "sys/rekey/update", { key, nonce }, unauthenticated);
      return (body?.errors as string[] | undefined)?.[0] ?? body?.progress;
    };
    expect(await update(keys[0] as string, "")).to.equal("no barrier rekey in progress");
    const nonce = await begin(cluster, { secret_shares: 1, secret_threshold: 1 });
    expect((await ask("PUT", "sys/rekey/init", { secret_shares: 1, secret_threshold: 1 })).body?.errors).to.deep.equal([
      "rekey already in progress",
    ]);
    expect(await update(keys[0] as string, "wrong")).to.equal(
      `incorrect nonce supplied; nonce for this rekey operation is "${nonce}"`,
    );
    expect(await update(keys[0] as string, nonce)).to.equal(1);
    expect(await update(keys[0] as string, nonce)).to.equal(
      "given key has already been provided during this rekey operation",
    );
    expect(await update(others[1] as string, nonce)).to.contain("unable to authenticate: ");
    expect((await ask("GET", "sys/rekey/init")).body).to.include({ started: true, progress: 0 });
    expect((await ask("DELETE", "sys/rekey/init", undefined, unauthenticated)).status).to.equal(204);
    expect(await update(keys[0] as string, nonce)).to.equal("no barrier rekey in progress");
    expect((await ask("GET", "sys/rekey/verify")).body?.errors).to.deep.equal(["no rekey verification in progress"]);
    expect((await ask("GET", "sys/seal-status")).body).to.include({ t: 2, n: 3 });
  });

  test("has no backup", async () => {
    const { ask, rootToken: token } = await unsealed(1, 1);
    expect((await ask("GET", "sys/rekey/backup", undefined, unauthenticated)).status).to.equal(403);
    expect(await ask("GET", "sys/rekey/backup", undefined, { token })).to.deep.equal({
      status: 400,
      body: { errors: ["no backed-up keys found"] },
    });
    expect((await ask("DELETE", "sys/rekey/backup", undefined, { token })).status).to.equal(204);
  });
});
