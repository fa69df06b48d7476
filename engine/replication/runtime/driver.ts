import { assert } from "../../api/errors/assert.ts";
import { reasonOf } from "../../api/errors/reason.ts";
import { saved, unsaved } from "../../api/errors/unsaved.ts";
import { Problem } from "../../api/problem.ts";
import { SteadyMap } from "../../core/collections/steady-map.ts";
import type { ReplicaObserver } from "../../core/storage/replica-observer.ts";
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
import { type StoredFacts, withStoredFacts } from "./completed.ts";
import type { Event } from "./event.ts";
import { FilterStates } from "./filter-states.ts";
import { planSave, type TreeTransition, treeTransition } from "./save-plan.ts";
import type { WriteLog } from "./write-log.ts";

/** Maximum number of writes in one batch of the store. Writes that wait while the store is busy are saved together. */
const groupAppends = 512;

const maxInputs = 65_536;

/** Milliseconds until the next tick after a step failed, if no tick is scheduled. */
const retryMilliseconds = 1000;

export type DriverPorts = Pick<Ports, "clock" | "store" | "log" | "failpoint">;

export type EffectHandlers = Readonly<{
  peers: Readonly<{ send(outbound: OutboundMessage): void; breakOff(peer: PeerId, reason: string): void }>;
  observer: Pick<ReplicaObserver, "beforeDeletion" | "beforeWipe">;
  /**
   * Called after a transition is saved and its messages are passed to the links. `keys` are the shared
   * keys that it changed.
   */
  transitioned(effects: Effects, keys: readonly string[]): void;
}>;

type Append = Readonly<{ kind: "append"; batch: Batch; resolve: () => void; reject: (error: Error) => void }>;
type Submission = Readonly<{
  kind: "submission";
  event: () => Event | undefined;
  resolve: (verdict: Verdict | undefined) => void;
  reject: (error: Error) => void;
}>;
type ExclusiveTask = Readonly<{ kind: "task"; task: () => Promise<void>; reject: (error: Error) => void }>;
type Job = Append | Submission | ExclusiveTask;

type Turn = Readonly<{
  count: number;
  event: () => Event | undefined;
  saved: (verdict: Verdict | undefined) => void;
  performed: (verdict: Verdict | undefined) => void;
  failed: (error: Error) => void;
}>;

