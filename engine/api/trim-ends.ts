/** `text` without what it ends with of `characters`. A pattern such as `/\/+$/` would try each slash of a long row of them as the first. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A path without the slashes before and behind it. */
export function trimSlashes(path: string): string {
  return trimEnd(path, "/").replace(/^\/+/, "");
}
