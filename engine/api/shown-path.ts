/** More of a path is not shown: it may be as long as its sender likes. */
const maxCharacters = 512;

/** Prefixes of tokens: a client should not send one in a path, but some will. */
const token = /\b(hv[sbr]\.)[\w.%-]+/g;

/** The path of `target` as a log may have it: no query, no token, no more than fits on a line. */
export function shownPath(target: string): string {
  const end = target.indexOf("?");
  const path = end < 0 ? target : target.slice(0, end);
  const shown = path.includes("hv") ? path.replace(token, "$1…") : path;
  return shown.length > maxCharacters ? `${shown.slice(0, maxCharacters)}…` : shown;
}
