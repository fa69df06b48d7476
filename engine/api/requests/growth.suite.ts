const rounds = 7;

const factor = 4;

function cost(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * Returns the exponent with which the processor time of the function `make(size)` grows with
 * `size`: about 1 for linear growth, about 2 for quadratic growth. The function must take several
 * milliseconds, so that noise does not dominate.
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
