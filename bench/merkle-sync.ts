import { z } from "zod";
import type { Benchmark } from "./benchmark.ts";
import { startChild } from "./child.ts";
import { receive } from "./receive.ts";
import { spreadOf } from "./spread.ts";

/** What is in the store, and of it what differs; each of those is written so often that the log has forgotten where the secondary was. */
const order = { keys: 1_000_000, differing: 1000, writes: 17 };

const way = z.object({ characters: z.number(), seconds: z.number() });
const synced = z.object({ copy: way, sync: way });

/** What goes over the link, and how long it takes, when 1,000 keys of a million differ and Merkle trees are compared. Beside it: the full copy of all. */
export const merkleSync: Benchmark = {
  name: "merkle-sync",
  about: "what a comparison of Merkle trees sends, beside a full copy",
  minutes: 2,
  async run(tell) {
    await using child = startChild("merkle-sync", order);
    const { copy, sync } = await receive(child, synced, tell);
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
