import { quoted } from "../problem.ts";

const unitSeconds: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
};

/** Maximum duration in seconds: the reference stores nanoseconds as 64-bit integers. */
const longestSeconds = 9_223_372_036;

const part = /^(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h|d)/;

/**
 * Parses a duration such as `90`, `"90"`, `"1h30m"`, `"1.5h"` or `"2d"` to whole seconds; fractions are truncated. An
 * empty text is 0. Throws an Error with the reference's message if `value` is invalid (W2-34, W2-36).
 */
export function parseDuration(value: string | number): number {
  const text = String(value).trim();
  if (text === "") return 0;
  if (text.startsWith("-")) throw new Error(`cannot provide negative value '${text}'`);
  if (/^\d+$/.test(text)) return within(Number(text), text);
  let seconds = 0;
  let rest = text;
  while (rest !== "") {
    const found = part.exec(rest);
    if (!found?.[1] || !found[2]) throw new Error(`time: invalid duration ${quoted(text)}`);
    seconds += Number(found[1]) * (unitSeconds[found[2]] ?? 0);
    rest = rest.slice(found[0].length);
  }
  if (typeof value === "number") throw new Error("could not parse duration from input");
  return within(Math.trunc(seconds), text);
}

function within(seconds: number, text: string): number {
  if (seconds <= longestSeconds) return seconds;
  throw new Error(`time: invalid duration ${quoted(text)}`);
}
