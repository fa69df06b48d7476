import { Problem } from "../../api/problem.ts";
import { saved, unsaved } from "../../api/unsaved.ts";
import { SteadyMap } from "../../core/collections/steady-map.ts";
import type { WritePathListener } from "../../core/storage/write-path.ts";
import { steadyTime } from "../../core/time/steady-time.ts";
import type { Cancel, Instant, Timeline } from "../../ports/clock.ts";
import type { ClusterKeys } from "../../ports/cluster-keys.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Change } from "../../ports/store.ts";
import type { Batch } from "../machine/command.ts";
import type { Effects, OutboundMessage, Save, Verdict } from "../machine/effects.ts";
import { step } from "../machine/machine.ts";
import type { Replica } from "../machine/state.ts";
import type { MerkleTree } from "../merkle/tree.ts";
import type { PeerId } from "../protocol/peer.ts";
import { completed, type Knowledge } from "./completed.ts";
import type { Event } from "./event.ts";
import { FilterStates } from "./filter-states.ts";
import { batchOf, type TreeFate, treeFate } from "./save-plan.ts";
import type { WriteLog } from "./write-log.ts";

/** Appends that one batch of the store may hold: what waits while the store is busy is saved together. */
const groupAppends = 512;

/** Inputs that may wait. More means that the store stands still. */
const maxInputs = 65_536;

/** Milliseconds until a tick whose save failed is tried again. */
const retryMilliseconds = 1000;

export type DriverPorts = Pick<Ports, "clock" | "store" | "log" | "failpoint">;

/** What the driver has others do. */
export type EffectHandlers = Readonly<{
  send(outbound: OutboundMessage): void;
  /** See {@link WritePathListener.keep}. */
  keep: NonNullable<WritePathListener["keep"]>;
  /** See {@link WritePathListener.keepOverWipe}. */
  keepOverWipe: NonNullable<WritePathListener["keepOverWipe"]>;
  /** A transition is done and counts: `keys` are the shared keys it changed. */
  transitioned(effects: Effects, keys: readonly string[]): void;
  /** What a peer said could not be saved. */
  deaf(peer: PeerId): void;
}>;

type Append = Readonly<{ batch: Batch; resolve: () => void; reject: (error: Error) => void }>;
type Turn = Readonly<{
  event: () => Event | undefined;
  resolve: (verdict: Verdict | undefined) => void;
  reject: (error: Error) => void;
}>;
/** What is done between two turns. */
type Errand = Readonly<{ errand: () => Promise<void>; reject: (error: Error) => void }>;
type Job = Append | Turn | Errand;

/** Gives the machine one input at a time, and carries out its effects in their order before the next. */
export class Driver {
  readonly #ports: DriverPorts;
  readonly #timeline: Timeline;
  readonly #handlers: EffectHandlers;
  readonly #log: WriteLog;
  readonly #tree: MerkleTree;
  readonly #filterStates: FilterStates;
  readonly #keys: ClusterKeys | undefined;
  #state: Replica;
  #jobs: Job[] = [];
  #running: Promise<void> | undefined;
  #stopped = false;
  #wiping = false;
  readonly #localCommits = new SteadyMap<Promise<void>, true>();
  #alarm: Readonly<{ when: Instant; cancel: Cancel }> | undefined;

  constructor(options: {
    ports: DriverPorts;
    handlers: EffectHandlers;
    log: WriteLog;
    tree: MerkleTree;
    state: Replica;
    /** What the store is encrypted under; undefined where it is not. */
    keys?: ClusterKeys | undefined;
  }) {
    this.#keys = options.keys;
    this.#ports = options.ports;
    this.#timeline = steadyTime(options.ports.clock);
    this.#handlers = options.handlers;
    this.#log = options.log;
    this.#tree = options.tree;
    this.#filterStates = new FilterStates({ store: options.ports.store, log: options.log });
    this.#state = options.state;
  }

  get state(): Replica {
    return this.#state;
  }

  /**
   * Whether what is written stays on this cluster, and no transition is under way: then it need not wait in line. What
   * was handed to the store before a later turn's save is stored before it.
   */
  get isAlone(): boolean {
    return this.#state.role === "disabled" && this.#running === undefined && !this.#stopped;
  }

