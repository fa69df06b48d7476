import { refusal, unsupported } from "./refusal.ts";

const iso =
  /^\s*(\d{4,})-(\d{1,2})-(\d{1,2})(?:[T\s]\s*(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?)?\s*(Z|UTC|GMT|[+-]\d{1,2}(?::?\d{2})?)?\s*$/i;

const otherFormats = /\d|now|today|tomorrow|yesterday|epoch/i;

/** Parses an ISO timestamp, in UTC by default, or an infinity. Returns milliseconds since 1970, or throws a refusal. */
export function parseTimestamp(text: string): number {
  const word = text.trim().toLowerCase();
  if (word === "infinity" || word === "+infinity") return Number.POSITIVE_INFINITY;
  if (word === "-infinity") return Number.NEGATIVE_INFINITY;
  const found = iso.exec(text);
  if (!found) {
    if (otherFormats.test(text)) throw unsupported("a timestamp that is not in ISO format");
    throw refusal("invalid date", `invalid input syntax for type timestamp with time zone: "${text}"`);
  }
  const [, year = "", month = "", day = "", hour = "0", minute = "0", second = "0", fraction = "0", zone = "Z"] = found;
  const valid =
    between(1, month, 12) &&
    between(1, day, daysIn(Number(year), Number(month))) &&
    between(0, hour, 24) &&
    between(0, minute, 59) &&
    between(0, second, 60) &&
    (hour !== "24" || (Number(minute) === 0 && Number(second) === 0));
  if (!valid) throw refusal("date out of range", `date/time field value out of range: "${text}"`);
  const utc = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return utc + Math.round(Number(fraction) * 1000) - offsetMinutes(zone) * 60_000;
}

/** Formats a timestamp, in milliseconds since 1970, as PostgreSQL does if its time zone is UTC. */
export function printTimestamp(instant: number): string {
  if (!Number.isFinite(instant)) return instant > 0 ? "infinity" : "-infinity";
  const [date = "", time = ""] = new Date(instant).toISOString().split("T");
  return `${date} ${time.replace(/\.?0*Z$/, "").padEnd("00:00:00".length, "0")}+00`;
}

function between(least: number, text: string, most: number): boolean {
  return Number(text) >= least && Number(text) <= most;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function offsetMinutes(zone: string): number {
  const found = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (!found) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
  return found[1] === "-" ? -minutes : minutes;
}
