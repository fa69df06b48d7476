import { test } from "node:test";
import { expect } from "chai";
import { Problem } from "../../api/problem.ts";
import { cryptographyForTests as cryptography } from "../../ports/cryptography-for-tests.suite.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { type KeyPair, KeyPairs } from "../runtime/key-pairs.ts";
import { decrypted, encryptionTo, isEncrypted } from "./encrypted-activation.ts";

const activation = {
  id: "lima",
  set: "a set",
  address: "wss://ößlo",
  secret: "opensesame",
  authority: "its certificate",
};

let drawn = 0;
const entropy = { bytes: (count: number) => new Uint8Array(count).map(() => ++drawn) };

async function newPair(): Promise<Readonly<{ text: string; pair: KeyPair }>> {
  const store = memoryStore();
  const pairs = new KeyPairs({ cryptography, entropy, store }, (changes) => store.commit(changes));
  const text = await pairs.generate();
  const pair = await pairs.current();
  if (!pair) throw new Error("no pair was made");
  return { text, pair };
}

function refusal(task: () => unknown): string {
  try {
    task();
  } catch (error) {
    if (error instanceof Problem) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new Error("not refused");
}

const altered =
  "refused: token cannot be decrypted: it was altered, or is encrypted to another public key than this cluster's latest";

test("what is encrypted to a public key is read with its private half, and names the key", async () => {
  const { text, pair } = await newPair();
  const token = encryptionTo(text, { cryptography, entropy })(activation, 2000);
  expect(decrypted(token, { cryptography, pair, now: 1999 })).to.deep.equal({
    ...activation,
    publicKey: pair.publicKey,
  });
  expect(isEncrypted(token)).to.equal(true);
  expect(isEncrypted("eyJh.eyJh.c2ln")).to.equal(false);
});

test("a token is safe in an address, and shows nothing of what is in it", async () => {
  const { text } = await newPair();
  const token = encryptionTo(text, { cryptography, entropy })(activation, 2000);
  expect(encodeURIComponent(token)).to.equal(token);
  const bytes = Buffer.from(token.slice(token.indexOf(".") + 1), "base64url").toString("latin1");
  expect(bytes).not.to.contain("opensesame").and.not.to.contain("lima");
});

test("two tokens to one key have nothing in common but the beginning", async () => {
  const { text } = await newPair();
  const [one, other] = [1, 2].map(() => encryptionTo(text, { cryptography, entropy })(activation, 2000));
  expect(one?.slice(13, 50)).not.to.equal(other?.slice(13, 50));
});

test("a token is invalid from its expiry on", async () => {
  const { text, pair } = await newPair();
  const token = encryptionTo(text, { cryptography, entropy })(activation, 2000);
  expect(refusal(() => decrypted(token, { cryptography, pair, now: 2000 }))).to.equal("refused: token has expired");
});

test("a token for another key is not read, nor without a key", async () => {
  const [{ text }, { pair }] = [await newPair(), await newPair()];
  const token = encryptionTo(text, { cryptography, entropy })(activation, 2000);
  expect(refusal(() => decrypted(token, { cryptography, pair, now: 0 }))).to.equal(altered);
  expect(refusal(() => decrypted(token, { cryptography, pair: undefined, now: 0 }))).to.match(
    /^refused: token is encrypted to a public key, and this cluster has none/,
  );
});

test("a token that is altered anywhere, truncated or encoded differently is refused", async () => {
  const { text, pair } = await newPair();
  const token = encryptionTo(text, { cryptography, entropy })(activation, 2000);
  const ways = [`${token}=`, `${token}A`, ` ${token}`.trimStart().replace(".", ". "), token.slice(0, 13), `${token}ß`];
  for (let at = 13; at < token.length; at++) {
    ways.push(token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1), token.slice(0, at));
  }
  for (const way of ways) {
    expect(
      refusal(() => decrypted(way, { cryptography, pair, now: 0 })),
      way,
    ).to.equal(altered);
  }
});

test("other content that is encrypted to the key is refused", async () => {
  const { text, pair } = await newPair();
  const encrypt = encryptionTo(text, { cryptography, entropy });
  const tokens = [
    encrypt({ ...activation, secret: "" }, 2000),
    encrypt({ ...activation, id: 4 as unknown as string }, 2000),
    encrypt(activation, "late" as unknown as number),
  ];
  for (const token of tokens) expect(refusal(() => decrypted(token, { cryptography, pair, now: 0 }))).to.equal(altered);
});

test("an invalid public key is refused by the field's name, and not repeated", () => {
  const keys = ["", "key", "ß", "AAAA", "A".repeat(44), `${"A".repeat(43)}=`, `${"/".repeat(64)}`];
  for (const key of keys) {
    expect(
      refusal(() => encryptionTo(key, { cryptography, entropy })),
      key,
    ).to.equal("refused: secondary_public_key must be what secondary/generate-public-key answered");
  }
});
