import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../api/json.ts";
import type { LoneEngine } from "../engine.suite.ts";
import { initialized, unsealed } from "./sealed-cluster.suite.ts";

const unauthenticated = { token: "" };

async function begin({ ask }: LoneEngine, body: JsonObject = {}): Promise<{ nonce: string; otp: string }> {
  const { body: started = {} } = await ask("PUT", "sys/generate-root/attempt", body, unauthenticated);
  return { nonce: String(started.nonce), otp: String(started.otp) };
}

const idle = {
  nonce: "",
  started: false,
  progress: 0,
  complete: false,
  encoded_token: "",
  encoded_root_token: "",
  pgp_fingerprint: "",
  otp: "",
  otp_length: 28,
};

function decoded(encoded: string, otp: string): string {
  const bytes = Uint8Array.fromBase64(encoded);
  return [...bytes].map((byte, at) => String.fromCharCode(byte ^ otp.charCodeAt(at))).join("");
}

suite("root token generation", () => {
  test("requires as many shares as unsealing, and reveals the token only to the client that began it", async () => {
    const cluster = await unsealed(5, 3);
    const { ask, keys } = cluster;
    expect((await ask("GET", "sys/generate-root/attempt", undefined, unauthenticated)).body).to.deep.equal({
      ...idle,
      required: 3,
    });
    const { nonce, otp } = await begin(cluster);
    expect(otp).to.match(/^[A-Za-z0-9]{28}$/);
    const progress = (await ask("GET", "sys/generate-root/attempt", undefined, unauthenticated)).body;
    expect(progress).to.deep.equal({ ...idle, required: 3, nonce, started: true });
    for (const [at, key] of keys.slice(0, 2).entries()) {
      const { status, body } = await ask("PUT", "sys/generate-root/update", { key, nonce }, unauthenticated);
      expect([status, body]).to.deep.equal([200, { ...idle, required: 3, nonce, started: true, progress: at + 1 }]);
    }
    const { body: done = {} } = await ask(
      "PUT",
      "sys/generate-root/update",
      { key: keys[4] as string, nonce },
      unauthenticated,
    );
    expect(done).to.include({ complete: true, started: true, progress: 3, otp: "" });
    expect(done.encoded_root_token).to.equal(done.encoded_token);
    expect(done.encoded_token).to.match(/^[A-Za-z0-9+/]{38}$/);
    const token = decoded(String(done.encoded_token), otp);
    expect(token).to.match(/^hvs\.[A-Za-z0-9]{24}$/);
    const { body: self } = await ask("GET", "auth/token/lookup-self", undefined, { token });
    expect((self?.data as JsonObject | undefined)?.policies).to.deep.equal(["root"]);
    expect((await ask("GET", "sys/generate-root/attempt", undefined, unauthenticated)).body).to.include({
      started: false,
    });
  });

  test("accepts a one-time pad of the client, which is not returned", async () => {
    const cluster = await unsealed(1, 1);
    const pad = "0123456789012345678901234567";
    const { nonce, otp } = await begin(cluster, { otp: pad });
    expect(otp).to.equal("");
    const { body } = await cluster.ask("PUT", "sys/generate-root/update", { key: cluster.keys[0] as string, nonce });
    const token = decoded(String(body?.encoded_token), pad);
    expect((await cluster.ask("GET", "sys/mounts", undefined, { token })).status).to.equal(200);
  });

  for (const [claim, body, error] of [
    ["a one-time pad of a wrong length", { otp: "too short" }, "OTP string is wrong length"],
    ["a one-time pad with invalid characters", { otp: "ü".repeat(28) }, "OTP string is wrong length"],
    ["a PGP key", { pgp_key: "keybase:jane" }, "pgp_key: PGP keys are not supported"],
  ] as const) {
    test(`refuses ${claim}`, async () => {
      const { ask } = await unsealed(1, 1);
      expect(await ask("PUT", "sys/generate-root/attempt", body)).to.deep.equal({
        status: 400,
        body: { errors: [error] },
      });
    });
  }

  test("allows one attempt at a time, which can be cancelled", async () => {
    const cluster = await unsealed(3, 2);
    const { ask, keys } = cluster;
    const { nonce } = await begin(cluster);
    expect(await ask("PUT", "sys/generate-root/attempt")).to.deep.equal({
      status: 400,
      body: { errors: ["root generation already in progress"] },
    });
    await ask("PUT", "sys/generate-root/update", { key: keys[0] as string, nonce });
    expect((await ask("DELETE", "sys/generate-root/attempt", undefined, unauthenticated)).status).to.equal(204);
    expect(await ask("PUT", "sys/generate-root/update", { key: keys[1] as string, nonce })).to.deep.equal({
      status: 400,
      body: { errors: ["no root generation in progress"] },
    });
    const { nonce: next } = await begin(cluster);
    expect(next).not.to.equal(nonce);
    const { body } = await ask("PUT", "sys/generate-root/update", { key: keys[1] as string, nonce: next });
    expect(body).to.include({ progress: 1, complete: false });
  });

  test("refuses a wrong nonce, a repeated share and shares of another cluster, and can continue afterwards", async () => {
    const cluster = await unsealed(3, 2);
    const { ask, keys } = cluster;
    const { keys: others } = await initialized(3, 2);
    const { nonce } = await begin(cluster);
    const send = (key: string, with_: string = nonce) => ask("PUT", "sys/generate-root/update", { key, nonce: with_ });
    const errorOf = async (request: ReturnType<typeof send>) => {
      const { status, body } = await request;
      expect(status).to.equal(400);
      return (body?.errors as string[] | undefined)?.[0];
    };
    expect(await errorOf(send(keys[0] as string, "wrong"))).to.equal(
      `incorrect nonce supplied; nonce for this root generation operation is "${nonce}"`,
    );
    expect(await errorOf(send(""))).to.equal("'key' must be specified in request body as JSON");
    expect(await errorOf(send("0102"))).to.equal("invalid key: key is shorter than minimum 16 bytes");
    await send(keys[0] as string);
    expect(await errorOf(send(keys[0] as string))).to.equal(
      "given key has already been provided during this generation operation",
    );
    expect(await errorOf(send(others[1] as string))).to.equal(
      "unable to authenticate: unable to retrieve stored keys: invalid key: failed to decrypt keys from storage: cipher: message authentication failed",
    );
    expect((await ask("GET", "sys/generate-root/attempt")).body).to.include({ started: true, progress: 0 });
    await send(keys[0] as string);
    expect((await send(keys[1] as string)).body).to.include({ complete: true });
  });

  test("is cancelled by a seal", async () => {
    const cluster = await unsealed(1, 1);
    const { ask, keys, rootToken: token } = cluster;
    const { nonce } = await begin(cluster);
    await ask("PUT", "sys/seal", undefined, { token });
    await ask("PUT", "sys/unseal", { key: keys[0] as string });
    expect((await ask("GET", "sys/generate-root/attempt")).body).to.include({ started: false });
    expect((await ask("PUT", "sys/generate-root/update", { key: keys[0] as string, nonce })).status).to.equal(400);
  });
});
