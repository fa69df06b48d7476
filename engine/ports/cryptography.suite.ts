import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { suite, test } from "node:test";
import { expect } from "chai";
import type { Cryptography, DigestAlgorithm } from "./cryptography.ts";

const key = Uint8Array.fromHex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308");
const nonce = Uint8Array.fromHex("cafebabefacedbaddecaf888");
const secret = Uint8Array.fromHex("00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff");
const salt = Uint8Array.fromHex("000102030405060708090a0b0c0d0e0f");
const alice = Uint8Array.fromHex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a");
const alicePublic = Uint8Array.fromHex("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a");
const bob = Uint8Array.fromHex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb");
const bobPublic = Uint8Array.fromHex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");

const bytes = new TextEncoder().encode("who I am");

const signed = {
  rsa: (digest: string) => signedBy(digest, generateKeyPairSync("rsa", { modulusLength: 2048 })),
  dsa: (digest: string) => signedBy(digest, generateKeyPairSync("dsa", { modulusLength: 1024, divisorLength: 160 })),
};

function signedBy(digest: string, { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }) {
  const key = publicKey.export({ format: "der", type: "spki" });
  return { publicKey: key, signature: new Uint8Array(sign(digest, bytes, privateKey)) };
}

export function cryptographySuite(name: string, cryptography: Cryptography): void {
  suite(`cryptography: ${name}`, () => {
    test("HMAC matches RFC 4231, test case 2", () => {
      expect(cryptography.hmac("Jefe", "what do ya want for nothing?").toHex()).to.equal(
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      );
    });

    test("HMAC with a binary key matches RFC 4231, test case 1", () => {
      const code = cryptography.hmac(new Uint8Array(20).fill(0x0b), "Hi There");
      expect(code.toHex()).to.equal("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    });

    test("hexadecimal HMAC equals binary HMAC for keys and texts of any length", () => {
      for (const key of ["", "k", "k".repeat(64), "k".repeat(65), "é".repeat(33), "k".repeat(300)]) {
        for (const text of [
          "",
          "a",
          "é\ud800😀",
          "a".repeat(64),
          "€".repeat(1024),
          "a".repeat(1025),
          "€".repeat(5000),
        ]) {
          const claim = `a key of ${key.length} and a text of ${text.length}`;
          expect(cryptography.hmacHex(key, text), claim).to.equal(cryptography.hmac(key, text).toHex());
        }
      }
    });

    for (const algorithm of ["rsa", "dsa"] as const) {
      for (const digest of ["sha1", "sha256"] as const) {
        test(`a signature with ${algorithm} and ${digest} verifies only with its key, bytes, digest and algorithm`, () => {
          const { publicKey, signature } = signed[algorithm](digest);
          const right = { bytes, digest, algorithm, publicKey };
          expect(cryptography.verifySignature(signature, right)).to.equal(true);
          const other = algorithm === "rsa" ? "dsa" : "rsa";
          for (const wrong of [
            { ...right, bytes: Uint8Array.of(...bytes, 0) },
            { ...right, digest: digest === "sha1" ? "sha256" : "sha1" } as const,
            { ...right, algorithm: other } as const,
            { ...right, publicKey: signed[algorithm](digest).publicKey },
            { ...right, publicKey: new Uint8Array(0) },
          ]) {
            expect(cryptography.verifySignature(signature, wrong), JSON.stringify(wrong)).to.equal(false);
          }
          for (const bad of [new Uint8Array(0), signature.slice(1), Uint8Array.of(...signature, 0)]) {
            expect(cryptography.verifySignature(bad, right)).to.equal(false);
          }
        });
      }
    }

    test("SHA-256 of a text is the digest of its UTF-8 encoding", () => {
      for (const text of ["", "abc", "grüße \u{1f600}"]) {
        const digest = cryptography.digest("sha2-256", new TextEncoder().encode(text));
        expect(cryptography.sha256(text)).to.equal(digest.toHex());
      }
    });

    test("SHA-256 of several texts is the digest of their concatenation, for any length", () => {
      for (const length of [1, 10_000, 200_000]) {
        const [one, other] = ["ü".repeat(length), "\u{1f600}".repeat(length)];
        expect(cryptography.sha256([one, "", other])).to.equal(cryptography.sha256(one + other));
      }
    });

    // FIPS 180-4 and FIPS 202, "abc"
    for (const [algorithm, digest] of [
      ["sha2-224", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"],
      ["sha2-256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
      ["sha2-384", "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"],
      [
        "sha2-512",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
      ],
      ["sha3-256", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"],
    ] satisfies readonly (readonly [DigestAlgorithm, string])[]) {
      test(`${algorithm} matches the standard`, () => {
        expect(cryptography.digest(algorithm, Uint8Array.from([97, 98, 99])).toHex()).to.equal(digest);
      });
    }

    test("byte strings are equal if they have the same bytes", () => {
      expect(cryptography.equal(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).to.equal(true);
      expect(cryptography.equal(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).to.equal(false);
      expect(cryptography.equal(Uint8Array.of(1, 2), Uint8Array.of(1))).to.equal(false);
    });

    test("a sealed text is AES-256-GCM with the context as additional data", () => {
      // Produced with Python's cryptography package, which uses OpenSSL
      const sealed = cryptography.cipher(key).seal("blue", { nonce, context: "a/b" });
      expect(hexOf(sealed)).to.equal("cafebabefacedbaddecaf888e97086b05cbaedc39b97b0fef858850533125230");
    });

    test("opening returns the sealed text unchanged, whether it is empty or long", () => {
      const cipher = cryptography.cipher(key);
      for (const plain of ["", "x".repeat(1_000_000), 'ü\u0000\n"\\ \u{1f600}']) {
        const sealed = cipher.seal(plain, { nonce, context: "ü" });
        expect([...sealed].every((character) => character <= "\u00ff")).to.equal(true);
        expect(cipher.open(sealed, "ü") === plain, plain.slice(0, 20)).to.equal(true);
      }
    });

    test("a sealed text starts with the header, and opens", () => {
      const cipher = cryptography.cipher(key, Uint8Array.of(0, 255));
      const sealed = cipher.seal("blue", { nonce, context: "a/b" });
      expect(hexOf(sealed)).to.equal("00ffcafebabefacedbaddecaf888e97086b05cbaedc39b97b0fef858850533125230");
      expect(cipher.open(sealed, "a/b")).to.equal("blue");
      expect(cipher.open(sealed.slice(0, 20), "a/b")).to.equal(undefined);
    });

    test("a sealed text that was altered, truncated or moved to another context or key does not open", () => {
      const cipher = cryptography.cipher(key);
      const sealed = cipher.seal("blue", { nonce, context: "a/b" });
      for (let at = 0; at < sealed.length; at++) {
        const flipped = String.fromCharCode(sealed.charCodeAt(at) ^ 1);
        expect(cipher.open(sealed.slice(0, at) + flipped + sealed.slice(at + 1), "a/b"), `byte ${at}`).to.equal(
          undefined,
        );
        expect(cipher.open(sealed.slice(0, at), "a/b"), `truncated at ${at}`).to.equal(undefined);
      }
      expect(cipher.open(sealed, "a/c")).to.equal(undefined);
      expect(cryptography.cipher(secret).open(sealed, "a/b")).to.equal(undefined);
      expect(cipher.open(sealed, "a/b")).to.equal("blue");
    });

    test("a key of the wrong length is refused", () => {
      expect(() => cryptography.cipher(key.subarray(1))).to.throw(RangeError);
    });

    // RFC 7748, 6.1
    for (const [whose, own, ownPublic, otherPublic] of [
      ["Alice", alice, alicePublic, bobPublic],
      ["Bob", bob, bobPublic, alicePublic],
    ] as const) {
      test(`${whose}'s X25519 keys agree with the other party's`, () => {
        expect(cryptography.agreementKey(own).toHex()).to.equal(ownPublic.toHex());
        expect(cryptography.agree(own, otherPublic)?.toHex()).to.equal(
          "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742",
        );
      });
    }

    test("key agreement with an invalid public key returns undefined", () => {
      const [zero, one] = [new Uint8Array(32), new Uint8Array(32).fill(1, 0, 1)];
      const none = [zero, one, new Uint8Array(0), alicePublic.subarray(1), Uint8Array.of(...alicePublic, 0)];
      for (const publicKey of none) expect(cryptography.agree(bob, publicKey), publicKey.toHex()).to.equal(undefined);
    });

    test("a private key of the wrong length is refused", () => {
      for (const privateKey of [alice.subarray(1), Uint8Array.of(...alice, 0)]) {
        expect(() => cryptography.agreementKey(privateKey)).to.throw(RangeError);
        expect(() => cryptography.agree(privateKey, bobPublic)).to.throw(RangeError);
      }
    });

    // RFC 5869, A.1 and A.3: the first 32 bytes
    for (const [salt, info, derived] of [
      [
        "000102030405060708090a0b0c",
        "f0f1f2f3f4f5f6f7f8f9",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf",
      ],
      ["", "", "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"],
    ] as const) {
      test(`a key derived ${salt === "" ? "without salt and purpose" : "for a purpose"} matches HKDF-SHA256`, () => {
        const purpose = { salt: Uint8Array.fromHex(salt), info: Uint8Array.fromHex(info) };
        expect(cryptography.deriveKey(new Uint8Array(22).fill(0x0b), purpose).toHex()).to.equal(derived);
      });
    }

    test("any three of five shares restore the secret, and two do not", async () => {
      const shares = await cryptography.splitSecret(secret, { shares: 5, threshold: 3 });
      expect(shares.map(({ length }) => length)).to.deep.equal([33, 33, 33, 33, 33]);
      for (const [a, b, c] of threeOf(shares)) {
        expect((await cryptography.combineShares([a, b, c])).toHex()).to.equal(secret.toHex());
        expect((await cryptography.combineShares([a, b])).toHex()).not.to.equal(secret.toHex());
      }
      expect((await cryptography.combineShares(shares)).toHex()).to.equal(secret.toHex());
    });

    test("255 shares are distinct, and with a threshold of two the first and the last restore the secret", async () => {
      const shares = await cryptography.splitSecret(secret, { shares: 255, threshold: 2 });
      expect(new Set(shares.map((share) => share.at(-1))).size).to.equal(255);
      const [first, last] = [shares[0], shares[254]] as [Uint8Array, Uint8Array];
      expect((await cryptography.combineShares([first, last])).toHex()).to.equal(secret.toHex());
    });

    test("two splits of one secret have no common share and cannot be mixed", async () => {
      const [one, other] = [
        await cryptography.splitSecret(secret, { shares: 3, threshold: 2 }),
        await cryptography.splitSecret(secret, { shares: 3, threshold: 2 }),
      ] as [Uint8Array[], Uint8Array[]];
      const all = new Set([...one, ...other].map((share) => share.toHex()));
      expect(all.size).to.equal(6);
      const partner = other.find((share) => share.at(-1) !== one[0]?.at(-1)) as Uint8Array;
      expect((await cryptography.combineShares([one[0] as Uint8Array, partner])).toHex()).not.to.equal(secret.toHex());
    });

    test("shares of other implementations can be combined: the last byte is the x coordinate", async () => {
      // Points of the line 42 + 1·x over GF(2⁸): 43 at 1, 40 at 2
      const shares = ["4301", "4002"].map((hex) => Uint8Array.fromHex(hex));
      expect((await cryptography.combineShares(shares)).toHex()).to.equal("42");
    });

    test("a password hash verifies only its password, and does not contain it", async () => {
      const passwords = ["", "blue", "blue ", "ü", "u\u0308", "blue\u0000green"];
      const hashes = await Promise.all(passwords.map((password) => cryptography.hashPassword(password, salt)));
      for (const [index, hash] of hashes.entries()) {
        expect(hash).not.to.contain("blue");
        const [own, next] = [index, index + 1].map((at) => passwords[at % passwords.length] ?? "");
        expect(await cryptography.verifyPassword(own ?? "", hash), JSON.stringify(own)).to.equal(true);
        expect(await cryptography.verifyPassword(next ?? "", hash), JSON.stringify(next)).to.equal(false);
      }
    });

    test("hashes of one password with different salts differ", async () => {
      const [one, other] = await Promise.all(
        [salt, salt.map((byte) => byte ^ 1)].map((each) => cryptography.hashPassword("blue", each)),
      );
      expect(one).not.to.equal(other);
    });

    test("an invalid hash verifies no password", async () => {
      for (const hash of ["blue", "scrypt$1$1$1$$", "$2b$10$abcdefghijklmnopqrstuv"]) {
        expect(await cryptography.verifyPassword("blue", hash), hash).to.equal(false);
      }
    });

    test("duplicate shares and shares of different lengths are refused", async () => {
      const [one, two] = (await cryptography.splitSecret(secret, { shares: 2, threshold: 2 })) as [
        Uint8Array,
        Uint8Array,
      ];
      expect(await refusal(cryptography.combineShares([one, one]))).to.be.instanceOf(Error);
      expect(await refusal(cryptography.combineShares([one, two.subarray(1)]))).to.be.instanceOf(Error);
    });
  });
}

function hexOf(text: string): string {
  return Uint8Array.from(text, (character) => character.charCodeAt(0)).toHex();
}

function threeOf<T>(items: readonly T[]): readonly (readonly [T, T, T])[] {
  return items.flatMap((a, i) =>
    items.slice(i + 1).flatMap((b, j) => items.slice(i + j + 2).map((c) => [a, b, c] as const)),
  );
}

async function refusal(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return error;
  }
}