  /** Saves `batch` as an entry. Waits in line with others, and is saved together with those beside it. */
  append(batch: Batch): Promise<void> {
    return new Promise((resolve, reject) => this.#queue({ batch, resolve, reject }));
  }

  /** Saves changes that replication has no part in. They wait for no transition. Rejects with a Problem. */
  async commitLocal(changes: readonly Change[]): Promise<void> {
    if (this.#wiping) throw new Problem("unavailable", "the storage of this cluster is being wiped");
    const commit = this.#ports.store.commit(changes);
    this.#localCommits.set(commit, true);
    try {
      await saved(commit, this.#ports.log);
    } finally {
      this.#localCommits.delete(commit);
    }
  }

  /** Has the machine take an event when its turn comes; `event` may then say that it no longer matters. Resolves when its effects are done. */
  submit(event: () => Event | undefined): Promise<Verdict | undefined> {
    return new Promise((resolve, reject) => this.#queue({ event, resolve, reject }));
  }

  /** As {@link submit}, for what must not be turned away however much waits: that a connection came or went. There are few of them. */
  submitConnection(event: () => Event | undefined): Promise<Verdict | undefined> {
    return new Promise((resolve, reject) => this.#queue({ event, resolve, reject }, Number.POSITIVE_INFINITY));
  }

  /** Has `task` done between two turns: what is stored of shared keys does not change meanwhile, but for what it changes itself. */
  between<T>(task: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const errand = () => task().then(resolve, reject);
    this.#queue({ errand, reject }, Number.POSITIVE_INFINITY);
    return promise;
  }

  /** Takes no more inputs, and resolves when the last turn is over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#alarm?.cancel();
    this.#alarm = undefined;
    await this.#running;
  }

  #queue(job: Job, max = maxInputs): void {
    if (this.#stopped || this.#jobs.length >= max) {
      job.reject(this.#stopped ? stopping() : new Problem("unavailable", "too many writes wait for the store"));
      return;
    }
    this.#jobs.push(job);
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // One turn of the microtask queue, so that what is written in one breath becomes one batch.
    await undefined;
    while (this.#jobs.length > 0) {
      const jobs = this.#jobs;
      this.#jobs = [];
      for (let next = 0; next < jobs.length; ) next += await this.#take(jobs, next);
    }
    this.#running = undefined;
  }

  /** Takes what stands in line at `start`, and returns how many jobs that were. */
  async #take(jobs: readonly Job[], start: number): Promise<number> {
    const job = jobs[start];
    if (!job || this.#stopped) {
      job?.reject(stopping());
      return 1;
    }
    if ("errand" in job) {
      await job.errand();
      return 1;
    }
    if ("event" in job) {
      await this.#takeEvent(job);
      return 1;
    }
    const appends = appendsAt(jobs, start);
    await this.#takeAppends(appends);
    return appends.length;
  }

  async #takeAppends(appends: readonly Append[]): Promise<void> {
    const command = { type: "append", batches: appends.map(({ batch }) => batch) } as const;
    try {
      await this.#turn({ type: "command", command }, (verdict) => {
        const refused = verdict?.accepted === false ? new Problem(verdict.code, verdict.message) : undefined;
        for (const { resolve, reject } of appends) {
          if (refused) reject(refused);
          else resolve();
        }
      });
    } catch (cause) {
      this.#failed("append", cause);
      for (const { reject } of appends) reject(unsaved(cause));
    }
  }

  async #takeEvent({ event, resolve, reject }: Turn): Promise<void> {
    let current: Event | undefined;
    try {
      current = event();
      if (!current) return resolve(undefined);
      let verdict: Verdict | undefined;
      await this.#turn(current, (given) => {
        verdict = given;
      });
      resolve(verdict);
    } catch (cause) {
      this.#failed(current?.type ?? "none", cause);
      if (current?.type === "message") this.#handlers.deaf(current.from);
      if (current?.type === "connected") this.#handlers.deaf(current.peer);
      reject(unsaved(cause));
    }
  }

  /** The old state stays, and so does what it waits for: time must go on. */
  #failed(input: string, cause: unknown): void {
    this.#ports.log.error("a turn of replication failed", {
      input,
      reason: cause instanceof Error ? cause.message : "",
    });
    if (!this.#alarm) this.#wakeAt(this.#timeline.now() + retryMilliseconds);
  }

  /** One input. Rejects when its save failed, or the machine did; then the old state stays. `saved` is called as soon as the save holds. */
  async #turn(event: Event, saved: (verdict: Verdict | undefined) => void): Promise<void> {
    const found = completed(event, this.#knowledge);
    // Nearly always nothing has to be looked up.
    const whole = found instanceof Promise ? await found : found;
    const [next, effects] = step(this.#state, { ...whole, now: this.#timeline.now() });
    const save = effects.save && this.#log.withRecord(effects.save, next);
    this.#log.expect(next.log.last);
    const { texts, keys } = save ? await this.#save(save, treeFate(this.#state, next)) : nothing;
    this.#state = next;
    this.#log.follow(next.log, { texts, record: save?.record });
    this.#filterStates.transitioned(next);
    if (effects.save) await this.#ports.failpoint(failpointAfter(effects.save));
    saved(effects.verdict);
    for (const outbound of effects.send) this.#send(outbound);
    if (effects.send.length > 0) await this.#ports.failpoint("replication messages sent");
    for (const { level, event: name, facts } of effects.remarks) this.#ports.log[level](name, facts);
    this.#handlers.transitioned(effects, keys);
    this.#wakeAt(effects.wakeAt);
  }

  get #knowledge(): Knowledge {
    return { state: this.#state, filterStates: this.#filterStates, log: this.#log, store: this.#ports.store };
  }

  async #save(save: Save, fate: TreeFate): Promise<Readonly<{ texts: readonly string[]; keys: readonly string[] }>> {
    const { store } = this.#ports;
    this.#wiping = save.wipe !== undefined;
    try {
      // What is under way belongs to what is wiped, or to the tree: it must be there to be deleted, or counted.
      if (this.#wiping || fate === "begins") await Promise.allSettled([...this.#localCommits.keys()]);
      const keep = this.#state.role === "secondary" ? { keep: this.#handlers.keep } : {};
      const { keepOverWipe } = this.#handlers;
      const saving = { store, tree: this.#tree, fate, keepOverWipe, ...keep };
      const { changes, texts, keys, growth } = await batchOf(save, saving);
      if (this.#wiping) await this.#ports.failpoint("storage about to be wiped");
      if (save.wipe?.keys !== undefined && this.#keys) await this.#keys.adopt(save.wipe.keys, changes);
      else if (changes.length > 0) await store.commit(changes);
      if (growth) this.#tree.follow(growth);
      return { texts, keys };
    } finally {
      this.#wiping = false;
    }
  }

  #send(outbound: OutboundMessage): void {
    try {
      this.#handlers.send(outbound);
    } catch (error) {
      this.#ports.log.error("an outbound message of replication was not sent", {
        type: outbound.type,
        reason: error instanceof Error ? error.message : "",
      });
      if ("to" in outbound) this.#handlers.deaf(outbound.to);
    }
  }

  #wakeAt(when: Instant | undefined): void {
    if (this.#alarm?.when === when || this.#stopped) return;
    this.#alarm?.cancel();
    this.#alarm = undefined;
    if (when === undefined) return;
    const cancel = this.#timeline.at(when, () => {
      this.#alarm = undefined;
      void this.submit(() => ({ type: "tick" })).catch(() => {});
    });
    this.#alarm = { when, cancel };
  }
}

const nothing = { texts: [], keys: [] };

/** The failpoint between a save and what is done after it. */
function failpointAfter({ record, page, values }: Save): string {
  if (page || values) return "replication page saved";
  return record ? "replication record saved" : "replication entry saved";
}

function stopping(): Problem {
  return new Problem("unavailable", "this cluster is stopping");
}

/** The appends that stand in line at `start`, as many as go into one batch. */
function appendsAt(jobs: readonly Job[], start: number): readonly Append[] {
  const appends: Append[] = [];
  for (let i = start; i < jobs.length && appends.length < groupAppends; i++) {
    const job = jobs[i];
    if (!job || !("batch" in job)) break;
    appends.push(job);
  }
  return appends;
}
