import type { Action } from "./action.ts";
import { type DrawnWorld, keysPerMount, mounts } from "./drawn-world.ts";
import { nemesis } from "./expand-faults.ts";
import { operator } from "./expand-operations.ts";

/** How long links are slow and partitioned: longer than a copy over such a link takes. */
const lastingMilliseconds = 40_000;
/** How much longer a message of the copy is on its way, in milliseconds. */
const delays = [100, 300] as const;
/** Secrets that are there before, so that there are several pages, and how many characters each has. */
const before = { count: [3, 8], size: [100_000, 250_000], milliseconds: 3_000 } as const;
/** What is written while the copy is under way. */
const meanwhile = [2, 6] as const;
/** When that is, and when the new secondary is promoted, in such delays: it takes a dozen messages until the copy begins, and two for each page. */
const midway = [12, 26] as const;
/** When each of the others is pointed at the new primary, in milliseconds after that. */
const afterwards = [500, 5_000] as const;

/**
 * A new secondary is promoted by force in the midst of its copy: the link of the copy is slow, the other secondaries are partitioned from the primary
 * before a client writes on, and replicate from the new primary afterwards. So these have what the copy begins with, and nothing of what its later
 * pages show. Begins at `at`; `by` is the client.
 */
export function interruptedCopy(
  { sampler, clusters }: DrawnWorld,
  { at, by }: Readonly<{ at: number; by: string }>,
): readonly Action[] {
  const [of = "", ...rest] = clusters;
  const cluster = rest.pop() ?? of;
  const byMilliseconds = sampler.whole(...delays);
  const write = (when: number, value: string): Action => {
    const secret = { mount: sampler.one(mounts.slice(0, 3)), key: `k${sampler.whole(1, keysPerMount)}` };
    return { at: when, by, do: "write", cluster: of, ...secret, value };
  };
  const begins = at + before.milliseconds;
  const soon = () => begins + byMilliseconds * sampler.whole(...midway);
  const promoted = soon();
  const fault = { at: begins, by: nemesis, milliseconds: lastingMilliseconds } as const;
  return [
    ...Array.from({ length: sampler.whole(...before.count) }, (_, index) => ({
      ...write(at + sampler.whole(0, before.milliseconds), `before-${at}-${index}`),
      size: sampler.whole(...before.size),
    })),
    { ...fault, do: "delay", between: [of, cluster], byMilliseconds },
    ...rest.map((other): Action => ({ ...fault, do: "partition", between: [of, other] })),
    { at: begins, by: operator, do: "enable secondary", cluster, of, id: `${cluster.toLowerCase()}-${at}` },
    ...Array.from({ length: sampler.whole(...meanwhile) }, (_, index) => write(soon(), `meanwhile-${at}-${index}`)),
    { at: promoted, by: operator, do: "promote", cluster, force: true },
    ...rest.map((other): Action => {
      const pointed = { at: promoted + sampler.whole(...afterwards), by: operator, cluster: other } as const;
      return { ...pointed, do: "update primary", of: cluster, id: `${other.toLowerCase()}-${at}` };
    }),
  ];
}
