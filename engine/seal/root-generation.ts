import { Problem } from "../api/problem.ts";
import { type KeyedMutex, keyedMutex } from "../core/concurrency/keyed-mutex.ts";
import { randomName, uuid } from "../core/naming/random-names.ts";
import type { Ports } from "../ports/ports.ts";
import type { Protected, Seal } from "./seal.ts";
import { ShareCollection } from "./share-collection.ts";

const prefix = "hvs.";
const nameLength = 24;

/** Length of a root token and of the one-time pad that encodes it, in characters. */
export const padLength = prefix.length + nameLength;

export function newRootToken(ports: Pick<Ports, "entropy">): string {
  return prefix + randomName(ports.entropy, nameLength);
}

type Attempt = Readonly<{ pad: string; collection: ShareCollection }>;

/**
 * Generates a root token for operators who provide enough unseal key shares. The token is encoded with the one-time pad
 * of the attempt. Only one attempt can be in progress.
 */
export class RootGeneration {
  readonly #seal: Seal<Protected>;
  readonly #ports: Pick<Ports, "entropy" | "cryptography">;
  readonly #withLock: KeyedMutex = keyedMutex();
  #attempt: Attempt | undefined;

  constructor(seal: Seal<Protected>, ports: Pick<Ports, "entropy" | "cryptography">) {
    this.#seal = seal;
    this.#ports = ports;
    seal.whenSealed(() => this.cancel());
  }

  get state(): Readonly<{ started: boolean; nonce: string; progress: number }> {
    const { nonce = "", progress = 0 } = this.#attempt?.collection ?? {};
    return { started: this.#attempt !== undefined, nonce, progress };
  }

  /** Begins an attempt. Returns the generated one-time pad, or "" if the client supplied `pad`. */
  begin({ pad }: { pad: string }): string {
    this.#seal.requireUnsealed();
    if (pad !== "" && !isPad(pad)) throw new Problem("refused", "OTP string is wrong length");
    if (this.#attempt) throw new Problem("refused", "root generation already in progress");
    const { entropy, cryptography } = this.#ports;
    const generated = pad === "" ? randomName(entropy, padLength) : "";
    const collection = new ShareCollection({ nonce: uuid(entropy), cryptography });
    this.#attempt = { pad: generated || pad, collection };
    return generated;
  }

  cancel(): void {
    this.#attempt?.collection.forget();
    this.#attempt = undefined;
  }

  /** Adds an unseal key share. If it was the last share required, the result contains the encoded token as `hidden`. */
  contribute(share: Uint8Array, { nonce }: { nonce: string }): Promise<Readonly<{ nonce: string; hidden?: string }>> {
    return this.#withLock("contribute", async () => {
      const inside = this.#seal.requireUnsealed();
      const attempt = this.#attempt;
      if (!attempt) throw new Problem("refused", "no root generation in progress");
      const { collection, pad } = attempt;
      if (nonce !== collection.nonce) {
        throw new Problem(
          "refused",
          `incorrect nonce supplied; nonce for this root generation operation is "${collection.nonce}"`,
        );
      }
      if (!collection.add(share)) {
        throw new Problem("refused", "given key has already been provided during this generation operation");
      }
      if (collection.progress < this.#seal.sharing.threshold) return { nonce };
      await this.#seal.expectProof(collection);
      // The attempt may have been cancelled while the shares were verified.
      if (this.#attempt !== attempt) throw new Problem("refused", "no root generation in progress");
      this.#attempt = undefined;
      const token = newRootToken(this.#ports);
      await inside.ensureRoot(token);
      return { nonce, hidden: hide(token, pad) };
    });
  }
}

function isPad(text: string): boolean {
  return text.length === padLength && [...text].every((character) => character <= "\u007f");
}

function hide(token: string, pad: string): string {
  const bytes = Uint8Array.from([...token], (character, at) => character.charCodeAt(0) ^ pad.charCodeAt(at));
  return bytes.toBase64({ omitPadding: true });
}
