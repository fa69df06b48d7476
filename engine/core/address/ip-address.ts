export type IpAddress = Readonly<{ bits: 32 | 128; value: bigint }>;

/** Parses an IPv4 or IPv6 address. `::ffff:10.0.0.1` is parsed as IPv4. Returns undefined for any other text. */
export function parseIpAddress(text: string): IpAddress | undefined {
  const address = text.includes(":") ? parseVersion6(text) : parseVersion4(text);
  return address && unmapped(address);
}

const mappedPrefix = 0xffffn;

function unmapped(address: IpAddress): IpAddress {
  if (address.bits === 32 || address.value >> 32n !== mappedPrefix) return address;
  return { bits: 32, value: address.value & 0xffff_ffffn };
}

function parseVersion4(text: string): IpAddress | undefined {
  const parts = text.split(".");
  // Leading zeros are refused because some programs read them as octal.
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) return;
  return { bits: 32, value: parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n) };
}

function parseVersion6(text: string): IpAddress | undefined {
  const halves = withoutDottedEnd(text)?.split("::");
  if (!halves || halves.length > 2) return;
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return;
  const groups = [...head, ...Array<string>(missing).fill("0"), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return;
  return { bits: 128, value: groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n) };
}

function withoutDottedEnd(text: string): string | undefined {
  const end = text.slice(text.lastIndexOf(":") + 1);
  if (!end.includes(".")) return text;
  const dotted = parseVersion4(end);
  if (!dotted) return;
  return `${text.slice(0, -end.length)}${(dotted.value >> 16n).toString(16)}:${(dotted.value & 0xffffn).toString(16)}`;
}