/**
 * Passes inputs to the state machine one at a time. The effects of an input are performed in order before the next
 * input is taken.
 */
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
   * True when replication is disabled, the driver is not stopped, and no step is in progress: then a write need not
   * wait in the queue. Changes that are passed to the store now are stored before those of a later step.
   */
  get isAlone(): boolean {
    return this.#state.role === "disabled" && this.#running === undefined && !this.#stopped;
  }

  /**
   * Passes `batch` to the state machine after all earlier jobs, perhaps together with adjacent
   * batches. Resolves when it is saved. Rejects with a Problem if it is refused or cannot be saved.
   */
  append(batch: Batch): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#enqueue({ kind: "append", batch, resolve, reject });
    return promise;
  }

  /**
   * Saves changes that become no entry of the write log. They do not wait in the queue. Rejects with a
   * Problem if they cannot be saved.
   */
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

  /**
   * Passes an event to the state machine after all earlier jobs. `event` is called at that time,
   * and returns undefined if the event no longer applies. Resolves when its effects are performed.
   * Rejects with a Problem if `maxWaiting` jobs wait, the driver is stopped, or the effects fail.
   */
  submit(event: () => Event | undefined, maxWaiting = maxInputs): Promise<Verdict | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Verdict | undefined>();
    this.#enqueue({ kind: "submission", event, resolve, reject }, maxWaiting);
    return promise;
  }

  /**
   * Like {@link submit}, but without a limit of waiting inputs. For connections that open or end, of which there are
   * few.
   */
  submitConnection(event: () => Event | undefined): Promise<Verdict | undefined> {
    return this.submit(event, Number.POSITIVE_INFINITY);
  }

  report(event: () => Event | undefined): void {
    void this.submitConnection(event).catch(() => {});
  }

  /** Runs `task` between two steps of the state machine. */
  between<T>(task: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const run = () => task().then(resolve, reject);
    this.#enqueue({ kind: "task", task: run, reject }, Number.POSITIVE_INFINITY);
    return promise;
  }

  /** Refuses further inputs, and resolves when the current step is complete. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#alarm?.cancel();
    this.#alarm = undefined;
    await this.#running;
  }

  #enqueue(job: Job, maxWaiting = maxInputs): void {
    if (this.#stopped || this.#jobs.length >= maxWaiting) {
      job.reject(this.#stopped ? stopping() : new Problem("unavailable", "too many writes wait for the store"));
      return;
    }
    this.#jobs.push(job);
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    // Wait one microtask, so that writes of the same synchronous run become one batch.
    await undefined;
    while (this.#jobs.length > 0) {
      const jobs = this.#jobs;
      this.#jobs = [];
      for (let next = 0; next < jobs.length; ) next += await this.#take(jobs, next);
    }
    this.#running = undefined;
  }

  async #take(jobs: readonly Job[], start: number): Promise<number> {
    const job = jobs[start];
    assert(job, "the queue of the driver has a gap");
    if (this.#stopped) {
      job.reject(stopping());
      return 1;
    }
    if (job.kind === "task") {
      await job.task();
      return 1;
    }
    const turn = job.kind === "append" ? appending(appendsAt(jobs, start)) : submitting(job);
    let event: Event | undefined;
    try {
      event = turn.event();
      turn.performed(event && (await this.#step(event, turn.saved)));
    } catch (cause) {
      this.#failed(event, cause);
      turn.failed(unsaved(cause));
    }
    return turn.count;
  }

  #failed(event: Event | undefined, cause: unknown): void {
    const input = event?.type === "command" && event.command.type === "append" ? "append" : (event?.type ?? "none");
    this.#ports.log.error("a turn of replication failed", {
      input,
      reason: reasonOf(cause),
    });
    if (!this.#alarm) this.#wakeAt(this.#timeline.now() + retryMilliseconds);
    if (event?.type === "message") this.#handlers.peers.breakOff(event.from, storageFailed);
    if (event?.type === "connected") this.#handlers.peers.breakOff(event.peer, storageFailed);
  }

  async #step(event: Event, saved: Turn["saved"]): Promise<Verdict | undefined> {
    const found = withStoredFacts(event, this.#knowledge);
    const whole = found instanceof Promise ? await found : found;
    const [next, effects] = step(this.#state, { ...whole, now: this.#timeline.now() });
    const save = effects.save && this.#log.withRecord(effects.save, next);
    this.#log.expect(next.log.last);
    const { texts, keys } = save ? await this.#save(save, treeTransition(this.#state, next)) : nothing;
    this.#state = next;
    this.#log.follow(next.log, { texts, record: save?.record });
    this.#filterStates.transitioned(next);
    if (effects.save) await this.#ports.failpoint(failpointAfter(effects.save));
    saved(effects.verdict);
    for (const outbound of effects.send) {
      try {
        this.#handlers.peers.send(outbound);
      } catch (error) {
        this.#notSent(outbound, error);
      }
    }
    if (effects.send.length > 0) await this.#ports.failpoint("replication messages sent");
    for (const { level, event: name, facts } of effects.logLines) this.#ports.log[level](name, facts);
    this.#handlers.transitioned(effects, keys);
    this.#wakeAt(effects.wakeAt);
    return effects.verdict;
  }

  get #knowledge(): StoredFacts {
    return { state: this.#state, filterStates: this.#filterStates, log: this.#log, store: this.#ports.store };
  }

  async #save(
    save: Save,
    treeTransition: TreeTransition,
  ): Promise<Readonly<{ texts: readonly string[]; keys: readonly string[] }>> {
    const { store } = this.#ports;
    this.#wiping = save.wipe !== undefined;
    try {
      // Before a wipe, and before the tree is built, commits in progress have to be complete.
      if (this.#wiping || treeTransition === "build") await Promise.allSettled([...this.#localCommits.keys()]);
      const { changes, texts, keys, treeUpdate } = await planSave(save, {
        ...{ store, tree: this.#tree, treeTransition, role: this.#state.role },
        observer: this.#handlers.observer,
      });
      if (this.#wiping) await this.#ports.failpoint("storage about to be wiped");
      if (save.wipe?.keys !== undefined && this.#keys) await this.#keys.adopt(save.wipe.keys, changes);
      else if (changes.length > 0) await store.commit(changes);
      if (treeUpdate) this.#tree.apply(treeUpdate);
      return { texts, keys };
    } finally {
      this.#wiping = false;
    }
  }

  #notSent(outbound: OutboundMessage, error: unknown): void {
    this.#ports.log.error("an outbound message of replication was not sent", {
      type: outbound.type,
      reason: reasonOf(error),
    });
    if ("to" in outbound) this.#handlers.peers.breakOff(outbound.to, storageFailed);
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

function failpointAfter({ record, page, values }: Save): string {
  if (page || values) return "replication page saved";
  return record ? "replication record saved" : "replication entry saved";
}

function stopping(): Problem {
  return new Problem("unavailable", "this cluster is stopping");
}

const storageFailed = "the storage failed";

function appending(appends: readonly Append[]): Turn {
  const command = { type: "append", batches: appends.map(({ batch }) => batch) } as const;
  const failed = (error: Error) => {
    for (const { reject } of appends) reject(error);
  };
  return {
    count: appends.length,
    event: () => ({ type: "command", command }),
    saved(verdict) {
      if (verdict?.accepted === false) failed(new Problem(verdict.code, verdict.message));
      else for (const { resolve } of appends) resolve();
    },
    performed() {},
    failed,
  };
}

function submitting({ event, resolve, reject }: Submission): Turn {
  return { count: 1, event, saved() {}, performed: resolve, failed: reject };
}

function appendsAt(jobs: readonly Job[], start: number): readonly Append[] {
  const appends: Append[] = [];
  for (let at = start; at < jobs.length && appends.length < groupAppends; at++) {
    const job = jobs[at];
    if (job?.kind !== "append") break;
    appends.push(job);
  }
  return appends;
}
