/** Times that each size is measured; the least counts, because other work on the machine only adds. */
const rounds = 7;

/** How many times as large the larger size is. */
const factor = 4;

/** Processor time of `work` at one size, in microseconds. */
function cost(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * By how much the processor time of `work` grows with the size of what it works on: near 1 where it grows in proportion, near 2 where it grows
 * with the square. `make` makes the work at one size, which must take milliseconds at least to be told from noise.
 */
export function growth(make: (size: number) => () => void, size: number): number {
  const [small, large] = [make(size), make(size * factor)];
  small();
  const least = [small, large].map((work) => {
    const costs = Array.from({ length: rounds }, () => cost(work));
    return Math.max(1, Math.min(...costs));
  });
  return Math.log((least[1] ?? 1) / (least[0] ?? 1)) / Math.log(factor);
}
