import { setTimeout as passed } from "node:timers/promises";
import { z } from "zod";
import type { Benchmark } from "./benchmark.ts";
import { startChild } from "./child.ts";
import { receive } from "./receive.ts";
import { spreadOf } from "./spread.ts";
import { longestWait } from "./waits.ts";

const entries = 1_000_000;

const calmMilliseconds = 10_000;

/** Maximum time in milliseconds by which a request may take longer during a tidy. */
const maxWait = 50;

const ready = z.object({ address: z.string(), token: z.string() });
const tidied = z.object({ tidied: z.literal(true) });

export const tidy: Benchmark = {
  name: "tidy",
  about: "a tidy over a million entries of the identity access list, and what requests wait for it",
  minutes: 3,
  async run(print) {
    await using child = startChild("access-list", { entries });
    const { address, token } = await receive(child, ready, print);
    const url = `${address}/v1/colours/sky`;
    const calm = await longestWait(url, token, () => passed(calmMilliseconds));
    print("tidying");
    const during = await longestWait(url, token, () => {
      child.ask("tidy");
      return receive(child, tidied, print);
    });
    return [
      {
        what: "a read during a tidy, longest",
        unit: "ms",
        measured: spreadOf([during.longest]),
        beside: { what: "before it", measured: spreadOf([calm.longest]) },
        goal: { atMost: calm.longest + maxWait },
      },
      { what: "a tidy of 1,000,000 entries", unit: "s", measured: spreadOf([during.took / 1000]) },
    ];
  },
};
