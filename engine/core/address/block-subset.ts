import { type AddressBlock, parseAddressBlock } from "./address-block.ts";

/**
 * True if each address block of `inner` lies within a block of `outer`. False if a block of `inner` is invalid; invalid
 * blocks of `outer` are ignored. Does not compare all pairs of blocks, because clients supply both lists.
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

function prefixOf({ first }: AddressBlock, length: number): string {
  return length > first.bits ? "" : `${first.bits}/${length} ${first.value >> BigInt(first.bits - length)}`;
}
