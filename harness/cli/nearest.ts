const maxMistakes = 3;

export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, mistakes: mistakesBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, mistakes }) => mistakes <= Math.min(maxMistakes, Math.ceil(candidate.length * 0.4)))
    .toSorted((one, other) => one.mistakes - other.mistakes);
  return ranked[0]?.candidate;
}

function mistakesBetween(one: string, other: string): number {
  let [beforeLast, last] = [[] as number[], [...Array(other.length + 1).keys()]];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [beforeLast, last] = [last, row];
  }
  return last[other.length] ?? 0;
}
