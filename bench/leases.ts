import { z } from "zod";
import type { Benchmark, Figure } from "./benchmark.ts";
import { startChild } from "./child.ts";
import { type Load, loaded, sendRequests } from "./load.ts";
import { receive } from "./receive.ts";
import { inRounds } from "./rounds.ts";
import { spreadOf } from "./spread.ts";

/** What is in the store. */
const large = { leases: 1_000_000, keys: 1_000_000, starts: 5 };
const empty = { leases: 0, keys: 0, starts: 1 };

/** Tokens that are there besides, made in groups of so many. */
const tokens = { all: 100_000, atOnce: 10_000 };

/** Turns, seconds of load in each, and seconds before any is counted. */
const rounds = 5;
const seconds = 3;
const warmUpSeconds = 2;

/** A request may cost half as much again as with an empty store: so its rate is two thirds at least. */
const goal = { minRatio: 1 / 1.5 };

/** 1 GiB, in megabytes. */
const maxMemory = 1074;

const started = z.object({
  milliseconds: z.array(z.number()),
  memory: z.array(z.object({ now: z.number(), most: z.number() })),
});
const ready = z.object({ address: z.string(), rootToken: z.string(), token: z.string() });

const asked: readonly Readonly<{ what: string; path: string; body?: unknown }>[] = [
  { what: "kv 1 read", path: "/v1/colours/sky" },
  { what: "kv 2 read", path: "/v1/shades/data/sky" },
  { what: "token look-up", path: "/v1/auth/token/lookup-self" },
  { what: "kv 2 write", path: "/v1/shades/data/sea", body: { data: { value: "green" } } },
  { what: "token creation", path: "/v1/auth/token/create", body: { ttl: "1h" } },
];

/**
 * A cluster over a store in memory with a million leases: how long it takes to start until the first read is answered, and how much
 * memory its process holds. Then a million keys and 100,000 tokens more, and requests a second beside those of one with nothing.
 */
export const leases: Benchmark = {
  name: "leases",
  about: "a store with a million leases and a million keys: its start, its memory, requests a second",
  minutes: 6,
  async run(tell, known) {
    await using full = startChild("large-store", large);
    const { milliseconds, memory } = await receive(full, started, tell);
    const starts: Figure = {
      what: "start with 1,000,000 leases, to the first read",
      unit: "s",
      measured: spreadOf(milliseconds.map((time) => time / 1000)),
      goal: { atMost: 5 },
    };
    const held: Figure = {
      what: "memory with 1,000,000 leases",
      unit: "MB",
      measured: spreadOf(memory.map(({ now }) => now)),
      goal: { atMost: maxMemory },
    };
    const filling: Figure = {
      what: "memory with 1,000,000 leases, at its most while they were made",
      unit: "MB",
      measured: spreadOf(memory.map(({ most }) => most)),
    };
    for (const figure of [starts, held, filling]) known(figure);
    const one = await receive(full, ready, tell);
    for (let made = 0; made < tokens.all; made += tokens.atOnce) {
      tell(`${made} tokens`);
      const url = `${one.address}/v1/auth/token/create`;
      await sendRequests({ url, token: one.rootToken, body: { ttl: "24h" } }, tokens.atOnce);
    }
    await using bare = startChild("large-store", empty);
    await receive(bare, started, tell);
    const other = await receive(bare, ready, tell);
    for (const { what, path, body } of asked) {
      tell(`${what}, ${rounds} turns of ${seconds} s each way`);
      const loads = [one, other].map(({ address, token }): Load => ({ url: address + path, token, body }));
      for (const load of loads) await loaded(load, warmUpSeconds);
      const rates = await inRounds(
        rounds,
        loads.map((load) => async () => (await loaded(load, seconds)).perSecond),
      );
      const [ours = [], theirs = []] = rates;
      const beside = { what: "an empty store", measured: spreadOf(theirs) };
      known({ what: `${what}, large store`, unit: "/s", measured: spreadOf(ours), beside, goal });
    }
    return [];
  },
};
