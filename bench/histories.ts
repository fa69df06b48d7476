import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Benchmark } from "./benchmark.ts";
import { startChild } from "./child.ts";
import { writeLongHistory } from "./long-history.ts";
import { spreadOf } from "./spread.ts";

const rounds = 3;
const events = 1_000_000;

const judged = z.object({ seconds: z.number(), megabytes: z.number(), broken: z.number() });

export const histories: Benchmark = {
  name: "histories",
  about: "all checkers over a history of a million events",
  minutes: 1,
  async run(print) {
    const folder = await mkdtemp(join(tmpdir(), "understudy-bench-"));
    const seconds: number[] = [];
    const megabytes: number[] = [];
    try {
      const file = join(folder, "history.ndjson");
      writeLongHistory(file, events);
      for (let round = 0; round < rounds; round++) {
        print(`turn ${round + 1} of ${rounds}`);
        await using child = startChild("judge", { file });
        const one = await child.next(judged);
        if (one.broken > 0) throw new Error("the history that was made up breaks a rule");
        seconds.push(one.seconds);
        megabytes.push(one.megabytes);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
    return [
      { what: "1,000,000 events are judged", unit: "s", measured: spreadOf(seconds), goal: { atMost: 20 } },
      { what: "memory of who judges them", unit: "MB", measured: spreadOf(megabytes), goal: { atMost: 1024 } },
    ];
  },
};
