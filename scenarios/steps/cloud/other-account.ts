/** Returns the id of an account that differs from `account`. */
export function otherThan(account: string): string {
  return [...account].map((digit) => String(9 - Number(digit))).join("");
}
