import { setTimeout as passed } from "node:timers/promises";
import type { ClusterActor } from "#harness/stages/cluster-actor.ts";
import type { Benchmark } from "./benchmark.ts";
import { sendRequests } from "./load.ts";
import { type Members, members } from "./members.ts";
import { rawFrames } from "./raw-frames.ts";
import { spreadOf } from "./spread.ts";
import { longestWait, type Waited } from "./waits.ts";

const rounds = 3;

const mebibyte = 1024 * 1024;

/** Amounts of data to copy, in characters. */
const amounts = [64 * mebibyte, 128 * mebibyte] as const;

const sizes = [
  { what: "1 MiB secrets", characters: mebibyte, connections: 4 },
  { what: "1 KiB secrets", characters: 1024, connections: 32 },
] as const;

const calmMilliseconds = 1500;

/** Maximum duration of a request during a copy in milliseconds. */
const maxWait = 50;

/**
 * Measures a full copy to a new secondary, from the request until the secondary streams. For comparison, the same
 * number of characters is sent in frames over `ws` with TLS.
 */
export const fullCopy: Benchmark = {
  name: "full-copy",
  about: "a full copy to a new secondary, and what requests wait for it",
  minutes: 2,
  async run(print, known) {
    await using raw = await rawFrames();
    const frame = "x".repeat(mebibyte);
    await raw.perSecond(frame, 64);
    for (const { what, characters, connections } of sizes) {
      await using parts = await members();
      await using others = await members();
      const primary = await parts.start("Oslo");
      await primary.write("sys/mounts/colours", { type: "kv" });
      await primary.write("colours/sky", { value: "blue" });
      await primary.enablePrimary();
      const read = { url: `${primary.api}/v1/colours/sky`, token: primary.rootToken };
      const calm = await longestWait(read.url, read.token, () => passed(calmMilliseconds));
      const perSecond = new Map<number, number[]>();
      const bare: number[] = [];
      const waits: number[] = [];
      let written = 0;
      for (const amount of amounts) {
        print(`${what}, ${amount / mebibyte} MiB: written, and copied ${rounds} times`);
        await sendRequests(
          {
            url: `${primary.api}/v1/colours/${amount}`,
            token: primary.rootToken,
            body: { value: "x".repeat(characters) },
            apart: true,
            connections,
          },
          (amount - written) / characters,
        );
        written = amount;
        const rates: number[] = [];
        for (let round = 0; round < rounds; round++) {
          if (amount === amounts[0]) bare.push(await raw.perSecond(frame, amount / mebibyte));
          const { took } = await copied(parts, primary, { id: `Lima ${amount} ${round}` });
          rates.push((amount / mebibyte / took) * 1000);
          waits.push((await copied(others, primary, { id: `Quito ${amount} ${round}`, read })).longest);
        }
        perSecond.set(amount, rates);
      }
      const [small = [], large = []] = amounts.map((amount) => perSecond.get(amount) ?? []);
      known({
        what: `full copy, ${what}, MiB`,
        unit: "/s",
        measured: spreadOf(small),
        beside: { what: "raw ws, frames of a MiB", measured: spreadOf(bare) },
        goal: { minRatio: 0.4 },
      });
      known({
        what: `full copy, ${what}, twice as much, MiB`,
        unit: "/s",
        measured: spreadOf(large),
        beside: { what: "half as much", measured: spreadOf(small) },
      });
      known({
        what: `a read during it, ${what}, secondary in another process, longest`,
        unit: "ms",
        measured: spreadOf(waits),
        beside: { what: "with no copy", measured: spreadOf([calm.longest]) },
        goal: { atMost: maxWait },
      });
    }
    return [];
  },
};

type Reader = Readonly<{ url: string; token: string }>;

async function copied(
  place: Members,
  primary: ClusterActor,
  { id, read }: Readonly<{ id: string; read?: Reader }>,
): Promise<Waited> {
  const secondary = await place.start(id);
  const token = await primary.secondaryToken(id);
  const copying = async () => {
    await secondary.enableSecondary(token);
    await secondary.streams();
  };
  const waited = read ? await longestWait(read.url, read.token, copying) : { longest: 0, took: await timed(copying) };
  await primary.write("sys/replication/performance/primary/revoke-secondary", { id });
  await secondary.write("sys/replication/performance/secondary/disable");
  return waited;
}

async function timed(task: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await task();
  return performance.now() - begun;
}
