import { type IpAddress, parseIpAddress } from "./ip-address.ts";

/** The addresses that share their first `length` bits with `first`. */
export type AddressBlock = Readonly<{ first: IpAddress; length: number }>;

/** The block that `text` spells, such as `10.0.0.0/8`, or undefined. One address alone is a block of its own (/32 or /128). */
export function parseAddressBlock(text: string): AddressBlock | undefined {
  const [spelled = "", suffix, ...more] = text.split("/");
  const first = parseIpAddress(spelled);
  if (!first || more.length > 0) return;
  if (suffix === undefined) return { first, length: first.bits };
  // The length of `::ffff:10.0.0.0/104` counts the 96 bits that say it is an IPv4 address.
  const length = /^\d{1,3}$/.test(suffix) ? Number(suffix) - (spelled.includes(":") && first.bits === 32 ? 96 : 0) : -1;
  return length >= 0 && length <= first.bits ? { first, length } : undefined;
}

/** Whether `address` is in one of `blocks`. What is no address or no block is in nothing. IPv4 blocks hold no IPv6 addresses. */
export function isInBlocks(address: string, blocks: readonly string[]): boolean {
  // A zone, as in `fe80::1%eth0`, names an interface of this machine; it is no part of the address.
  const inner = parseIpAddress(address.replace(/%.*$/s, ""));
  return inner !== undefined && blocks.some((text) => holds(parseAddressBlock(text), inner));
}

function holds(block: AddressBlock | undefined, address: IpAddress): boolean {
  if (block?.first.bits !== address.bits) return false;
  const shift = BigInt(address.bits - block.length);
  return block.first.value >> shift === address.value >> shift;
}
