/** Returns the resident memory of this process in megabytes: the current value, and the peak. */
export function memoryOfThisProcess(): Readonly<{ now: number; most: number }> {
  // `rss` is in bytes and `maxRSS` in kilobytes.
  return { now: process.memoryUsage.rss() / 1e6, most: (process.resourceUsage().maxRSS * 1024) / 1e6 };
}
