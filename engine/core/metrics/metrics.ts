type Sample = { count: number; sum: number; least: number; most: number };

type Labels = Readonly<Record<string, string>>;
type Series = Readonly<{ name: string; labels: Labels }>;
type Gauge = Series & Readonly<{ read: () => number | Promise<number> }>;

export type Reading = Readonly<Series & { value: number }>;

/**
 * Maximum number of counters, and of samples. Further counters and samples are ignored, so that labels cannot fill the
 * memory.
 */
const maxSeries = 1_000;

const noLabels: Labels = {};

export class Metrics {
  readonly #counters = new Map<string, Series & { value: number }>();
  readonly #samples = new Map<string, Series & Sample>();
  readonly #gauges: Gauge[] = [];
  readonly #families: (() => readonly Reading[])[] = [];

  count(name: string, labels: Labels = noLabels): void {
    const key = keyOf(name, labels);
    const counter = this.#counters.get(key);
    if (counter) counter.value += 1;
    else if (this.#counters.size < maxSeries) this.#counters.set(key, { name, labels, value: 1 });
  }

  note(name: string, value: number, labels: Labels = noLabels): void {
    const key = keyOf(name, labels);
    const sample = this.#samples.get(key);
    if (!sample) {
      if (this.#samples.size >= maxSeries) return;
      this.#samples.set(key, { name, labels, count: 1, sum: value, least: value, most: value });
      return;
    }
    sample.count += 1;
    sample.sum += value;
    if (value < sample.least) sample.least = value;
    if (value > sample.most) sample.most = value;
  }

  gauge(name: string, read: Gauge["read"], labels: Labels = noLabels): void {
    this.#gauges.push({ name, labels, read });
  }

  gaugesOf(read: () => readonly Reading[]): void {
    this.#families.push(read);
  }

  counters(): readonly Readonly<Series & { value: number }>[] {
    return [...this.#counters.values()];
  }

  samples(): readonly Readonly<Series & Sample>[] {
    return [...this.#samples.values()];
  }

  async gauges(): Promise<readonly Reading[]> {
    const alone = this.#gauges.map(async ({ name, labels, read }) => ({ name, labels, value: await read() }));
    return [...(await Promise.all(alone)), ...this.#families.flatMap((read) => read())];
  }
}

function keyOf(name: string, labels: Labels): string {
  if (labels === noLabels) return name;
  let key = name;
  for (const label in labels) key += `\n${label}=${labels[label]}`;
  return key;
}
