import type { Metrics } from "./metrics.ts";

/** The content type of {@link prometheusText}. */
export const prometheusType = "text/plain; version=0.0.4; charset=utf-8";

/** `metrics` in Prometheus' text format 0.0.4: each name's series together, below its type. */
export function prometheusText(metrics: Metrics): string {
  const families = new Map<string, string[]>();
  const add = (name: string, type: string, lines: readonly string[]) => {
    const family = families.get(name) ?? [`# HELP ${name} ${name}`, `# TYPE ${name} ${type}`];
    family.push(...lines);
    families.set(name, family);
  };
  for (const { name, labels, value } of metrics.counters())
    add(name, "counter", [`${name}${labelled(labels)} ${value}`]);
  for (const { name, labels, value } of metrics.gauges()) add(name, "gauge", [`${name}${labelled(labels)} ${value}`]);
  for (const { name, labels, count, sum } of metrics.samples()) {
    add(name, "summary", [`${name}_sum${labelled(labels)} ${sum}`, `${name}_count${labelled(labels)} ${count}`]);
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
