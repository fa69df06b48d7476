import { type AddressBlock, parseAddressBlock } from "./address-block.ts";

/** Whether each of `inner` lies within one of `outer`. What is no block lies nowhere, and nothing in it. */
export function areBlocksWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return inner.every((text) => {
    const block = parseAddressBlock(text);
    return block !== undefined && outer.some((other) => isWithin(block, parseAddressBlock(other)));
  });
}

function isWithin(inner: AddressBlock, outer: AddressBlock | undefined): boolean {
  if (outer?.first.bits !== inner.first.bits || inner.length < outer.length) return false;
  const shift = BigInt(inner.first.bits - outer.length);
  return inner.first.value >> shift === outer.first.value >> shift;
}
