import type { Cluster } from "#cluster/cluster.ts";
import type { OpenedStore } from "#cluster/stores/opened-store.ts";
import { Pause } from "#harness/faults/pause.ts";
import type { History } from "#harness/history/history.ts";
import { Failpoint } from "#harness/stages/failpoint.ts";
import { callOver } from "#harness/stages/http-call.ts";
import type { StartedAs } from "#harness/stages/stage.ts";
import { eventuallyLive } from "./live-time.ts";

/** The ports of a cluster; 0 for any that is free. */
export type Ports = Readonly<{ api: number; link: number }>;

export type Running = Readonly<{ cluster: Cluster; store: OpenedStore }>;

/** How a cluster is started: on these ports, as this. */
export type Start = (cluster: LiveCluster, at: Ports) => Promise<Running>;

/** One cluster of a live stage through its lives: it can be killed, and started again over what it had saved. */
export class LiveCluster implements AsyncDisposable {
  readonly name: string;
  readonly #start: Start;
  readonly #history: History;
  readonly failpoint = new Failpoint(() => this.restart());
  /** Of the present life. */
  pause = new Pause();
  /** What it was started as last. */
  as: StartedAs;
  #running: Running | undefined;
  /** The event of its death; undefined while it lives. */
  #crash: number | undefined;

  constructor({ name, as, start, history }: Readonly<{ name: string; as: StartedAs; start: Start; history: History }>) {
    this.name = name;
    this.as = as;
    this.#start = start;
    this.#history = history;
  }

  /** Starts it for the first time. */
  async begin(at: Ports): Promise<void> {
    this.#running = await this.#start(this, at);
  }

  /** Its present life, or the last one. Throws where it has never begun. */
  get running(): Running {
    if (!this.#running) throw new Error(`${this.name} was not started`);
    return this.#running;
  }

  /** Kills it without warning. Does nothing to one that is dead. */
  async kill(): Promise<void> {
    if (this.#crash !== undefined) return;
    const { cluster, store } = this.running;
    this.#crash = this.#history.note({ type: "crash", cluster: this.name });
    this.pause = new Pause();
    await cluster.kill();
    // As it was the moment the cluster died: it is not closed in good order.
    await store.kill();
  }

  /** Starts one that was killed over what it had saved, on the same ports. */
  async startAgain(): Promise<void> {
    const cause = this.#crash;
    if (cause === undefined) return;
    const { api, link } = this.running.cluster;
    this.#history.note({ type: "start", cluster: this.name, cause });
    this.#running = await this.#start(this, { api: portOf(api), link: portOf(link) });
    this.#crash = undefined;
    await answersAgain(api);
  }

  async restart(as: StartedAs = {}): Promise<void> {
    this.as = { ...this.as, ...as };
    await this.kill();
    await this.startAgain();
  }

  /** Kills it when it comes to `place` while `task` runs, the first time after it passed it by `passes` times, and starts it again. */
  async crashAt(place: string, task: () => Promise<unknown>, passes = 0): Promise<void> {
    const { restarted } = await this.failpoint.await({ place, passes }, task, eventuallyLive);
    await restarted;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running?.cluster[Symbol.asyncDispose]();
    await this.#running?.store[Symbol.asyncDispose]();
  }
}

/** Connections that the killed cluster left in the client's pool are found dead here, not by the next step of a scenario. */
async function answersAgain(api: string): Promise<void> {
  await eventuallyLive(() => callOver(api, { method: "GET", path: "sys/health" }));
}

function portOf(address: string): number {
  return Number(new URL(address).port);
}
