import type { Action } from "./action.ts";
import { type DrawnWorld, keysPerMount, mounts } from "./drawn-world.ts";
import { nemesis } from "./expand-faults.ts";
import { operator } from "./expand-operations.ts";

/** Duration of the faults, in milliseconds: longer than a copy over the slow link takes. */
const lastingMilliseconds = 40_000;
/** Additional latency of the copy's messages, in milliseconds. */
const delays = [100, 300] as const;
/**
 * Secrets written before the copy, so that it has several pages: count, size in characters, and the
 * time span of the writes.
 */
const before = { count: [3, 8], size: [100_000, 250_000], milliseconds: 3_000 } as const;
/** Number of writes during the copy. */
const writesDuringCopy = [2, 6] as const;
/**
 * Time of the writes and of the promotion, in multiples of the additional latency. The copy begins
 * after a dozen messages and takes two per page.
 */
const duringCopy = [12, 26] as const;
/** Delay until another cluster is pointed at the new primary, in milliseconds. */
const updateDelays = [500, 5_000] as const;

/**
 * Draws a schedule in which a new secondary is promoted by force during its copy. The link of the
 * copy is slow, and the other secondaries are partitioned from the primary before a client's
 * writes; afterwards they replicate from the new primary. They then have the state at the beginning
 * of the copy, but none of the changes in its later pages. The actions begin at `at`; `by` is the
 * client.
 */
export function interruptedCopy(
  { sampler, clusters }: DrawnWorld,
  { at, by }: Readonly<{ at: number; by: string }>,
): readonly Action[] {
  const [of = "", ...rest] = clusters;
  const cluster = rest.pop() ?? of;
  const byMilliseconds = sampler.integer(...delays);
  const write = (when: number, value: string): Action => {
    const secret = { mount: sampler.one(mounts.slice(0, 3)), key: `k${sampler.integer(1, keysPerMount)}` };
    return { at: when, by, do: "write", cluster: of, ...secret, value };
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
