import { Problem } from "../../api/problem.ts";

export const maxCharacters = 512;

/** Throws a Problem "refused" if `name` is too long or has control characters. */
export function checkName(what: string, name: string): void {
  if (name.length > maxCharacters) {
    throw new Problem("refused", `${what} has ${name.length} characters; at most ${maxCharacters} are allowed`);
  }
  if (/\p{Cc}/u.test(name)) throw new Problem("refused", `${what} must hold no control characters`);
}
