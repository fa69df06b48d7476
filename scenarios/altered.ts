export function altered(text: string, at: number, other = text[at] === "A" ? "B" : "A"): string {
  return text.slice(0, at) + other + text.slice(at + 1);
}

/** Number of characters at the end of a tag that may be padding, or contain bits that are not read. */
const unread = 2;

/** Returns texts that differ from the value of a role tag in one character each. The last two characters stay. */
export function tagsWithOneOther(value: string): readonly string[] {
  const replacement = (one: string) => (/\d/.test(one) ? String((Number(one) + 1) % 10) : one === "a" ? "b" : "a");
  return [...value.slice(0, -unread)].map((character, at) => altered(value, at, replacement(character)));
}

export function otherThan(account: string): string {
  return [...account].map((digit) => String(9 - Number(digit))).join("");
}
