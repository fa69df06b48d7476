import { setTimeout as passed } from "node:timers/promises";
import type { Benchmark } from "./benchmark.ts";
import { sendRequests } from "./load.ts";
import { members } from "./members.ts";
import { spreadOf } from "./spread.ts";

const rounds = 5;

const secondaries = 10;

/**
 * Number of writes of a secret. Together they are twice the data that may be sent unacknowledged.
 */
const secrets = 512;
const characters = 64 * 1024;

/**
 * Megabytes that may be sent to a secondary unacknowledged. It grants its primary this number of characters
 * (docs/link-protocol.md), which are ASCII here.
 */
const credits = 16.8;

const restMilliseconds = 1000;

export const stalled: Benchmark = {
  name: "stalled",
  about: "memory of a primary with ten secondaries, one of which stands still",
  minutes: 1,
  async run(print) {
    const [still, moving]: [Taken[], Taken[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      print(`turn ${round + 1} of ${rounds}`);
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

/** Memory in megabytes: resident, and in use after a garbage collection, which is more exact. */
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
  last.child.setPaused(stalled);
  const body = { value: "x".repeat(characters) };
  const url = `${primary.api}/v1/colours/sky`;
  await sendRequests({ url, token: primary.rootToken, body, connections: 4 }, secrets);
  await passed(restMilliseconds);
  const taken = await first.memory();
  last.child.setPaused(false);
  return taken;
}
