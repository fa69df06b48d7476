/** Megabytes that this process holds in memory now, and held at most. */
export function memoryOfThisProcess(): Readonly<{ now: number; most: number }> {
  // `rss` comes in bytes, `maxRSS` in kilobytes.
  return { now: process.memoryUsage.rss() / 1e6, most: (process.resourceUsage().maxRSS * 1024) / 1e6 };
}
