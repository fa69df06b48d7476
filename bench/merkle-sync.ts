import { z } from "zod";
import type { Benchmark } from "./benchmark.ts";
import { startChild } from "./child.ts";
import { receive } from "./receive.ts";
import { spreadOf } from "./spread.ts";

/** Number of keys, of keys that differ, and of writes of each of these; together they exceed the log's capacity. */
const order = { keys: 1_000_000, differing: 1000, writes: 17 };

const way = z.object({ characters: z.number(), seconds: z.number() });
const synced = z.object({ copy: way, sync: way });

export const merkleSync: Benchmark = {
  name: "merkle-sync",
  about: "what a comparison of Merkle trees sends, beside a full copy",
  minutes: 2,
  async run(print) {
    await using child = startChild("merkle-sync", order);
    const { copy, sync } = await receive(child, synced, print);
    const megabytes = ({ characters }: z.infer<typeof way>) => spreadOf([characters / 1e6]);
    return [
      {
        what: "sent for 1,000 of 1,000,000 keys",
        unit: "MB",
        measured: megabytes(sync),
        beside: { what: "a full copy", measured: megabytes(copy) },
        goal: { maxRatio: 0.01 },
      },
      {
        what: "time of it",
        unit: "s",
        measured: spreadOf([sync.seconds]),
        beside: { what: "a full copy", measured: spreadOf([copy.seconds]) },
      },
    ];
  },
};
