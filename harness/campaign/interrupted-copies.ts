import type { Action } from "./action.ts";
import { type DrawnWorld, keysPerMount, mounts, uniqueValue } from "./drawn-world.ts";
import { nemesis } from "./expand-faults.ts";
import { operator } from "./expand-operations.ts";

const lastingMilliseconds = 40_000;
/** Minimum and maximum latency in milliseconds that is added to messages during the copy. */
const delays = [100, 300] as const;
/** Secrets before the copy, so that it has several pages: number, length in characters, and time span of the writes. */
const before = { count: [3, 8], size: [100_000, 250_000], milliseconds: 3_000 } as const;
const writesDuringCopy = [2, 6] as const;
/**
 * Minimum and maximum time from the request of the copy to a write or to the promotion, in multiples of the added
 * latency.
 */
const duringCopy = [12, 26] as const;
/** Minimum and maximum time between the promotion and the update-primary of another cluster, in milliseconds. */
const updateDelays = [500, 5_000] as const;

/**
 * Draws actions in which a cluster is enabled as a secondary over a slow link and promoted by force, usually during its
 * copy. Meanwhile the client `by` writes to the old primary, which is partitioned from the remaining clusters. These
 * then get an update-primary to the promoted cluster. `at` is the time in milliseconds at which the actions may start.
 */
export function interruptedCopy(
  { sampler, clusters }: DrawnWorld,
  { at, by, seed }: Readonly<{ at: number; by: string; seed: number }>,
): readonly Action[] {
  const [of = "", ...rest] = clusters;
  const cluster = rest.pop() ?? of;
  const byMilliseconds = sampler.integer(...delays);
  const write = (when: number, value: string): Action => {
    const secret = { mount: sampler.one(mounts.slice(0, 3)), key: `k${sampler.integer(1, keysPerMount)}` };
    return { at: when, by, do: "write", cluster: of, ...secret, value: uniqueValue(seed, value) };
  };
  const begins = at + before.milliseconds;
  const timeDuringCopy = () => begins + byMilliseconds * sampler.integer(...duringCopy);
  const promoted = timeDuringCopy();
  const fault = { at: begins, by: nemesis, milliseconds: lastingMilliseconds } as const;
  return [
    ...Array.from({ length: sampler.integer(...before.count) }, (_, index) => ({
      ...write(at + sampler.integer(0, before.milliseconds), `before-${at}-${index}`),
      size: sampler.integer(...before.size),
    })),
    { ...fault, do: "delay", between: [of, cluster], byMilliseconds },
    ...rest.map((other): Action => ({ ...fault, do: "partition", between: [of, other] })),
    { at: begins, by: operator, do: "enable secondary", cluster, of, id: `${cluster.toLowerCase()}-${at}` },
    ...Array.from({ length: sampler.integer(...writesDuringCopy) }, (_, index) =>
      write(timeDuringCopy(), `meanwhile-${at}-${index}`),
    ),
    { at: promoted, by: operator, do: "promote", cluster, force: true },
    ...rest.map((other): Action => {
      const pointed = { at: promoted + sampler.integer(...updateDelays), by: operator, cluster: other } as const;
      return { ...pointed, do: "update primary", of: cluster, id: `${other.toLowerCase()}-${at}` };
    }),
  ];
}
