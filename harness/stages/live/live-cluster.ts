import type { Cluster } from "#cluster/cluster.ts";
import type { OpenedStore } from "#cluster/stores/opened-store.ts";
import type { Change } from "#engine/ports/store.ts";
import { callOver } from "#harness/api/http-call.ts";
import { Pause } from "#harness/faults/pause.ts";
import type { History } from "#harness/history/history.ts";
import { Failpoint } from "#harness/stages/failpoint.ts";
import type { StartedAs } from "#harness/stages/stage.ts";
import { eventuallyLive } from "./live-time.ts";

export type Ports = Readonly<{ api: number; link: number }>;

export type Running = Readonly<{ cluster: Cluster; store: OpenedStore }>;

/** Starts a cluster. If the cluster is killed meanwhile, rejects and releases its resources. */
export type Start = (cluster: LiveCluster, at: Ports, killed: AbortSignal) => Promise<Running>;

export class LiveCluster implements AsyncDisposable {
  readonly name: string;
  readonly #start: Start;
  readonly #open: (cluster: string) => Promise<OpenedStore>;
  readonly #history: History;
  readonly failpoint = new Failpoint(() => this.restart());
  /** Suspends the cluster when requested. Each crash replaces this object by a new one. */
  pause = new Pause();
  as: StartedAs;
  #running: Running | undefined;
  #starting: Readonly<{ killed: AbortController; over: Promise<unknown> }> | undefined;
  /** Event number of the last crash; undefined while the cluster runs. */
  #crash: number | undefined;
  #backup: Readonly<{ content: readonly Change[]; after: number }> | undefined;

  constructor({
    name,
    as,
    start,
    open,
    history,
  }: Readonly<{
    name: string;
    as: StartedAs;
    start: Start;
    open: (cluster: string) => Promise<OpenedStore>;
    history: History;
  }>) {
    this.name = name;
    this.as = as;
    this.#start = start;
    this.#open = open;
    this.#history = history;
  }

  async begin(at: Ports): Promise<void> {
    const killed = new AbortController();
    const starting = this.#start(this, at, killed.signal);
    this.#starting = { killed, over: starting.catch(() => {}) };
    try {
      this.#running = await starting;
    } finally {
      this.#starting = undefined;
    }
  }

  /** Throws before the first start. */
  get running(): Running {
    if (!this.#running) throw new Error(`${this.name} was not started`);
    return this.#running;
  }

  /** Kills the cluster without warning. Does nothing if it is already killed. */
  async kill(): Promise<void> {
    if (this.#crash !== undefined) return;
    this.#crash = this.#history.note({ type: "crash", cluster: this.name });
    this.pause = new Pause();
    if (this.#starting) return this.#endStart();
    const { cluster, store } = this.running;
    await cluster.kill();
    // The store keeps its content from the moment of the crash: it is not closed in an orderly way.
    await store.kill();
  }

  /** Starts a killed cluster with its stored data, on the same ports. Does nothing unless it is killed. */
  async startAgain(): Promise<void> {
    const cause = this.#crash;
    if (cause === undefined) return;
    const { api, link } = this.running.cluster;
    this.#history.note({ type: "start", cluster: this.name, cause });
    this.#crash = undefined;
    try {
      await this.begin({ api: portOf(api), link: portOf(link) });
    } catch (error) {
      // If it was killed meanwhile, the newer crash is kept.
      this.#crash ??= cause;
      throw error;
    }
    await answersAgain(api);
  }

  async restart(as: StartedAs = {}): Promise<void> {
    this.as = { ...this.as, ...as };
    await this.kill();
    await this.startAgain();
  }

  async backUp(): Promise<void> {
    const after = this.#history.last;
    const pairs = await this.running.store.range({ prefix: "" });
    this.#backup = { after, content: pairs.map(([key, value]) => ({ key, value })) };
  }

  /** Kills the cluster without warning and starts it with the backup. Rejects if no backup exists. */
  async restoreBackup(): Promise<void> {
    const backup = this.#backup;
    if (!backup) throw new Error(`${this.name} was not backed up`);
    await this.kill();
    const about = { backup: backup.after };
    this.#history.note({ type: "fault", kind: "older store", parties: [this.name], about });
    {
      await using store = await this.#open(this.name);
      const held = await store.range({ prefix: "", keysOnly: true });
      await store.commit([...held.map(([key]) => ({ key, value: null })), ...backup.content]);
    }
    await this.startAgain();
  }

  /**
   * Runs `task`, crashes the cluster at `place` after `passes` earlier passes, and waits until the cluster has
   * restarted.
   */
  async crashAt(place: string, task: () => Promise<unknown>, passes = 0): Promise<void> {
    const { restarted } = await this.failpoint.await({ place, passes }, task, eventuallyLive);
    await restarted;
  }

  async #endStart(): Promise<void> {
    this.#starting?.killed.abort(new Error(`${this.name} was killed`));
    await this.#starting?.over;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#endStart();
    await this.#running?.cluster[Symbol.asyncDispose]();
    await this.#running?.store[Symbol.asyncDispose]();
  }
}

/** Waits until the API responds, so that pooled connections to the killed cluster fail here. */
async function answersAgain(api: string): Promise<void> {
  await eventuallyLive(() => callOver(api, { method: "GET", path: "sys/health" }));
}

function portOf(address: string): number {
  return Number(new URL(address).port);
}
