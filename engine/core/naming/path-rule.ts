import { Problem, quoted } from "../../api/problem.ts";
import { unprintable } from "../../api/unprintable.ts";

/** Characters of a path or a name: it stands in lists, and in every path and lease below. */
export const longest = 1024;
/** How much of a path that is refused is repeated. */
const repeatedCharacters = 100;

/**
 * Throws a Problem "refused" that names `field` when a mount, a namespace or an audit device cannot be at `path`, which may end in a slash: when
 * no request could reach it, or no rule of a policy could be about it alone.
 */
export function requirePath(field: string, path: string): void {
  if (isReachable(path.replace(/\/$/, "")) && !/[*+]/.test(path)) return;
  throw refused(field, path, 'no control characters, "*" or "+"');
}

/** Throws a Problem "refused" that names `field` for the name of a policy, an entity, an alias or a group that no path can hold. */
export function requireName(field: string, name: string): void {
  if (!isReachable(name)) throw refused(field, name, "no control characters");
}

function isReachable(path: string): boolean {
  return (
    path.length <= longest &&
    path.isWellFormed() &&
    !unprintable.test(path) &&
    path.trim() === path &&
    path.split("/").every((segment) => !["", ".", ".."].includes(segment))
  );
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function refused(field: string, path: string, characters: string): Problem {
  const repeated = quoted(path.slice(0, repeatedCharacters)).replace(new RegExp(unprintable, "gu"), escaped);
  const form = `1 to ${longest} characters, without blanks at its ends, in segments between single slashes of which none is "." or ".."`;
  return new Problem("refused", `${field}: ${repeated} is refused; allowed are ${form}, and ${characters}`);
}
