import { type AsnType, BaseBlock, type ViewWriter } from "asn1js";

/**
 * An ASN.1 element stored as its encoded bytes. The library would otherwise rebuild and encode all
 * parts of an element each time it is written.
 */
export class Encoded extends BaseBlock {
  readonly #der: Uint8Array<ArrayBuffer>;

  /** `der` is one complete element. */
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

/** Encodes an element once, for elements that are constant or written several times. */
export function encoded(element: AsnType): Encoded {
  return new Encoded(element.toBER());
}
