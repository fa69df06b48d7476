/** Maximum number of characters of a logged path. */
const maxCharacters = 512;

/** Tokens in a path: clients should not send them there, but some do. */
const token = /\b(hv[sbr]\.)[\w.%-]+/g;

/** Returns the path of `target` for a log: without query, tokens and excess length. */
export function shownPath(target: string): string {
  const end = target.indexOf("?");
  const path = end < 0 ? target : target.slice(0, end);
  const shown = path.includes("hv") ? path.replace(token, "$1…") : path;
  return shown.length > maxCharacters ? `${shown.slice(0, maxCharacters)}…` : shown;
}
