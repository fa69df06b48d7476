import { z } from "zod";
import type { Benchmark, Figure } from "./benchmark.ts";
import { startChild } from "./child.ts";
import { type Load, loaded, sendRequests } from "./load.ts";
import { receive } from "./receive.ts";
import { inRounds } from "./rounds.ts";
import { spreadOf } from "./spread.ts";

/** Numbers of leases and keys in the store, and number of starts. */
const large = { leases: 1_000_000, keys: 1_000_000, starts: 5 };
const empty = { leases: 0, keys: 0, starts: 1 };

/** Number of additional tokens, and number of tokens that are requested in one batch. */
const tokens = { all: 100_000, atOnce: 10_000 };

const rounds = 5;
const seconds = 3;
const warmUpSeconds = 2;

/** Minimum ratio of the rate to that with an empty store: a request may take 1.5 times as long. */
const goal = { minRatio: 1 / 1.5 };

/** 1 GiB in megabytes. */
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

export const leases: Benchmark = {
  name: "leases",
  about: "a store with a million leases and a million keys: its start, its memory, requests a second",
  minutes: 6,
  async run(print, known) {
    await using full = startChild("large-store", large);
    const { milliseconds, memory } = await receive(full, started, print);
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
    const one = await receive(full, ready, print);
    for (let made = 0; made < tokens.all; made += tokens.atOnce) {
      print(`${made} tokens`);
      const url = `${one.address}/v1/auth/token/create`;
      await sendRequests({ url, token: one.rootToken, body: { ttl: "24h" } }, tokens.atOnce);
    }
    await using bare = startChild("large-store", empty);
    await receive(bare, started, print);
    const other = await receive(bare, ready, print);
    for (const { what, path, body } of asked) {
      print(`${what}, ${rounds} turns of ${seconds} s each way`);
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
