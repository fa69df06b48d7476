import { test } from "node:test";
import { expect } from "chai";
import { cryptographyForTests } from "../../ports/cryptography-for-tests.suite.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import type { Storage } from "../storage/storage.ts";
import { wanted } from "./token-ends.suite.ts";
import { Tokens } from "./tokens.ts";

function heldBack() {
  const store = memoryStore();
  let gate = Promise.resolve();
  let commitsToo = false;
  const storage: Storage = {
    async read(_, key) {
      const value = await store.read(key);
      await gate;
      return value;
    },
    keys: async (_, prefix) => (await store.range({ prefix })).map(([key]) => key.slice(prefix.length)),
    async commit(changes) {
      if (commitsToo) await gate;
      return store.commit(changes.map(({ key, value }) => ({ key, value })));
    },
  };
  const entry = (name: string, when: number) => ({ space: "local", key: `expiry/${when}/${name}` }) as const;
  const open = () => {
    return new Tokens({
      storage,
      entropy: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
      cryptography: cryptographyForTests,
      salt: "salt",
      expiry: {
        put: (name, when) => ({ ...entry(name, when), value: "" }),
        remove: (name, when) => ({ ...entry(name, when), value: null }),
      },
      holds: () => true,
    });
  };
  const hold = ({ commits = false } = {}) => {
    commitsToo = commits;
    let release = () => {};
    gate = new Promise((resolve) => {
      release = resolve;
    });
    return () => {
      gate = Promise.resolve();
      release();
    };
  };
  const keys = async () => (await store.range({ prefix: "" })).map(([key]) => key);
  return { open, hold, keys, store };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a lookup that begins before a removal does not bring the token back", async () => {
  const { open, hold } = heldBack();
  const { token, text } = await open().create(wanted);
  const tokens = open();
  const release = hold();
  const early = tokens.findByText(text);
  await turn();
  await tokens.remove([token], []);
  release();
  await early;
  expect(await tokens.findByText(text)).to.equal(undefined);
});

test("a change that begins before a removal does not bring the token back", async () => {
  const { open, hold } = heldBack();
  const { token, text } = await open().create({ ...wanted, uses: 2 });
  const tokens = open();
  const release = hold();
  const early = tokens.change(token.key, (found) => ({ ...found, uses: 1 }));
  await turn();
  const removal = tokens.remove([token], []);
  release();
  expect(await early).to.equal(undefined);
  await removal;
  expect(await open().findByText(text)).to.equal(undefined);
});

test("a change is not lost to a lookup that began before it", async () => {
  const { open, hold } = heldBack();
  const { token, text } = await open().create({ ...wanted, uses: 2 });
  const tokens = open();
  await tokens.find(token.key);
  const other = await open().create(wanted);
  const release = hold();
  const early = tokens.findByText(other.text);
  await turn();
  release();
  await tokens.change(token.key, (found) => ({ ...found, uses: 1 }));
  await early;
  expect((await tokens.findByText(text))?.uses).to.equal(1);
});

test("the text of a token is not stored, and a guessed text is refused", async () => {
  const { open, store } = heldBack();
  const tokens = open();
  const { text, token } = await tokens.create({ ...wanted, metadata: { who: "ada" }, boundCidrs: ["10.0.0.0/8"] });
  expect(JSON.stringify(await store.range({ prefix: "" }))).not.to.contain(text);
  expect(await tokens.findByText(`${text}x`)).to.equal(undefined);
  expect(await tokens.findByText(text)).to.deep.equal(token);
  expect(await open().findByText(text)).to.deep.equal(token);
});

test("a new token has at most three keys, and all of them are removed with it", async () => {
  const { open, keys } = heldBack();
  const tokens = open();
  const { token: parent } = await tokens.create(wanted);
  const before = await keys();
  const { token } = await tokens.create({ ...wanted, parent: parent.key, expiresAt: 5 });
  expect(await keys()).to.have.length(before.length + 3);
  const later = await tokens.change(token.key, (found) => ({ ...found, expiresAt: 7 }));
  expect(await keys()).to.have.length(before.length + 3);
  await tokens.remove(later ? [later] : [], []);
  expect(await keys()).to.deep.equal(before);
});

test("a token is invalid from the start of its removal, although the store still has it", async () => {
  const { open, hold } = heldBack();
  const tokens = open();
  const { token, text } = await tokens.create(wanted);
  const release = hold({ commits: true });
  const removal = tokens.remove([token], []);
  const early = tokens.findByText(text);
  await turn();
  release();
  expect(await early).to.equal(undefined);
  await removal;
});

test("no child can be created once the removal of its parent has begun", async () => {
  const { open } = heldBack();
  const tokens = open();
  const { token: parent } = await tokens.create(wanted);
  const removal = tokens.remove([parent], []);
  const refusal = await tokens.create({ ...wanted, parent: parent.key }).catch((problem: Error) => problem.message);
  expect(refusal).to.equal("permission denied");
  await removal;
});
