import type { CloudFault } from "#harness/cloud/embedded/cloud-provider.ts";
import type { Fault } from "./action.ts";

/**
 * The faults that a world supports. A lasting fault ends by another call, such as `heal` or the same call with its
 * normal value.
 */
export type FaultTarget = Readonly<{
  clusters: readonly string[];
  after: (milliseconds: number, task: () => void) => () => void;
  partition: (one: string, other: string) => void;
  /** Silently drops what `from` sends to `to`. Connections stay open. */
  blackHole: (from: string, to: string) => void;
  /** Ends all partitions, black holes and delays between two parties, in both directions. */
  heal: (one: string, other: string) => void;
  /** Multiplies the latency of all messages by `factor`. Normal: 1. */
  slowNetwork: (factor: number) => void;
  /** Adds latency to all messages between two clusters. 0 ends the fault. */
  delay: (one: string, other: string, milliseconds: number) => void;
  intrude: (cluster: string, id: string) => void;
  slowDisk: (cluster: string, factor: number) => void;
  /** Starts a fault of a cluster's disk. `undefined` ends the fault. */
  failDisk: (cluster: string, trouble: "full" | "failing" | undefined) => void;
  loseDisk: (cluster: string) => Promise<void>;
  /** Delivers frames between two clusters twice with probability `chance`. 0 ends the fault. */
  duplicateFrames: (one: string, other: string, chance: number) => void;
  /** While `isOn`, messages of one connection may overtake those of another connection. */
  overtake: (isOn: boolean) => void;
  /** Limits the bandwidth of each path between two hosts. `undefined` removes the limit. */
  narrowNetwork: (charactersPerMillisecond: number | undefined) => void;
  pause: (cluster: string) => void;
  resume: (cluster: string) => void;
  /** Sets the drift of a cluster's wall clock, in seconds per second. Normal: 0. */
  driftClock: (cluster: string, rate: number) => void;
  /** Makes the database refuse writes. `undefined` ends the fault. */
  refuseWrites: (reason: "read only" | "disk full" | undefined) => void;
  cutTransactions: (when: "before the commit" | "after the commit" | undefined) => void;
  restartDatabase: () => void;
  cloudError: (action: string, error: CloudFault | undefined) => Promise<void>;
  slowService: (service: "database" | "cloud", factor: number) => void;
  /** Kills a cluster without warning. `start` restarts it with the contents of its disk. */
  crash: (cluster: string) => Promise<void>;
  start: (cluster: string) => Promise<void>;
  crashAtFailpoint: (cluster: string, failpoint: string) => void;
  skewClock: (cluster: string, byMilliseconds: number) => void;
  holdCommits: () => void;
  releaseCommits: () => void;
}>;

const services = ["database", "cloud"] as const;

/** Injects the faults of a schedule. A lasting fault ends after its duration, or at the latest in `healAll`. */
export class Nemesis {
  readonly #world: FaultTarget;
  readonly #lasting = new Set<() => unknown>();

  constructor(world: FaultTarget) {
    this.#world = world;
  }

  async inject(fault: Fault): Promise<void> {
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
      case "flapping partition":
        return this.#flap(fault);
      case "bridge":
        return this.#bridge(fault);
      case "duplicate frames": {
        const [one, other] = fault.between;
        if (one === other) return;
        world.duplicateFrames(one, other, fault.chance);
        return this.#lasts(fault.milliseconds, () => world.duplicateFrames(one, other, 0));
      }
      case "overtaking connections":
        world.overtake(true);
        return this.#lasts(fault.milliseconds, () => world.overtake(false));
      case "narrow network":
        world.narrowNetwork(fault.charactersPerMillisecond);
        return this.#lasts(fault.milliseconds, () => world.narrowNetwork(undefined));
      case "pause":
        world.pause(fault.cluster);
        return this.#lasts(fault.milliseconds, () => world.resume(fault.cluster));
      case "disk trouble":
        world.failDisk(fault.cluster, fault.trouble);
        return this.#lasts(fault.milliseconds, () => world.failDisk(fault.cluster, undefined));
      case "lose disk":
        return world.loseDisk(fault.cluster);
      case "drift clock":
        world.driftClock(fault.cluster, fault.rate);
        return this.#lasts(fault.milliseconds, () => world.driftClock(fault.cluster, 0));
      case "refuse writes":
        world.refuseWrites(fault.reason);
        return this.#lasts(fault.milliseconds, () => world.refuseWrites(undefined));
      case "cut transactions":
        world.cutTransactions(fault.when);
        return this.#lasts(fault.milliseconds, () => world.cutTransactions(undefined));
      case "restart database":
        return world.restartDatabase();
      case "cloud error":
        await world.cloudError(fault.action, fault.error);
        return this.#lasts(fault.milliseconds, () => world.cloudError(fault.action, undefined));
      case "slow service":
        world.slowService(fault.service, fault.factor);
        return this.#lasts(fault.milliseconds, () => world.slowService(fault.service, 1));
      case "slow network":
        world.slowNetwork(fault.factor);
        return this.#lasts(fault.milliseconds, () => world.slowNetwork(1));
      case "delay": {
        const [one, other] = fault.between;
        if (one === other) return;
        world.delay(one, other, fault.byMilliseconds);
        return this.#lasts(fault.milliseconds, () => world.delay(one, other, 0));
      }
      case "intruder":
        return world.intrude(fault.cluster, fault.id);
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

  /**
   * Ends the lasting faults, heals the links of all clusters, and starts clusters that are down. Clocks that were set
   * are not corrected.
   */
  async healAll(): Promise<void> {
    for (const end of this.#lasting) await end();
    this.#lasting.clear();
    for (const one of this.#world.clusters) {
      for (const other of [...this.#world.clusters, ...services]) if (one !== other) this.#world.heal(one, other);
      await this.#world.start(one);
    }
  }

  #flap({
    between: [one, other],
    everyMilliseconds,
    milliseconds,
  }: Extract<Fault, { do: "flapping partition" }>): void {
    if (one === other) return;
    let isOver = false;
    const flip = (isPartitioned: boolean) => {
      if (isOver) return;
      if (isPartitioned) this.#world.heal(one, other);
      else this.#world.partition(one, other);
      this.#world.after(everyMilliseconds, () => flip(!isPartitioned));
    };
    flip(false);
    this.#lasts(milliseconds, () => {
      isOver = true;
      this.#world.heal(one, other);
    });
  }

  #bridge({ cluster, milliseconds }: Extract<Fault, { do: "bridge" }>): void {
    const others = this.#world.clusters.filter((name) => name !== cluster);
    const half = Math.ceil(others.length / 2);
    for (const one of others.slice(0, half)) {
      for (const other of others.slice(half)) {
        this.#between([one, other], milliseconds, () => this.#world.partition(one, other));
      }
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
