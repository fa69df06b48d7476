import { type AsnType, BaseBlock, type ViewWriter } from "asn1js";

/** An element of ASN.1 that is kept as its bytes: the library makes and encodes all parts of an element again each time that it is written. */
export class Encoded extends BaseBlock {
  readonly #der: Uint8Array<ArrayBuffer>;

  /** `der` is a whole element. */
  constructor(der: ArrayBuffer | Uint8Array) {
    super();
    this.#der = Uint8Array.from(der instanceof Uint8Array ? der : new Uint8Array(der));
  }

  override toBER(_sizeOnly?: boolean, writer?: ViewWriter): ArrayBuffer {
    if (!writer) return this.#der.slice().buffer;
    writer.write(this.#der.buffer);
    return new ArrayBuffer(0);
  }
}

/** The element as its bytes, for what does not change or is written more than once. */
export function encoded(element: AsnType): Encoded {
  return new Encoded(element.toBER());
}
