import type { CloudFault } from "#harness/cloud/embedded/cloud-provider.ts";
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
  /** Delays all between two clusters; 0 ends it. */
  delay: (one: string, other: string, milliseconds: number) => void;
  /** An intruder dials the cluster and says to be the one of this id. */
  intrude: (cluster: string, id: string) => void;
  slowDisk: (cluster: string, factor: number) => void;
  /** Undefined ends it. */
  failDisk: (cluster: string, trouble: "full" | "failing" | undefined) => void;
  /** Starts a cluster over an empty disk. */
  loseDisk: (cluster: string) => Promise<void>;
  /** Frames between two clusters arrive twice with this chance; 0 ends it. */
  duplicateFrames: (one: string, other: string, chance: number) => void;
  /** Whether connections between two hosts overtake one another. */
  overtake: (isOn: boolean) => void;
  /** Undefined ends it. */
  narrowNetwork: (charactersPerMillisecond: number | undefined) => void;
  pause: (cluster: string) => void;
  resume: (cluster: string) => void;
  /** Seconds that its wall clock gains in a second; 0 is usual. */
  driftClock: (cluster: string, rate: number) => void;
  /** What the database does with transactions; undefined ends it. */
  refuseWrites: (reason: "read only" | "disk full" | undefined) => void;
  cutTransactions: (when: "before the commit" | "after the commit" | undefined) => void;
  restartDatabase: () => void;
  /** What the cloud answers to an action; undefined ends it. */
  cloudError: (action: string, error: CloudFault | undefined) => Promise<void>;
  slowService: (service: "database" | "cloud", factor: number) => void;
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

  /** Ends every fault that lasts and starts every cluster that is down. A skewed clock stays skewed: no real clock is quite right. */
  async healAll(): Promise<void> {
    for (const end of this.#lasting) await end();
    this.#lasting.clear();
    for (const one of this.#world.clusters) {
      for (const other of [...this.#world.clusters, ...services]) if (one !== other) this.#world.heal(one, other);
      await this.#world.start(one);
    }
  }

  /** Partitions two clusters and heals them again and again, as long as it lasts. */
  #flap({
    between: [one, other],
    everyMilliseconds,
    milliseconds,
  }: Extract<Fault, { do: "flapping partition" }>): void {
    if (one === other) return;
    let isOver = false;
    const turn = (isPartitioned: boolean) => {
      if (isOver) return;
      if (isPartitioned) this.#world.heal(one, other);
      else this.#world.partition(one, other);
      this.#world.after(everyMilliseconds, () => turn(!isPartitioned));
    };
    turn(false);
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
