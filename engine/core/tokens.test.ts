import { createHmac } from "node:crypto";
import { test } from "node:test";
import { expect } from "chai";
import { memoryStore } from "../ports/memory-store.ts";
import type { Storage } from "./storage.ts";
import { type NewToken, Tokens } from "./tokens.ts";

const wanted: NewToken = {
  namespace: "root",
  entityId: "",
  policies: ["default"],
  path: "auth/token/create",
  metadata: null,
  displayName: "token",
  createdAt: 0,
  creationTtlSeconds: 0,
  expiresAt: null,
  explicitMaxTtlSeconds: 0,
  periodSeconds: 0,
  uses: 0,
  boundCidrs: [],
  orphan: true,
  renewable: true,
  parent: null,
  mount: null,
  internal: {},
};

/** Tokens over a store whose reads can be held back after they have happened. */
function heldBack() {
  const store = memoryStore();
  let gate = Promise.resolve();
  const storage: Storage = {
    async read(_, key) {
      const value = await store.read(key);
      await gate;
      return value;
    },
    keys: async (_, prefix) => (await store.range({ prefix })).map(([key]) => key.slice(prefix.length)),
    commit: (changes) => store.commit(changes.map(({ key, value }) => ({ key, value }))),
  };
  const open = () =>
    new Tokens({
      storage,
      entropy: { bytes: (count) => new Uint8Array(count).map(() => Math.floor(Math.random() * 256)) },
      cryptography: { hmac: (key, text) => createHmac("sha256", key).update(text).digest("hex") },
      salt: "salt",
    });
  const hold = () => {
    let release = () => {};
    gate = new Promise((resolve) => {
      release = resolve;
    });
    return () => {
      gate = Promise.resolve();
      release();
    };
  };
  return { open, hold };
}

test("a removed token does not come back by a look-up that began before the removal", async () => {
  const { open, hold } = heldBack();
  const { token, text } = await open().create(wanted);
  const tokens = open();
  const release = hold();
  const early = tokens.findByText(text);
  await new Promise((resolve) => setImmediate(resolve));
  await tokens.remove(token);
  release();
  await early;
  expect(await tokens.findByText(text)).to.equal(undefined);
});

test("a change is not forgotten for a look-up that began before it", async () => {
  const { open, hold } = heldBack();
  const { token, text } = await open().create({ ...wanted, uses: 2 });
  const tokens = open();
  const release = hold();
  const early = tokens.findByText(text);
  await new Promise((resolve) => setImmediate(resolve));
  await tokens.update({ ...token, uses: 1 });
  release();
  await early;
  expect((await tokens.findByText(text))?.uses).to.equal(1);
});

test("the text of a token is nowhere in the store, and a guess is nobody", async () => {
  const { open } = heldBack();
  const tokens = open();
  const { text, token } = await tokens.create(wanted);
  expect(JSON.stringify(token)).not.to.contain(text);
  expect(await tokens.findByText(`${text}x`)).to.equal(undefined);
  expect(await tokens.findByText(text)).to.deep.equal(token);
});
