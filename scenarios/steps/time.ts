import { defineParameterType } from "@cucumber/cucumber";
import { When } from "../define.ts";

const milliseconds: Readonly<Record<string, number>> = { second: 1000, minute: 60_000, hour: 3_600_000 };

/** A duration such as `30 minutes`, in milliseconds. */
defineParameterType({
  name: "duration",
  regexp: /(\d+) (second|minute|hour)s?/,
  transformer: (count: string, unit: string) => Number(count) * (milliseconds[unit] ?? Number.NaN),
});

When("{duration} pass(es)", async function (duration) {
  await this.pass(duration);
});
