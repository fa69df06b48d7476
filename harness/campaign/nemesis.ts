import type { Fault } from "./action.ts";

/** What of a world can be made to fail. What begins is ended by its opposite; both may be called twice. */
export type Breakable = Readonly<{
  clusters: readonly string[];
  after: (milliseconds: number, task: () => void) => () => void;
  partition: (one: string, other: string) => void;
  /** Nothing that `from` sends arrives at `to`, and no end is told. */
  blackHole: (from: string, to: string) => void;
  /** Ends partitions and black holes between two parties, in both directions. */
  heal: (one: string, other: string) => void;
  /** Multiplies how long messages are on their way; 1 is usual. */
  slowNetwork: (factor: number) => void;
  slowDisk: (cluster: string, factor: number) => void;
  /** Ends a cluster without warning; `start` starts it over what its disk holds. */
  crash: (cluster: string) => Promise<void>;
  start: (cluster: string) => Promise<void>;
  crashAtFailpoint: (cluster: string, failpoint: string) => void;
  skewClock: (cluster: string, byMilliseconds: number) => void;
  holdCommits: () => void;
  releaseCommits: () => void;
}>;

/** The parties besides clusters that can be partitioned from them. */
const services = ["database", "cloud"] as const;

/** Makes the faults of a schedule, and ends them when they are over or when all is healed. */
export class Nemesis {
  readonly #world: Breakable;
  /** How to end what lasts, in the order in which it began. */
  readonly #lasting = new Set<() => unknown>();

  constructor(world: Breakable) {
    this.#world = world;
  }

  async strike(fault: Fault): Promise<void> {
    const world = this.#world;
    switch (fault.do) {
      case "partition":
        return this.#between(fault.between, fault.milliseconds, () => world.partition(...fault.between));
      case "black hole":
        return this.#between(fault.between, fault.milliseconds, () => {
          const [one, other] = fault.between;
          world.blackHole(one, other);
          if (!fault.oneWay) world.blackHole(other, one);
        });
      case "isolate":
        for (const other of world.clusters) {
          if (other === fault.cluster) continue;
          this.#between([fault.cluster, other], fault.milliseconds, () => world.partition(fault.cluster, other));
        }
        return;
      case "slow network":
        world.slowNetwork(fault.factor);
        return this.#lasts(fault.milliseconds, () => world.slowNetwork(1));
      case "slow disk":
        world.slowDisk(fault.cluster, fault.factor);
        return this.#lasts(fault.milliseconds, () => world.slowDisk(fault.cluster, 1));
      case "crash":
        await world.crash(fault.cluster);
        return this.#lasts(fault.milliseconds, () => world.start(fault.cluster));
      case "crash at failpoint":
        return world.crashAtFailpoint(fault.cluster, fault.failpoint);
      case "skew clock":
        return world.skewClock(fault.cluster, fault.byMilliseconds);
      case "hold commits":
        world.holdCommits();
        return this.#lasts(fault.milliseconds, () => world.releaseCommits());
      case "cut service":
        return this.#between([fault.cluster, fault.service], fault.milliseconds, () => {
          if (fault.silent) world.blackHole(fault.cluster, fault.service);
          else world.partition(fault.cluster, fault.service);
        });
    }
  }

  /** Ends every fault that lasts and starts every cluster that is down. A skewed clock stays skewed: no real clock is quite right. */
  async healAll(): Promise<void> {
    for (const end of this.#lasting) await end();
    this.#lasting.clear();
    for (const one of this.#world.clusters) {
      for (const other of [...this.#world.clusters, ...services]) if (one !== other) this.#world.heal(one, other);
      await this.#world.start(one);
    }
  }

  #between([one, other]: readonly [string, string], milliseconds: number, begin: () => void): void {
    if (one === other) return;
    begin();
    this.#lasts(milliseconds, () => this.#world.heal(one, other));
  }

  #lasts(milliseconds: number, end: () => unknown): void {
    const ended = () => {
      this.#lasting.delete(ended);
      return end();
    };
    this.#lasting.add(ended);
    this.#world.after(milliseconds, () => {
      if (this.#lasting.has(ended)) ended();
    });
  }
}
