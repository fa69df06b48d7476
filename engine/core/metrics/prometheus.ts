import type { Metrics } from "./metrics.ts";

/** The content type of {@link prometheusText}. */
export const prometheusType = "text/plain; version=0.0.4; charset=utf-8";

/** `metrics` in Prometheus' text format 0.0.4: each name's series together, below its type. */
export async function prometheusText(metrics: Metrics): Promise<string> {
  const families = new Map<string, string[]>();
  const add = (dotted: string, type: string, linesOf: (name: string) => readonly string[]) => {
    const name = dotted.replaceAll(/[^a-zA-Z0-9_]/g, "_");
    const family = families.get(name) ?? [`# HELP ${name} ${name}`, `# TYPE ${name} ${type}`];
    family.push(...linesOf(name));
    families.set(name, family);
  };
  for (const { name, labels, value } of metrics.counters()) {
    add(name, "counter", (spelt) => [`${spelt}${labelled(labels)} ${value}`]);
  }
  for (const { name, labels, value } of await metrics.gauges()) {
    add(name, "gauge", (spelt) => [`${spelt}${labelled(labels)} ${value}`]);
  }
  for (const { name, labels, count, sum } of metrics.samples()) {
    const told = labelled(labels);
    add(name, "summary", (spelt) => [`${spelt}_sum${told} ${sum}`, `${spelt}_count${told} ${count}`]);
  }
  return [...families.keys()]
    .sort()
    .map((name) => `${families.get(name)?.join("\n")}\n`)
    .join("");
}

function labelled(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
