import type { Instant } from "../../ports/clock.ts";

const dayMilliseconds = 86_400_000;

function civilDate(day: number): Readonly<{ year: number; month: number; day: number }> {
  // Counted from 0000-03-01, so that a leap day is the last day of its year; 146,097 days are 400 years.
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  };
}

const two = (value: number) => String(value).padStart(2, "0");

/** Splits `instant` into date, time and milliseconds: `["2026-11-21", "08:30:00", "250"]` (UTC). */
export function timeParts(instant: Instant): readonly [date: string, time: string, milliseconds: string] {
  const days = Math.floor(instant / dayMilliseconds);
  const rest = instant - days * dayMilliseconds;
  const { year, month, day } = civilDate(days);
  const seconds = Math.floor(rest / 1000);
  return [
    `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`,
    `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`,
    String(Math.floor(rest % 1000)).padStart(3, "0"),
  ];
}

/** Parses an RFC 3339 time with at most nine decimals. Returns undefined if `text` is invalid. */
export function parseTime(text: string): Instant | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$/i.exec(text);
  if (!found) return undefined;
  const [, year = "", month = "", day = "", hour = "", minute = "", second = "", fraction = "", sign] = found;
  const days = dayNumber(Number(year), Number(month), Number(day));
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  const milliseconds = Number(fraction.padEnd(3, "0").slice(0, 3));
  const local = days * dayMilliseconds + seconds * 1000 + milliseconds;
  const [date, time] = timeParts(local);
  // Invalid dates, such as February 31, do not survive the round trip.
  if (date !== `${year}-${month}-${day}` || time !== `${hour}:${minute}:${second}`) return undefined;
  const offset = (Number(found[9] ?? 0) * 60 + Number(found[10] ?? 0)) * 60_000;
  return sign === "-" ? local + offset : local - offset;
}

function dayNumber(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Formats `instant` as RFC 3339 text in UTC with nine decimals, as the reference does. */
export function timeText(instant: Instant): string {
  const [date, time, milliseconds] = timeParts(instant);
  return `${date}T${time}.${milliseconds}000000Z`;
}
