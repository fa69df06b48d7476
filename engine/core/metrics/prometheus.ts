import type { Metrics } from "./metrics.ts";

export const prometheusType = "text/plain; version=0.0.4; charset=utf-8";

/** Formats `metrics` in Prometheus' text format 0.0.4, one family per name. */
export async function prometheusText(metrics: Metrics): Promise<string> {
  const families = new Map<string, string[]>();
  const add = (dotted: string, type: string, linesOf: (name: string) => readonly string[]) => {
    const name = dotted.replaceAll(/[^a-zA-Z0-9_]/g, "_");
    const family = families.get(name) ?? [`# HELP ${name} ${name}`, `# TYPE ${name} ${type}`];
    family.push(...linesOf(name));
    families.set(name, family);
  };
  for (const { name, labels, value } of metrics.counters()) {
    add(name, "counter", (seriesName) => [`${seriesName}${labelled(labels)} ${value}`]);
  }
  for (const { name, labels, value } of await metrics.gauges()) {
    add(name, "gauge", (seriesName) => [`${seriesName}${labelled(labels)} ${value}`]);
  }
  for (const { name, labels, count, sum } of metrics.samples()) {
    const labelText = labelled(labels);
    add(name, "summary", (seriesName) => [
      `${seriesName}_sum${labelText} ${sum}`,
      `${seriesName}_count${labelText} ${count}`,
    ]);
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
