import { setTimeout as passed } from "node:timers/promises";
import type { Benchmark } from "./benchmark.ts";
import { sendRequests } from "./load.ts";
import { members } from "./members.ts";
import { spreadOf } from "./spread.ts";

/** Processes that are measured each way. */
const rounds = 5;

const secondaries = 10;

/** What is written: twice what a secondary may be sent unacknowledged, in secrets of a size that no log outgrows. */
const secrets = 512;
const characters = 64 * 1024;

/** Characters that may be on their way to a secondary: what it grants its primary (docs/link-protocol.md). As many bytes, for they are ASCII; in megabytes. */
const credits = 16.8;

/** After so long at rest the memory is taken, in milliseconds. */
const restMilliseconds = 1000;

/**
 * Resident memory of a primary with ten secondaries after 32 MiB of writes, when one of them stands still: its process is stopped, so that its
 * sockets take nothing more. Beside it: the same when all go on. What the stalled one has in use of it is taken after a collection.
 */
export const stalled: Benchmark = {
  name: "stalled",
  about: "memory of a primary with ten secondaries, one of which stands still",
  minutes: 1,
  async run(tell) {
    const [still, moving]: [Taken[], Taken[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      tell(`turn ${round + 1} of ${rounds}`);
      moving.push(await memoryWith({ stalled: false }));
      still.push(await memoryWith({ stalled: true }));
    }
    const measured = spreadOf(still.map(({ now }) => now));
    const more = spreadOf(still.map(({ held }, round) => Math.max(0, held - (moving[round]?.held ?? held))));
    return [
      {
        what: "primary, 10 secondaries, 1 stalled",
        unit: "MB",
        measured,
        beside: { what: "none stalled", measured: spreadOf(moving.map(({ now }) => now)) },
      },
      { what: "in use for the stalled one", unit: "MB", measured: more, goal: { atMost: credits } },
    ];
  },
};

/** Megabytes: resident, and in use after a collection, which alone is exact enough to tell one secondary's part. */
type Taken = Readonly<{ now: number; held: number }>;

async function memoryWith({ stalled }: Readonly<{ stalled: boolean }>): Promise<Taken> {
  await using first = await members();
  await using others = await members();
  await using last = await members();
  const primary = await first.start("Oslo");
  await primary.enablePrimary();
  await primary.write("sys/mounts/colours", { type: "kv" });
  for (let number = 1; number <= secondaries; number++) {
    const secondary = await (number === secondaries ? last : others).start(`Lima ${number}`);
    await secondary.enableSecondary(await primary.secondaryToken(secondary.name));
    await secondary.streams();
  }
  last.child.stand(stalled);
  const body = { value: "x".repeat(characters) };
  const url = `${primary.api}/v1/colours/sky`;
  await sendRequests({ url, token: primary.rootToken, body, connections: 4 }, secrets);
  await passed(restMilliseconds);
  const taken = await first.memory();
  last.child.stand(false);
  return taken;
}
