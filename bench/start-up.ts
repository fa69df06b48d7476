import { z } from "zod";
import type { Benchmark, Figure } from "./benchmark.ts";
import { startChild } from "./child.ts";
import { spreadOf } from "./spread.ts";

const processes = 7;
const timesEach = 6;

/** Start-up time in ms of three unlinked development servers of Vault 1.14.9, on another machine with two cores. */
const reference = { what: "3 unlinked dev servers of the reference", measured: spreadOf([161]) };

const kinds = ["live", "simulated", "bare"] as const;

/**
 * Measures the start of three clusters until two of them are enabled as secondaries of the third. The first start in a
 * process is reported separately. For comparison, three bare Koa services with two WebSockets are started.
 */
export const startUp: Benchmark = {
  name: "start-up",
  about: "three linked clusters, up and streaming",
  minutes: 1,
  async run(print) {
    const first = new Map(kinds.map((kind) => [kind, [] as number[]]));
    const later = new Map(kinds.map((kind) => [kind, [] as number[]]));
    for (let round = 0; round < processes; round++) {
      print(`process ${round + 1} of ${processes}`);
      for (const kind of kinds) {
        const [cold, ...warm] = await startsIn(kind);
        first.get(kind)?.push(cold ?? Number.NaN);
        later.get(kind)?.push(...warm);
      }
    }
    const of = (samples: typeof first, kind: (typeof kinds)[number]) => spreadOf(samples.get(kind) ?? []);
    const bare = (samples: typeof first) => ({ what: "3 bare Koa, 2 ws", measured: of(samples, "bare") });
    const figures: readonly Figure[] = [
      {
        what: "live, first in its process",
        unit: "ms",
        measured: of(first, "live"),
        beside: bare(first),
        goal: { atMost: 160 },
      },
      { what: "live, warm", unit: "ms", measured: of(later, "live"), beside: bare(later), goal: { atMost: 160 } },
      { what: "live, first, to the reference", unit: "ms", measured: of(first, "live"), beside: reference },
      {
        what: "simulated, first in its process",
        unit: "ms",
        measured: of(first, "simulated"),
        beside: bare(first),
        goal: { atMost: 30 },
      },
      {
        what: "simulated, warm",
        unit: "ms",
        measured: of(later, "simulated"),
        beside: bare(later),
        goal: { atMost: 30 },
      },
    ];
    return figures;
  },
};

async function startsIn(kind: (typeof kinds)[number]): Promise<readonly number[]> {
  await using child = startChild("start-up", { kind, times: timesEach });
  return await child.next(z.array(z.number()));
}
