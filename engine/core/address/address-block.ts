import { type IpAddress, parseIpAddress } from "./ip-address.ts";

export type AddressBlock = Readonly<{ first: IpAddress; length: number }>;

/**
 * Parses an address block such as `10.0.0.0/8`, or an address (a block of length 32 or 128). Returns undefined for any
 * other text.
 */
export function parseAddressBlock(text: string): AddressBlock | undefined {
  const [addressText = "", suffix, ...more] = text.split("/");
  const first = parseIpAddress(addressText);
  if (!first || more.length > 0) return;
  if (suffix === undefined) return { first, length: first.bits };
  // The length in `::ffff:10.0.0.0/104` includes the 96 bits that mark a mapped IPv4 address.
  const length = /^\d{1,3}$/.test(suffix)
    ? Number(suffix) - (addressText.includes(":") && first.bits === 32 ? 96 : 0)
    : -1;
  return length >= 0 && length <= first.bits ? { first, length } : undefined;
}

export function isInBlocks(address: string, blocks: readonly string[]): boolean {
  // The zone in `fe80::1%eth0` names an interface of this machine and is not part of the address.
  const inner = parseIpAddress(address.replace(/%.*$/s, ""));
  return inner !== undefined && blocks.some((text) => holds(parseAddressBlock(text), inner));
}

function holds(block: AddressBlock | undefined, address: IpAddress): boolean {
  if (block?.first.bits !== address.bits) return false;
  const shift = BigInt(address.bits - block.length);
  return block.first.value >> shift === address.value >> shift;
}
