import type { Cluster } from "#cluster/cluster.ts";
import type { OpenedStore } from "#cluster/stores/opened-store.ts";
import type { Change } from "#engine/ports/store.ts";
import { Pause } from "#harness/faults/pause.ts";
import type { History } from "#harness/history/history.ts";
import { Failpoint } from "#harness/stages/failpoint.ts";
import { callOver } from "#harness/stages/http-call.ts";
import type { StartedAs } from "#harness/stages/stage.ts";
import { eventuallyLive } from "./live-time.ts";

/** The ports of a cluster; 0 for any that is free. */
export type Ports = Readonly<{ api: number; link: number }>;

export type Running = Readonly<{ cluster: Cluster; store: OpenedStore }>;

/** How a cluster is started: on these ports, as this. Rejects, and leaves nothing behind, when it is killed while it starts. */
export type Start = (cluster: LiveCluster, at: Ports, killed: AbortSignal) => Promise<Running>;

/** One cluster of a live stage through its lives: it can be killed, and started again over what it had saved. */
export class LiveCluster implements AsyncDisposable {
  readonly name: string;
  readonly #start: Start;
  readonly #open: (cluster: string) => Promise<OpenedStore>;
  readonly #history: History;
  readonly failpoint = new Failpoint(() => this.restart());
  /** Of the present life. */
  pause = new Pause();
  /** What it was started as last. */
  as: StartedAs;
  #running: Running | undefined;
  /** The start under way, which ends early when it is killed. */
  #starting: Readonly<{ killed: AbortController; over: Promise<unknown> }> | undefined;
  /** The event of its death; undefined while it lives. */
  #crash: number | undefined;
  /** The content of its store when it was backed up, and the number of the last event before that. */
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
    /** Opens its store, which is not open then. */
    open: (cluster: string) => Promise<OpenedStore>;
    history: History;
  }>) {
    this.name = name;
    this.as = as;
    this.#start = start;
    this.#open = open;
    this.#history = history;
  }

  /** Starts it for the first time. */
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

  /** Its present life, or the last one. Throws where it has never begun. */
  get running(): Running {
    if (!this.#running) throw new Error(`${this.name} was not started`);
    return this.#running;
  }

  /** Kills it without warning. Does nothing to one that is dead. */
  async kill(): Promise<void> {
    if (this.#crash !== undefined) return;
    this.#crash = this.#history.note({ type: "crash", cluster: this.name });
    this.pause = new Pause();
    if (this.#starting) return this.#endStart();
    const { cluster, store } = this.running;
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
    this.#crash = undefined;
    try {
      await this.begin({ api: portOf(api), link: portOf(link) });
    } catch (error) {
      // Killed meanwhile, it has died anew.
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

  /** Copies what its store holds. The backup replaces the previous one. */
  async backUp(): Promise<void> {
    const after = this.#history.last;
    const pairs = await this.running.store.range({ prefix: "" });
    this.#backup = { after, content: pairs.map(([key, value]) => ({ key, value })) };
  }

  /** Kills it without warning and starts it again over its backup. Rejects where it has none. */
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

  /** Kills it when it comes to `place` while `task` runs, the first time after it passed it by `passes` times, and starts it again. */
  async crashAt(place: string, task: () => Promise<unknown>, passes = 0): Promise<void> {
    const { restarted } = await this.failpoint.await({ place, passes }, task, eventuallyLive);
    await restarted;
  }

  /** Ends a start that may wait at a failpoint without end. */
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

/** Connections that the killed cluster left in the client's pool are found dead here, not by the next step of a scenario. */
async function answersAgain(api: string): Promise<void> {
  await eventuallyLive(() => callOver(api, { method: "GET", path: "sys/health" }));
}

function portOf(address: string): number {
  return Number(new URL(address).port);
}
