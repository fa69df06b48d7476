import type { Benchmark, Goal } from "./benchmark.ts";
import { type Load, loaded } from "./load.ts";
import { inRounds } from "./rounds.ts";
import { spreadOf } from "./spread.ts";
import { startBareServices, startClusters } from "./start-children.ts";

const rounds = 5;
const seconds = 3;
const warmUpSeconds = 2;

/** Maximum ratio of the p99 latency to that of the compared application. */
const slowGoal: Goal = { maxRatio: 3 };

type Asked = Readonly<{ what: string; path: string; body?: unknown; share: number; slow?: Goal }>;

const asked: readonly Asked[] = [
  { what: "sys/health", path: "/v1/sys/health", share: 0.6 },
  { what: "kv 1 read", path: "/v1/colours/sky", share: 0.6 },
  { what: "kv 2 read", path: "/v1/shades/data/sky", share: 0.5, slow: slowGoal },
  { what: "token look-up", path: "/v1/auth/token/lookup-self", share: 0.5, slow: slowGoal },
  { what: "kv 2 write", path: "/v1/shades/data/sea", body: { data: { value: "green" } }, share: 0.35, slow: slowGoal },
  { what: "token creation", path: "/v1/auth/token/create", body: { ttl: "1h" }, share: 0.6, slow: slowGoal },
];

export const requests: Benchmark = {
  name: "requests",
  about: "requests a second of one cluster, beside a bare Koa application",
  minutes: 4,
  async run(print, known) {
    await using cluster = await startClusters(["Oslo"]);
    const [origin = ""] = cluster.addresses;
    const token = cluster.painterToken;
    await using bare = await startBareServices(1, await answers(origin, token));
    const [bareOrigin = ""] = bare.addresses;
    for (const { what, path, body, share, slow } of asked) {
      const loads = [origin, bareOrigin].map((address): Load => ({ url: address + path, token, body }));
      for (const load of loads) await loaded(load, warmUpSeconds);
      print(`${what}, ${rounds} turns of ${seconds} s each way`);
      const [ours = [], theirs = []] = await inRounds(
        rounds,
        loads.map((load) => () => loaded(load, seconds)),
      );
      const spread = (of: typeof ours, member: "perSecond" | "slowMilliseconds") =>
        spreadOf(of.map((result) => result[member]));
      const rate = { what: "bare Koa", measured: spread(theirs, "perSecond") };
      known({
        what,
        unit: "/s",
        measured: spread(ours, "perSecond"),
        beside: rate,
        goal: { minRatio: share },
      });
      if (!slow) continue;
      const wait = { what: "bare Koa", measured: spread(theirs, "slowMilliseconds") };
      known({
        what: `${what}, p99`,
        unit: "ms",
        measured: spread(ours, "slowMilliseconds"),
        beside: wait,
        goal: slow,
      });
    }
    return [];
  },
};

async function answers(origin: string, token: string): Promise<Readonly<Record<string, unknown>>> {
  const found: Record<string, unknown> = {};
  for (const { path, body } of asked) {
    const method = body === undefined ? "GET" : "POST";
    const init = { method, headers: { "x-vault-token": token }, ...(body ? { body: JSON.stringify(body) } : {}) };
    found[`${method} ${path}`] = await (await fetch(origin + path, init)).json();
  }
  return found;
}
