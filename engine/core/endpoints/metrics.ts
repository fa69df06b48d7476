import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import type { Json } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { timeText } from "../../api/values/time.ts";
import type { Clock, Instant } from "../../ports/clock.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { prometheusText, prometheusType } from "../metrics/prometheus.ts";
import type { SystemContext } from "../system-context.ts";

const metricsFields = z.object({ format: field.text.default("") });

const series = { Name: z.string(), Labels: z.record(z.string(), z.string()) };
const summaryData = z.object({
  ...series,
  Count: z.int(),
  Sum: z.number(),
  Min: z.number(),
  Max: z.number(),
  Mean: z.number(),
  Stddev: z.number(),
});
const metricsData = z.object({
  Timestamp: z.string(),
  Gauges: z.array(z.object({ ...series, Value: z.number() })),
  Points: z.array(z.unknown()),
  Counters: z.array(summaryData),
  Samples: z.array(summaryData),
});

/** Endpoint `sys/metrics`, as Prometheus text or JSON (reference documentation, "Telemetry"). */
export function metricsEndpoints({
  metrics,
  clock,
}: {
  metrics: Metrics;
  clock: Clock;
}): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: "sys/metrics",
      operations: {
        read: operation({
          summary: "Read the metrics of the cluster",
          served: "locally",
          withoutReplicatedData: true,
          rootOnly: true,
          bare: true,
          textType: prometheusType,
          input: metricsFields,
          output: metricsData,
          async run({ format }) {
            if (format === "prometheus") {
              return { text: { contentType: prometheusType, body: await prometheusText(metrics) } };
            }
            if (format !== "")
              throw new Problem(
                "refused",
                `metric response format ${quoted(format)} is unknown; allowed is prometheus`,
              );
            return { bare: await asJson(metrics, clock.now()) };
          },
        }),
      },
    },
  ];
}

async function asJson(metrics: Metrics, now: Instant): Promise<Json> {
  const gauges = await metrics.gauges();
  return {
    Timestamp: timeText(now)
      .replace("T", " ")
      .replace(/(\.\d+)?Z$/, " +0000 UTC"),
    Gauges: gauges.map(({ name, labels, value }) => ({ Name: name, Value: value, Labels: labels })),
    Points: [],
    Counters: metrics.counters().map(({ name, labels, value }) => ({
      Name: name,
      Count: value,
      Sum: value,
      Min: 1,
      Max: 1,
      Mean: 1,
      Stddev: 0,
      Labels: labels,
    })),
    Samples: metrics.samples().map(({ name, labels, count, sum, least, most }) => ({
      Name: name,
      Count: count,
      Sum: sum,
      Min: least,
      Max: most,
      Mean: sum / count,
      Stddev: 0,
      Labels: labels,
    })),
  };
}
