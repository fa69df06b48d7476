import { setTimeout as passed } from "node:timers/promises";
import { z } from "zod";
import type { Benchmark } from "./benchmark.ts";
import { startChild } from "./child.ts";
import { spreadOf } from "./spread.ts";

/** Static roles, each rotated once an hour, in even distances; and after how many seconds the first of them is due, when all are made. */
const order = { roles: 100_000, leadSeconds: 30 };

/** Turns and seconds of each. */
const rounds = 5;
const seconds = 10;

/** A core's part that may be taken, in milliseconds a second. */
const maxPart = 50;

/** Milliseconds by which a rotation may be late. */
const maxLate = 1000;

const ready = z.object({ address: z.string() });
const told = z.object({
  lateness: z.array(z.number()).min(1),
  databaseMilliseconds: z.number(),
  cpuMilliseconds: z.number(),
});

/** 100,000 static roles in their steady state: what the cluster takes of a core beyond the database's own work, and how late rotations begin. */
export const staticRoles: Benchmark = {
  name: "static-roles",
  about: "100,000 static roles with a period of an hour",
  minutes: 2,
  async run(tell) {
    await using child = startChild("simulated-database", order);
    await child.next(ready);
    const rotations: number[] = [];
    const parts: number[] = [];
    const databaseParts: number[] = [];
    const late: number[] = [];
    child.ask("rotations");
    await child.next(z.unknown());
    for (let round = 0; round < rounds; round++) {
      tell(`turn ${round + 1} of ${rounds}`);
      await passed(seconds * 1000);
      child.ask("rotations");
      const { lateness, databaseMilliseconds, cpuMilliseconds } = await child.next(told);
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
