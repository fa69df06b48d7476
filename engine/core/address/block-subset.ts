import { type AddressBlock, parseAddressBlock } from "./address-block.ts";

/**
 * Whether each of `inner` lies within one of `outer`. What is no block lies nowhere, and nothing in it. Costs a look-up for each length of
 * prefix that `outer` has, however many blocks there are: both lists come from clients.
 */
export function areBlocksWithin(inner: readonly string[], outer: readonly string[]): boolean {
  const outerBlocks = outer.map(parseAddressBlock).filter((block) => block !== undefined);
  const prefixes = new Set(outerBlocks.map((block) => prefixOf(block, block.length)));
  const lengths = [...new Set(outerBlocks.map(({ length }) => length))];
  return inner.every((text) => {
    const block = parseAddressBlock(text);
    return (
      block !== undefined && lengths.some((length) => length <= block.length && prefixes.has(prefixOf(block, length)))
    );
  });
}

/** The first `length` bits of a block, by which blocks of one kind of address are told apart. */
function prefixOf({ first }: AddressBlock, length: number): string {
  return length > first.bits ? "" : `${first.bits}/${length} ${first.value >> BigInt(first.bits - length)}`;
}
