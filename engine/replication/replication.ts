import type { Answer } from "../api/answer.ts";
import type { JsonObject } from "../api/json.ts";
import { Problem } from "../api/problem.ts";
import type { Request } from "../api/request.ts";
import type { Reading } from "../core/metrics/metrics.ts";
import type { ReplicaObserver } from "../core/storage/replica-observer.ts";
import type { ForwardedCall, Outcome, ServeForwarded, WritePath } from "../core/storage/write-path.ts";
import { steadyTime } from "../core/time/steady-time.ts";
import type { Timeline } from "../ports/clock.ts";
import type { ClusterKeys } from "../ports/cluster-keys.ts";
import type { Wire, WireListener } from "../ports/link.ts";
import type { Ports } from "../ports/ports.ts";
import type { Change } from "../ports/store.ts";
import { ChangeNotifier } from "./apply/change-notifier.ts";
import { IndexWaiters } from "./apply/index-waiters.ts";
import { Consistency, indexHeader } from "./consistency.ts";
import { PathsFilters } from "./filters/paths-filters.ts";
import type { Effects } from "./machine/effects.ts";
import { fencedReason } from "./machine/primary/primary.ts";
import { notWritable } from "./machine/secondary/secondary.ts";
import { isCopying, type Replica } from "./machine/state.ts";
import type { MerkleTree } from "./merkle/tree.ts";
import { Activations } from "./operations/activations.ts";
import { AnswerWaiters } from "./operations/answer-waiters.ts";
import { Commands } from "./operations/commands.ts";
import { replicationGauges } from "./operations/gauges.ts";
import { Maintenance } from "./operations/maintenance.ts";
import { Roles } from "./operations/roles.ts";
import { type Mode, modeOf, statusOf } from "./operations/status.ts";
import { isFenced } from "./protocol/claim.ts";
import { sharedPrefix } from "./protocol/entry.ts";
import type { PeerId } from "./protocol/peer.ts";
import { Driver } from "./runtime/driver.ts";
import { Forwarding } from "./runtime/forwarding.ts";
import { Peers } from "./runtime/peers.ts";
import { TreeUpkeep } from "./runtime/tree-upkeep.ts";
import type { WriteLog } from "./runtime/write-log.ts";

const applyMilliseconds = 2000;

/**
 * Maximum milliseconds for which the writes of a restarted primary wait for the replies of other members: slightly
 * longer than an inquiry takes.
 */
const roleConfirmationMilliseconds = 2500;

const staleWarning =
  "The primary carried out the write, but it has not arrived on this cluster yet: reads here may show the old state for a while.";

export type ReplicationPorts = Pick<
  Ports,
  "clock" | "entropy" | "store" | "cryptography" | "certificates" | "link" | "log" | "failpoint"
>;

const firstCopySeconds = 1;

const firstCopyMissing =
  "this secondary does not have its first copy of the primary's data yet: try again later, or ask another cluster";

export class Replication implements WritePath {
  readonly #driver: Driver;
  readonly #peers: Peers;
  readonly #forwarding: Forwarding;
  readonly #notifier: ChangeNotifier;
  readonly #indexWaiters: IndexWaiters;
  readonly #answers: AnswerWaiters;
  readonly #timeline: Timeline;
  readonly #tree: MerkleTree;
  readonly #upkeep: TreeUpkeep;
  readonly #consistency: Consistency;
  /** True while the first copy is in progress, or while the core has not been notified of its completion. */
  #awaitsFirstCopy: boolean;
  #roleConfirmation: Promise<void> | undefined;
  readonly roles: Roles;
  readonly activations: Activations;
  readonly maintenance: Maintenance;
  readonly filters: PathsFilters;

