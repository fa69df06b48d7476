/** What was seen of something that takes time or has a size. */
type Sample = { count: number; sum: number; least: number; most: number };

type Series = Readonly<{ name: string; labels: Readonly<Record<string, string>> }>;
type Gauge = Series & Readonly<{ read: () => number }>;

/** Series of one name that are kept apart; what comes beyond is counted under no label, so that nobody fills the memory with names. */
const seriesMost = 1_000;

/** What a cluster counts about itself. Names are the reference's, with underscores. */
export class Metrics {
  readonly #counters = new Map<string, Series & { value: number }>();
  readonly #samples = new Map<string, Series & Sample>();
  readonly #gauges: Gauge[] = [];

  /** Counts one more. */
  count(name: string, labels: Series["labels"] = {}): void {
    const counter = this.#counters.get(keyOf(name, labels));
    if (counter) counter.value += 1;
    else if (this.#counters.size < seriesMost) this.#counters.set(keyOf(name, labels), { name, labels, value: 1 });
  }

  /** Notes a duration in milliseconds, or a size. */
  note(name: string, value: number, labels: Series["labels"] = {}): void {
    const sample = this.#samples.get(keyOf(name, labels));
    if (!sample) {
      if (this.#samples.size >= seriesMost) return;
      this.#samples.set(keyOf(name, labels), { name, labels, count: 1, sum: value, least: value, most: value });
      return;
    }
    sample.count += 1;
    sample.sum += value;
    if (value < sample.least) sample.least = value;
    if (value > sample.most) sample.most = value;
  }

  /** Has `read` asked for the value whenever somebody looks. */
  gauge(name: string, read: () => number, labels: Series["labels"] = {}): void {
    this.#gauges.push({ name, labels, read });
  }

  counters(): readonly Readonly<Series & { value: number }>[] {
    return [...this.#counters.values()];
  }

  samples(): readonly Readonly<Series & Sample>[] {
    return [...this.#samples.values()];
  }

  gauges(): readonly Readonly<Series & { value: number }>[] {
    return this.#gauges.map(({ name, labels, read }) => ({ name, labels, value: read() }));
  }
}

function keyOf(name: string, labels: Series["labels"]): string {
  let key = name;
  for (const label in labels) key += `\n${label}=${labels[label]}`;
  return key;
}
