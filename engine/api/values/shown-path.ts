const maxCharacters = 512;

/** Tokens that begin with `hvs.`, `hvb.` or `hvr.`, which some clients send in the path by mistake. */
const token = /\b(hv[sbr]\.)[\w.%-]+/g;

export function shownPath(target: string): string {
  const end = target.indexOf("?");
  const path = end < 0 ? target : target.slice(0, end);
  const shown = path.includes("hv") ? path.replace(token, "$1…") : path;
  return shown.length > maxCharacters ? `${shown.slice(0, maxCharacters)}…` : shown;
}
