import { setTimeout as passed } from "node:timers/promises";
import { z } from "zod";
import type { Benchmark } from "./benchmark.ts";
import { startChild } from "./child.ts";
import { spreadOf } from "./spread.ts";

/** Number of static roles, which are rotated hourly at even intervals, and seconds until the first rotation. */
const order = { roles: 100_000, leadSeconds: 30 };

const rounds = 5;
const seconds = 10;

/** Maximum processor time of rotations in milliseconds per second. */
const maxPart = 50;

const maxLate = 1000;

const ready = z.object({ address: z.string() });
const rotationSamples = z.object({
  lateness: z.array(z.number()).min(1),
  databaseMilliseconds: z.number(),
  cpuMilliseconds: z.number(),
});

export const staticRoles: Benchmark = {
  name: "static-roles",
  about: "100,000 static roles with a period of an hour",
  minutes: 2,
  async run(print) {
    await using child = startChild("simulated-database", order);
    await child.next(ready);
    const rotations: number[] = [];
    const parts: number[] = [];
    const databaseParts: number[] = [];
    const late: number[] = [];
    child.ask("rotations");
    await child.next(z.unknown());
    for (let round = 0; round < rounds; round++) {
      print(`turn ${round + 1} of ${rounds}`);
      await passed(seconds * 1000);
      child.ask("rotations");
      const { lateness, databaseMilliseconds, cpuMilliseconds } = await child.next(rotationSamples);
      rotations.push(lateness.length / seconds);
      parts.push((cpuMilliseconds - databaseMilliseconds) / seconds);
      databaseParts.push(databaseMilliseconds / seconds);
      late.push(Math.max(...lateness));
    }
    return [
      { what: "rotations", unit: "/s", measured: spreadOf(rotations) },
      {
        what: "of a core, each second",
        unit: "ms",
        measured: spreadOf(parts),
        beside: { what: "the database itself", measured: spreadOf(databaseParts) },
        goal: { atMost: maxPart },
      },
      { what: "how late a rotation begins, most", unit: "ms", measured: spreadOf(late), goal: { atMost: maxLate } },
    ];
  },
};
