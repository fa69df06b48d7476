import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { bounded, field } from "../../api/field.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { type Cryptography, type DigestAlgorithm, digestAlgorithms } from "../../ports/cryptography.ts";
import type { Entropy } from "../../ports/entropy.ts";
import type { SystemContext } from "../system-context.ts";

/** Maximum number of random bytes per request, as in the reference. */
export const maxBytes = 128 * 1024;
const defaultBytes = 32;
const maxInput = 1024 * 1024;

const shape = { format: field.text.default("") };

const randomFields = z.object({
  ...shape,
  bytes: field.integer.default(defaultBytes),
  urlbytes: field.integer.optional(),
});
const hashFields = z.object({
  ...shape,
  input: bounded.secret({ characters: maxInput }).default(""),
  algorithm: field.text.default("sha2-256"),
  urlalgorithm: field.text.optional(),
});
const randomData = z.object({ random_bytes: z.string() });
const hashData = z.object({ sum: z.string() });

/** Endpoints below `sys/tools`: random bytes and digests (W3.11-05). */
export function toolEndpoints(ports: {
  entropy: Entropy;
  cryptography: Cryptography;
}): readonly Endpoint<SystemContext>[] {
  const random = operation({
    summary: "Generate random bytes",
    served: "locally",
    input: randomFields,
    output: randomData,
    async run({ bytes, urlbytes, format }) {
      const count = urlbytes ?? bytes;
      if (count < 1) throw new Problem("refused", '"bytes" cannot be less than 1');
      if (count > maxBytes) throw new Problem("refused", `"bytes" should be less than ${maxBytes}`);
      return { data: { random_bytes: encoded(ports.entropy.bytes(count), format || "base64") } };
    },
  });
  const hash = operation({
    summary: "Compute the digest of base64-encoded bytes",
    served: "locally",
    input: hashFields,
    output: hashData,
    async run({ input, algorithm, urlalgorithm, format }) {
      const name = urlalgorithm ?? algorithm;
      if (!isDigest(name))
        throw new Problem("refused", `unsupported algorithm ${name}; allowed are ${digestAlgorithms.join(", ")}`);
      return { data: { sum: encoded(ports.cryptography.digest(name, bytesOf(input)), format || "hex") } };
    },
  });
  return [
    { path: "sys/tools/random", operations: { write: random } },
    { path: "sys/tools/random/:urlbytes", operations: { write: random } },
    { path: "sys/tools/hash", operations: { write: hash } },
    { path: "sys/tools/hash/:urlalgorithm", operations: { write: hash } },
  ];
}

function isDigest(name: string): name is DigestAlgorithm {
  return (digestAlgorithms as readonly string[]).includes(name);
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(base64);
  } catch (cause) {
    throw new Problem("refused", "unable to decode input as base64", { cause });
  }
}

function encoded(bytes: Uint8Array, format: string): string {
  if (format === "hex") return bytes.toHex();
  if (format === "base64") return bytes.toBase64();
  throw new Problem("refused", `unsupported encoding format ${quoted(format)}; must be "hex" or "base64"`);
}
