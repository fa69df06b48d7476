import { createHmac } from "node:crypto";
import type { Cryptography } from "#engine/ports/cryptography.ts";

/** Node's own primitives. */
export const nodeCryptography: Cryptography = {
  hmac: (key, text) => createHmac("sha256", key).update(text, "utf8").digest("hex"),
};
