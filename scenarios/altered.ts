/** Returns a text with another character at an index. Near the end of a base64 text, some bits may not be read. */
export function altered(text: string, at: number, other = text[at] === "A" ? "B" : "A"): string {
  return text.slice(0, at) + other + text.slice(at + 1);
}

/** Number of characters at the end of a tag that may be padding, or contain bits that are not read. */
const unread = 2;

/** Returns the values that differ from that of a role tag in one character. A digit is replaced by another one. */
export function tagsWithOneOther(value: string): readonly string[] {
  const replacement = (one: string) => (/\d/.test(one) ? String((Number(one) + 1) % 10) : one === "a" ? "b" : "a");
  return [...value.slice(0, -unread)].map((character, at) => altered(value, at, replacement(character)));
}

/** Returns another account id. */
export function otherThan(account: string): string {
  return [...account].map((digit) => String(9 - Number(digit))).join("");
}
