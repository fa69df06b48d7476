/**
 * Removes each of the `characters` from the end of `text`, in any order and number. Takes linear
 * time; `/\/+$/` would take quadratic time.
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

export function trimSlashes(path: string): string {
  return trimEnd(path, "/").replace(/^\/+/, "");
}
