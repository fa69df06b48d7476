import { createHash } from "node:crypto";
import { suite, test } from "node:test";
import { expect } from "chai";
import type { Json } from "../../api/json.ts";
import { type LoneEngine, loneEngine } from "../../engine.suite.ts";

async function send({ ask }: LoneEngine, path: string, body?: Json) {
  const answer = await ask("POST", path, body);
  return (answer.body?.data ?? answer.body) as Record<string, unknown>;
}

suite("tools", () => {
  test("random bytes are returned in base64 or hex, in the requested number, and differ each time", async () => {
    const lone = await loneEngine();
    const randomBytes = async (path: string, body?: Json) => String((await send(lone, path, body)).random_bytes);
    expect(Buffer.from(await randomBytes("sys/tools/random"), "base64")).to.have.length(32);
    expect(Buffer.from(await randomBytes("sys/tools/random", { bytes: "7" }), "base64")).to.have.length(7);
    expect(await randomBytes("sys/tools/random/16", { format: "hex", bytes: 3 })).to.match(/^[0-9a-f]{32}$/);
    expect(await randomBytes("sys/tools/random")).not.to.equal(await randomBytes("sys/tools/random"));
  });

  for (const [algorithm, name] of [
    ["sha2-224", "sha224"],
    ["sha2-256", "sha256"],
    ["sha2-384", "sha384"],
    ["sha2-512", "sha512"],
    ["sha3-224", "sha3-224"],
    ["sha3-256", "sha3-256"],
    ["sha3-384", "sha3-384"],
    ["sha3-512", "sha3-512"],
  ] as const) {
    test(`${algorithm} is computed, selected by the body or the path`, async () => {
      const lone = await loneEngine();
      const input = Buffer.from("rehearsal").toString("base64");
      const sum = createHash(name).update("rehearsal").digest();
      expect(await send(lone, "sys/tools/hash", { input, algorithm })).to.deep.equal({ sum: sum.toString("hex") });
      const inBase64 = await send(lone, `sys/tools/hash/${algorithm}`, { input, format: "base64" });
      expect(inBase64).to.deep.equal({ sum: sum.toString("base64") });
    });
  }

  test("the default algorithm is sha2-256", async () => {
    const sum = createHash("sha256").update("a").digest("hex");
    expect(await send(await loneEngine(), "sys/tools/hash", { input: "YQ==" })).to.deep.equal({ sum });
  });

  for (const [claim, path, body, error] of [
    ["zero bytes", "random", { bytes: 0 }, '"bytes" cannot be less than 1'],
    ["zero bytes by path", "random/0", {}, '"bytes" cannot be less than 1'],
    ["too many bytes", "random", { bytes: 131_073 }, '"bytes" should be less than 131072'],
    [
      "an unknown format",
      "random",
      { format: "octal" },
      'unsupported encoding format "octal"; must be "hex" or "base64"',
    ],
    ["invalid base64", "hash", { input: "%%%" }, "unable to decode input as base64"],
    [
      "an unknown format of a digest",
      "hash",
      { input: "YQ==", format: "x" },
      'unsupported encoding format "x"; must be "hex" or "base64"',
    ],
  ] as const) {
    test(`${claim} is refused`, async () => {
      const { ask } = await loneEngine();
      expect(await ask("POST", `sys/tools/${path}`, body)).to.deep.equal({ status: 400, body: { errors: [error] } });
    });
  }

  test("an unknown algorithm is refused, even if it is the name of an object property", async () => {
    const { ask } = await loneEngine();
    for (const name of ["md5", "toString", "__proto__"]) {
      const { status, body } = await ask("POST", `sys/tools/hash/${name}`, { input: "YQ==" });
      expect([status, JSON.stringify(body)], name).to.satisfy(([code, text]: [number, string]) => {
        return code === 400 && text.includes(`unsupported algorithm ${name}; allowed are sha2-224`);
      });
    }
  });
});
