import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";

/** SHA-256, or HMAC-SHA256 if a secret is given, with the interface that the AWS SDK's signer requires. */
export class NodeSha256 {
  readonly #secret: string | Uint8Array | undefined;
  #state: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#secret = secret === undefined || typeof secret === "string" ? secret : bytesOf(secret);
    this.#state = this.#fresh();
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#state.update(typeof data === "string" ? data : bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#state.digest();
  }

  reset(): void {
    this.#state = this.#fresh();
  }

  #fresh(): Hash | Hmac {
    return this.#secret === undefined ? createHash("sha256") : createHmac("sha256", this.#secret);
  }
}

function bytesOf(data: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}
