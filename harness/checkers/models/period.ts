const units = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/**
 * Parses a period: a number of seconds, or a string such as "86400", "24h" or "1h30m". Returns milliseconds, or
 * undefined for other types and strings.
 */
export function millisecondsOf(period: unknown): number | undefined {
  if (typeof period === "number") return period * 1000;
  if (typeof period !== "string" || !/^(\d+|(\d+[smhd])+)$/.test(period)) return undefined;
  if (/^\d+$/.test(period)) return Number(period) * 1000;
  let seconds = 0;
  for (const [, count = "0", unit = "s"] of period.matchAll(/(\d+)([smhd])/g))
    seconds += Number(count) * units[unit as keyof typeof units];
  return seconds * 1000;
}
