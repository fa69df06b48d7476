export function otherThan(account: string): string {
  return [...account].map((digit) => String(9 - Number(digit))).join("");
}
