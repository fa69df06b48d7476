import { createPrivateKey, createPublicKey, diffieHellman, hkdfSync, type KeyObject } from "node:crypto";
import { agreementKeyBytes, type Cryptography } from "#engine/ports/cryptography.ts";

const asymmetricKeyType = "x25519";

export const keyAgreement: Pick<Cryptography, "agreementKey" | "agree" | "deriveKey"> = {
  agreementKey: (privateKey) =>
    Uint8Array.from(createPublicKey(privateKeyOf(privateKey)).export({ format: "raw-public" })),

  agree(own, other) {
    const privateKey = privateKeyOf(own);
    try {
      const publicKey = createPublicKey({ key: Buffer.from(other), format: "raw-public", asymmetricKeyType });
      return Uint8Array.from(diffieHellman({ privateKey, publicKey }));
    } catch {
      // The other key has a wrong length, or is a point that gives the same secret with every key.
      return undefined;
    }
  },

  deriveKey: (secret, { salt, info }) => new Uint8Array(hkdfSync("sha256", secret, salt, info, 32)),
};

function privateKeyOf(bytes: Uint8Array): KeyObject {
  if (bytes.length !== agreementKeyBytes) throw new RangeError(`a private key has ${agreementKeyBytes} bytes`);
  return createPrivateKey({ key: Buffer.from(bytes), format: "raw-private", asymmetricKeyType });
}
