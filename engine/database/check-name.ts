import { Problem } from "../api/problem.ts";

/** A longer name is none that a person wrote; that of a role stands in the id of each of its leases. */
export const maxCharacters = 512;

/** Throws a Problem "refused" for a name, called `what` in the error, that is too long or holds a NUL or another control character. */
export function checkName(what: string, name: string): void {
  if (name.length > maxCharacters) {
    throw new Problem("refused", `${what} has ${name.length} characters; at most ${maxCharacters} are allowed`);
  }
  if (/\p{Cc}/u.test(name)) throw new Problem("refused", `${what} must hold no control characters`);
}
