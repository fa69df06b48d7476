import { createPrivateKey, createPublicKey, diffieHellman, hkdfSync, type KeyObject } from "node:crypto";
import { agreementKeyBytes, type Cryptography } from "#engine/ports/cryptography.ts";

const asymmetricKeyType = "x25519";

/** X25519 and HKDF-SHA256. They use no random numbers, so simulations use the real functions. */
export const keyAgreement: Pick<Cryptography, "agreementKey" | "agree" | "deriveKey"> = {
  agreementKey: (privateKey) =>
    Uint8Array.from(createPublicKey(privateKeyOf(privateKey)).export({ format: "raw-public" })),

  agree(own, other) {
    const privateKey = privateKeyOf(own);
    try {
      const publicKey = createPublicKey({ key: Buffer.from(other), format: "raw-public", asymmetricKeyType });
      return Uint8Array.from(diffieHellman({ privateKey, publicKey }));
    } catch {
      // The key has a wrong length, or is a low-order point.
      return undefined;
    }
  },

  deriveKey: (secret, { salt, info }) => new Uint8Array(hkdfSync("sha256", secret, salt, info, 32)),
};

function privateKeyOf(bytes: Uint8Array): KeyObject {
  if (bytes.length !== agreementKeyBytes) throw new RangeError(`a private key has ${agreementKeyBytes} bytes`);
  return createPrivateKey({ key: Buffer.from(bytes), format: "raw-private", asymmetricKeyType });
}
