import { Problem, quoted } from "../../api/problem.ts";
import { unprintable } from "../../api/values/unprintable.ts";

export const longest = 1024;
const repeatedCharacters = 100;

/**
 * Throws a Problem "refused" that names `field` if `path` is not a valid path of a mount, namespace or audit device.
 * `path` may end in a slash.
 */
export function requirePath(field: string, path: string): void {
  if (isReachable(path.replace(/\/$/, "")) && !/[*+]/.test(path)) return;
  throw invalidPath(field, path, 'no control characters, "*" or "+"');
}

/** Throws a Problem "refused" that names `field` if `name` cannot be a part of a path. */
export function requireName(field: string, name: string): void {
  if (!isReachable(name)) throw invalidPath(field, name, "no control characters");
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

function invalidPath(field: string, path: string, characters: string): Problem {
  const repeated = quoted(path.slice(0, repeatedCharacters)).replace(new RegExp(unprintable, "gu"), escaped);
  const form = `1 to ${longest} characters, without blanks at its ends, in segments between single slashes of which none is "." or ".."`;
  return new Problem("refused", `${field}: ${repeated} is refused; allowed are ${form}, and ${characters}`);
}