  constructor(options: {
    ports: ReplicationPorts;
    keys?: ClusterKeys;
    observer: ReplicaObserver;
    serve: ServeForwarded;
    log: WriteLog;
    tree: MerkleTree;
    state: Replica;
  }) {
    const { ports, observer, serve, log, tree, state, keys } = options;
    this.#notifier = new ChangeNotifier(observer, ports);
    this.#timeline = steadyTime(ports.clock);
    this.#indexWaiters = new IndexWaiters(this.#timeline);
    this.#answers = new AnswerWaiters(this.#timeline);
    this.filters = new PathsFilters({
      store: ports.store,
      state: () => this.#driver.state,
      commit: (change) => this.commit("", [change]),
    });
    this.#forwarding = new Forwarding({
      clock: this.#timeline,
      log: ports.log,
      serve,
      lastIndex: () => this.lastIndex,
    });
    this.#consistency = new Consistency({ state: () => this.#driver.state, cryptography: ports.cryptography });
    this.#awaitsFirstCopy = modeOf(state) === "bootstrapping";
    this.#tree = tree;
    this.#peers = new Peers({ ports, keys, log, tree, forwarding: this.#forwarding, driver: () => this.#driver });
    this.#driver = new Driver({
      ports,
      log,
      tree,
      state,
      keys,
      handlers: {
        peers: this.#peers,
        observer,
        transitioned: (effects, keys) => this.#transitioned(effects, keys),
      },
    });
    this.#upkeep = new TreeUpkeep({
      ...{ driver: this.#driver, tree, timeline: this.#timeline },
      ...{ store: ports.store, clock: ports.clock, log: ports.log },
    });
    const commands = new Commands({ driver: this.#driver, delivered: () => this.#notifier.delivered });
    const operationOptions = { ports, commands, driver: this.#driver };
    this.roles = new Roles({
      ...operationOptions,
      peers: this.#peers,
      answers: this.#answers,
      timeline: this.#timeline,
    });
    this.activations = new Activations(operationOptions);
    this.maintenance = new Maintenance({ ...operationOptions, tree, upkeep: this.#upkeep });
  }

  start(): void {
    this.#peers.showIdentity();
    const { state } = this.#driver;
    if (state.role === "primary" && state.inquiry !== null && state.record.members.length > 0) {
      const answer = this.#answers.begin(roleConfirmationMilliseconds);
      this.#roleConfirmation = answer.over.then(() => {
        this.#roleConfirmation = undefined;
      });
    }
    void this.#driver.submit(() => ({ type: "tick" })).catch(() => {});
    this.#upkeep.start();
  }

  async stop(): Promise<void> {
    this.#notifier.stop();
    this.#answers.answered();
    this.#upkeep.stop();
    await this.#driver.stop();
    this.#peers.closeAll();
  }

  isPrimary(): boolean {
    const { state } = this.#driver;
    return state.role === "disabled" || (state.role === "primary" && !isFenced(state.record));
  }

  hasSecondaries(): boolean {
    const { state } = this.#driver;
    return state.role === "primary" && state.secondaries.some(({ phase }) => phase !== "away");
  }

  filteredFrom(secondary: string): Promise<ReadonlySet<string>> {
    return this.filters.excludedFrom(secondary);
  }

  isFiltered(namespace: string): boolean {
    return this.#driver.state.record?.filtered.some(({ name }) => name === `namespace/${namespace}`) ?? false;
  }

  get mode(): Mode {
    return modeOf(this.#driver.state);
  }

  /** The id of the replication set; "" while replication is disabled. */
  get set(): string {
    return this.#driver.state.record?.set ?? "";
  }

  get lastIndex(): number {
    return this.#driver.state.log.last;
  }

  gauges(): readonly Reading[] {
    return replicationGauges(this.#driver.state, this.#timeline.now());
  }

  status(): JsonObject {
    const sources = {
      tree: this.#tree,
      progress: this.#peers.syncProgress,
      now: this.#timeline.now(),
      linkFactsOf: (peer: PeerId) => this.#peers.linkFactsOf(peer),
    };
    const status = statusOf(this.#driver.state, sources);
    // Requests are answered with 503 until the core has been notified that the first copy is complete.
    return this.#awaitsFirstCopy && status.state === "stream-wals" ? { ...status, state: "merkle-sync" } : status;
  }

  commit(mount: string, changes: readonly Change[]): Promise<void> {
    const isLocal = this.#driver.isAlone || !changes.some(isShared);
    return isLocal ? this.#driver.commitLocal(changes) : this.#commitShared(mount, changes);
  }

  async #commitShared(mount: string, changes: readonly Change[]): Promise<void> {
    if (this.#roleConfirmation) await this.#roleConfirmation;
    const [shared, local] = [changes.filter(isShared), changes.filter((change) => !isShared(change))];
    this.#expectNotFenced();
    if (!this.isPrimary()) {
      throw new Problem("unavailable", notWritable);
    }
    return this.#driver.append({ mount, shared, local });
  }

  #expectNotFenced(): void {
    const { state } = this.#driver;
    if (state.role === "primary" && isFenced(state.record)) {
      throw new Problem("unavailable", fencedReason(state.record));
    }
  }

  async forward(
    call: ForwardedCall,
    { arrivalMilliseconds = applyMilliseconds }: Readonly<{ arrivalMilliseconds?: number }> = {},
  ): Promise<Outcome> {
    this.#expectNotFenced();
    const session = this.#peers.upstream;
    if (!session) return this.#forwarding.refuse(call);
    const { outcome, index } = await this.#forwarding.call(session, call);
    if ("problem" in outcome) return outcome;
    const answer = outcome.answer ?? undefined;
    const stale = { ...answer, warnings: [...(answer?.warnings ?? []), staleWarning] };
    const isHere = await this.#applied(index, arrivalMilliseconds);
    return { answer: this.#consistency.withIndex(isHere ? answer : stale, index) ?? null };
  }

  /**
   * Checks the required index in `headers`; see {@link Consistency.expect}. Resolves when the core has
   * been notified of the entries so far. Returns undefined if no index is required.
   */
  expectIndex(headers: Request["headers"]): Promise<void> | undefined {
    const seen = headers[indexHeader];
    return seen ? this.#expectSeen(seen) : undefined;
  }

  async #expectSeen(header: string): Promise<void> {
    this.#consistency.expect(header);
    await this.#notifier.delivered;
  }

  firstCopyRefusal(): Problem | undefined {
    if (!this.#awaitsFirstCopy && this.mode !== "bootstrapping") return undefined;
    const headers = { "retry-after": String(firstCopySeconds) };
    return new Problem("unavailable", firstCopyMissing, { plain: true, headers });
  }

  withIndex(answer: Answer | undefined): Answer | undefined {
    return this.#consistency.withIndex(answer);
  }

  accept(wire: Wire): WireListener {
    return this.#peers.accept(wire);
  }

  #transitioned({ apply, answered }: Effects, keys: readonly string[]): void {
    this.#peers.showIdentity();
    if (answered) this.#answers.answered();
    for (const notice of apply) this.#notifier.notify(notice, keys);
    this.#upkeep.start();
    this.#noteFirstCopy();
    if (!apply.includes("changed keys")) return;
    const { state } = this.#driver;
    if (state.role !== "secondary" || isCopying(state)) return;
    const { last } = state.log;
    void this.#notifier.delivered.then(() => this.#indexWaiters.reached(last));
  }

  #noteFirstCopy(): void {
    if (this.mode === "bootstrapping") this.#awaitsFirstCopy = true;
    else if (this.#awaitsFirstCopy) {
      void this.#notifier.delivered.then(() => {
        this.#awaitsFirstCopy = this.mode === "bootstrapping";
      });
    }
  }

  async #applied(index: number, milliseconds: number): Promise<boolean> {
    const { state } = this.#driver;
    const there = state.log.last >= index && !isCopying(state);
    const reached = this.#indexWaiters.within(milliseconds, index);
    if (there) void this.#notifier.delivered.then(() => this.#indexWaiters.reached(index));
    return reached;
  }
}

function isShared({ key }: Change): boolean {
  return key.startsWith(sharedPrefix);
}
