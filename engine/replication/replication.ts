import type { Answer } from "../api/answer.ts";
import type { JsonObject } from "../api/json.ts";
import { Problem } from "../api/problem.ts";
import type { Request } from "../api/request.ts";
import type { Reading } from "../core/metrics/metrics.ts";
import { uuid } from "../core/naming/random-names.ts";
import type { ForwardedCall, Outcome, WritePath, WritePathListener } from "../core/storage/write-path.ts";
import type { Instant, Timeline } from "../ports/clock.ts";
import type { ClusterKeys } from "../ports/cluster-keys.ts";
import type { Wire, WireListener } from "../ports/link.ts";
import type { Ports } from "../ports/ports.ts";
import type { Change } from "../ports/store.ts";
import { fetchActivation, type Unwrapping } from "./activation.ts";
import { Consistency, indexHeader } from "./consistency.ts";
import { AnswerWaiters } from "./driver/answer-waiters.ts";
import { ChangeNotifier } from "./driver/change-notifier.ts";
import { Driver } from "./driver/driver.ts";
import { Forwarding } from "./driver/forwarding.ts";
import { IndexWaiters } from "./driver/index-waiters.ts";
import { KeyPairs } from "./driver/key-pairs.ts";
import { Peers } from "./driver/peers.ts";
import { recordKey } from "./driver/saving.ts";
import { newSecret, secretDigest } from "./driver/secret.ts";
import { TreeUpkeep } from "./driver/tree-upkeep.ts";
import { WriteLog } from "./driver/write-log.ts";
import { decrypted, encryptionTo, isEncrypted } from "./encrypted-activation.ts";
import { PathsFilters } from "./filters/paths-filters.ts";
import { replicationGauges } from "./gauges.ts";
import { newIdentity } from "./identity.ts";
import { isFenced } from "./machine/claim.ts";
import type { Activation, Command } from "./machine/command.ts";
import { isMidway } from "./machine/data-phase.ts";
import type { Effects, Verdict } from "./machine/effects.ts";
import { sharedPrefix } from "./machine/entry.ts";
import type { PeerId } from "./machine/peer.ts";
import { fencedReason } from "./machine/primary.ts";
import { type StoredRecord, storedRecord } from "./machine/record.ts";
import { fresh, inRole, type Replica, restored } from "./machine/state.ts";
import type { TreeReport } from "./merkle/check.ts";
import { MerkleTree } from "./merkle/tree.ts";
import { givenUpWarning, type Mode, modeOf, statusOf } from "./status.ts";

/** Milliseconds that a forwarded write waits to be seen here: the reference's best effort. */
const applyMilliseconds = 2000;

/** Milliseconds that an operator's call waits for what another cluster says. */
const answerMilliseconds = 2000;

/** Milliseconds for which a promotion waits for what the demoted cluster still sends, and between two questions. */
const catchUpMilliseconds = 5000;
const askAgainMilliseconds = 100;

const staleWarning =
  "The primary carried out the write, but it has not arrived on this cluster yet: reads here may show the old state for a while.";

export type ReplicationPorts = Pick<
  Ports,
  "clock" | "entropy" | "store" | "cryptography" | "certificates" | "link" | "log" | "failpoint"
>;

/** What an operator is told about a transition that was done. */
export type Done = Readonly<{ warnings: readonly string[] }>;

/** Opens what the store holds of replication; over a store that holds nothing, replication is disabled. */
export async function openReplication(options: {
  ports: ReplicationPorts;
  /** What the store is encrypted under; undefined where it is not. */
  keys?: ClusterKeys;
  listener: WritePathListener;
}): Promise<Replication> {
  const { store, clock } = options.ports;
  const timeline = clock.steady ?? clock;
  const text = await store.read(recordKey);
  const stored =
    text === undefined ? undefined : await withIdentity(storedRecord.parse(JSON.parse(text)), options.ports);
  const { log, span } = await WriteLog.open(store, stored?.log ?? fresh.log);
  const state = stored ? restored(stored, span, timeline.now()) : { ...fresh, log: span };
  const tree = await MerkleTree.open(options.ports);
  return new Replication({ ...options, log, tree, state });
}

/** `stored`, of which a cluster that is in a set has a key; one that was stored before clusters had keys gets one, and has to be given new tokens. */
async function withIdentity(stored: StoredRecord, ports: ReplicationPorts): Promise<StoredRecord> {
  if (stored.role === "disabled" || stored.record.identity) return stored;
  const { credentials: identity } = newIdentity(ports);
  const known: StoredRecord =
    stored.role === "primary"
      ? { ...stored, record: { ...stored.record, identity } }
      : { ...stored, record: { ...stored.record, identity } };
  await ports.store.commit([{ key: recordKey, value: JSON.stringify(known) }]);
  return known;
}

/** One cluster's part in replication: the write path, the link to its peers, and what operators do. */
export class Replication implements WritePath {
  readonly #ports: ReplicationPorts;
  readonly #driver: Driver;
  readonly #peers: Peers;
  readonly #forwarding: Forwarding;
  readonly #notifier: ChangeNotifier;
  readonly #indexWaiters: IndexWaiters;
  readonly #answers: AnswerWaiters;
  /** The time of what goes on between clusters: it is never set back. */
  readonly #timeline: Timeline;
  readonly #tree: MerkleTree;
  readonly #upkeep: TreeUpkeep;
  readonly #keyPairs: KeyPairs;
  readonly #consistency: Consistency;
  /** What operators say of who gets what. */
  readonly filters: PathsFilters;

  constructor(options: {
    ports: ReplicationPorts;
    keys?: ClusterKeys;
    listener: WritePathListener;
    log: WriteLog;
    tree: MerkleTree;
    state: Replica;
  }) {
    const { ports, listener, log, tree, state, keys } = options;
    this.#ports = ports;
    this.#notifier = new ChangeNotifier(listener, ports);
    this.#timeline = ports.clock.steady ?? ports.clock;
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
      serve: (call, from) => listener.serve(call, from),
      lastIndex: () => this.lastIndex,
    });
    this.#consistency = new Consistency({ state: () => this.#driver.state, cryptography: ports.cryptography });
    this.#tree = tree;
    this.#peers = new Peers({ ports, keys, log, tree, forwarding: this.#forwarding, driver: () => this.#driver });
    this.#driver = new Driver({
      ports,
      log,
      tree,
      state,
      keys,
      handlers: {
        send: (outbound) => this.#peers.send(outbound),
        keep: async (deleted, lastValue) => (await listener.keep?.(deleted, lastValue)) ?? [],
        keepOverWipe: async () => (await listener.keepOverWipe?.()) ?? [],
        turned: (effects, keys) => this.#turned(effects, keys),
        deaf: (peer) => this.#peers.breakOff(peer, "the storage failed"),
      },
    });
    this.#upkeep = new TreeUpkeep({
      ...{ driver: this.#driver, tree, timeline: this.#timeline },
      ...{ store: ports.store, clock: ports.clock, log: ports.log },
    });
    this.#keyPairs = new KeyPairs(ports, (changes) => this.#driver.commitLocal(changes));
  }

  /** Goes on with what was under way before a restart. To be called once the listener is ready to be told of changes. */
  start(): void {
    this.#peers.showIdentity();
    void this.#driver.submit(() => ({ type: "tick" })).catch(() => {});
    this.#upkeep.start();
  }

  /** Ends all connections. Nothing is lost: what is saved stays saved. */
  async stop(): Promise<void> {
    this.#notifier.stop();
    this.#upkeep.stop();
    await this.#driver.stop();
    this.#peers.closeAll("this cluster is stopping");
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

  /** Index of the last entry written or applied here. */
  get lastIndex(): number {
    return this.#driver.state.log.last;
  }

  /** What metrics show. */
  gauges(): readonly Reading[] {
    return replicationGauges(this.#driver.state, this.#timeline.now());
  }

  /** What the status endpoint shows. */
  status(): JsonObject {
    const surroundings = {
      tree: this.#tree,
      progress: this.#peers.syncProgress,
      now: this.#timeline.now(),
      pulseOf: (peer: PeerId) => this.#peers.pulseOf(peer),
    };
    return statusOf(this.#driver.state, surroundings);
  }

  commit(mount: string, changes: readonly Change[]): Promise<void> {
    const isLocal = this.#driver.isAlone || !changes.some(isShared);
    return isLocal ? this.#driver.commitLocal(changes) : this.#commitShared(mount, changes);
  }

  async #commitShared(mount: string, changes: readonly Change[]): Promise<void> {
    const [shared, local] = [changes.filter(isShared), changes.filter((change) => !isShared(change))];
    if (this.#isFenced) throw new Problem("unavailable", fencedReason);
    if (!this.isPrimary()) {
      throw new Problem("unavailable", "this cluster is a secondary: only its primary writes shared data");
    }
    return this.#driver.append({ mount, shared, local });
  }

  get #isFenced(): boolean {
    const { state } = this.#driver;
    return state.role === "primary" && isFenced(state.record);
  }

  async forward(call: ForwardedCall): Promise<Outcome> {
    if (this.#isFenced) throw new Problem("unavailable", fencedReason);
    const session = this.#peers.upstream;
    if (!session) return this.#forwarding.refuse(call);
    const { outcome, index } = await this.#forwarding.call(session, call);
    if ("problem" in outcome) return outcome;
    const answer = outcome.answer ?? undefined;
    const stale = { ...answer, warnings: [...(answer?.warnings ?? []), staleWarning] };
    return { answer: this.#consistency.telling((await this.#applied(index)) ? answer : stale, index) ?? null };
  }

  /** See {@link Consistency.expect}. What is there is known to the rest of the engine, too, when it resolves. */
  expectIndex(headers: Request["headers"]): Promise<void> | undefined {
    const seen = headers[indexHeader];
    return seen ? this.#expectSeen(seen) : undefined;
  }

  async #expectSeen(header: string): Promise<void> {
    this.#consistency.expect(header);
    await this.#notifier.told;
  }

  /** `answer`, to a call that may have changed something, with the index for its reader. */
  tellingIndex(answer: Answer | undefined): Answer | undefined {
    return this.#consistency.telling(answer);
  }

  /** Takes a connection that another cluster dialled. */
  accept(wire: Wire): WireListener {
    return this.#peers.accept(wire);
  }

  /** Begins a new replication set. `address` is what secondaries shall dial; "" for the configured cluster address. */
  enablePrimary({ address }: { address: string }): Promise<Done> {
    const { cluster: set, credentials: identity } = newIdentity(this.#ports);
    return this.#command({ type: "enable primary", set, era: uuid(this.#ports.entropy), address, identity });
  }

  demote(): Promise<Done> {
    return this.#command({ type: "demote" });
  }

  /**
   * Makes a secondary the primary. Without `force` only with the right to lead, for which it asks the demoted cluster; while data are still on
   * their way it asks again, for {@link catchUpMilliseconds}.
   */
  async promote({ force, address }: { force: boolean; address: string }): Promise<Done> {
    const { entropy } = this.#ports;
    const clock = this.#timeline;
    const command = { type: "promote", force, era: uuid(entropy), address } as const;
    for (const until = clock.now() + catchUpMilliseconds; ; ) {
      const answer = this.#answers.begin(answerMilliseconds);
      const first = await this.#submit(command);
      if (first?.accepted !== false || !first.asked) {
        answer.end();
        return this.#done(first);
      }
      await answer.over;
      const verdict = await this.#submit({ ...command, asked: true });
      const isEarly = verdict?.accepted === false && verdict.code === "unavailable";
      if (!isEarly || clock.now() >= until) return this.#done(verdict);
      await this.#pause(askAgainMilliseconds);
    }
  }

  #pause(milliseconds: number): Promise<void> {
    const clock = this.#timeline;
    return new Promise((resolve) => void clock.at(clock.now() + milliseconds, resolve));
  }

  /** Makes a key pair in place of any other, to which a primary can encrypt what lets this cluster become its secondary. Yields its public half. */
  async generatePublicKey(): Promise<string> {
    if (this.mode === "primary") {
      throw new Problem(
        "refused",
        "replication on this cluster is primary, not disabled or secondary: it cannot be enabled as a secondary",
      );
    }
    return this.#keyPairs.generate();
  }

  /**
   * What `token` stands for: decrypted with this cluster's key, or given out once by the cluster that issued it. See {@link decrypted} and
   * {@link fetchActivation}.
   */
  async activationBehind({ token, ...unwrapping }: Unwrapping): Promise<Activation> {
    if (!isEncrypted(token)) return fetchActivation(this.#ports.link, { token, ...unwrapping });
    const { cryptography, clock } = this.#ports;
    return decrypted(token, { cryptography, pair: await this.#keyPairs.current(), now: clock.now() });
  }

  /** Throws a Problem when this cluster has another role, before anything is done that cannot be taken back. */
  expectRole(role: Replica["role"]): void {
    inRole(this.#driver.state, role);
  }

  /**
   * Wipes the storage and becomes a secondary, under the keys of the primary. Throws a Problem, and leaves all as it was, when the primary does not
   * take this cluster in: "upstream" when it cannot be reached, else "refused".
   */
  async enableSecondary(activation: Activation): Promise<Done> {
    const { cluster, credentials: identity } = newIdentity(this.#ports);
    const { certificate, keys } = await this.#peers.askToTakeIn(activation, identity);
    await this.#ports.failpoint("secondary taken in");
    const given = { ...(certificate === undefined ? {} : { certificate }), ...(keys === undefined ? {} : { keys }) };
    return this.#command({ type: "enable secondary", activation, cluster, identity, ...given });
  }

  /**
   * Replicates from another primary, or from none when `activation` is null. When the new primary takes it in at once, the warnings tell what
   * this cluster gives up for it.
   */
  async updatePrimary(activation: Activation | null): Promise<Done> {
    if (activation === null) return this.#command({ type: "update primary", activation });
    const answer = this.#answers.begin(answerMilliseconds);
    const { warnings } = await this.#command({ type: "update primary", activation }).catch((error) => {
      answer.end();
      throw error;
    });
    await answer.over;
    const { state } = this.#driver;
    const givenUp = state.role === "secondary" ? state.record.givenUp : null;
    return { warnings: givenUp === null ? warnings : [...warnings, givenUpWarning(givenUp)] };
  }

  /**
   * Dials the primary at other addresses, with what this cluster holds already. They are tried one after the other, and those count at which a
   * primary takes it in. Throws a Problem "upstream" when none does; then nothing has changed.
   */
  async updatePrimaryAddresses(addresses: readonly string[]): Promise<Done> {
    const responding: string[] = [];
    for (const address of addresses) if (await this.#peers.takesIn(address)) responding.push(address);
    const [first, ...others] = responding;
    if (first === undefined) {
      throw new Problem("upstream", "update_primary_addrs: at none of the addresses a primary takes this cluster in");
    }
    return this.#command({ type: "update addresses", addresses: [first, ...others] });
  }

  disable(role: "primary" | "secondary"): Promise<Done> {
    return this.#command({ type: "disable", role });
  }

  /**
   * Makes a secondary known, and an activation token that only the owner of `publicKey` can read. Who is not connected after `ttlSeconds`
   * never is: this cluster is not asked when the token is used. Throws a Problem "refused" when `publicKey` is none.
   */
  async inviteEncrypted(
    id: string,
    { publicKey, ttlSeconds }: Readonly<{ publicKey: string; ttlSeconds: number }>,
  ): Promise<string> {
    const encrypt = encryptionTo(publicKey, this.#ports);
    const until = this.#ports.clock.now() + ttlSeconds * 1000;
    return encrypt(await this.registerSecondary(id, until), until);
  }

  /** Makes a secondary known, and what it needs to connect, for the first time before `until`. The secret in it is kept nowhere else. */
  async registerSecondary(id: string, until?: Instant): Promise<Activation> {
    const { entropy, cryptography, link } = this.#ports;
    const secret = newSecret(entropy);
    let activation: Activation = { id, set: "", address: "", secret };
    await this.#command(() => {
      const { state } = this.#driver;
      const address = (state.role === "primary" && state.record.address) || link.clusterAddress;
      activation = { ...activation, set: this.set, address, authority: state.record?.identity?.certificate ?? "" };
      const digest = secretDigest(cryptography, activation);
      return { type: "register secondary", id, digest, ...(until === undefined ? {} : { until }) };
    });
    return activation;
  }

  /** Rebuilds the Merkle tree from what is stored. Writes go on meanwhile. */
  async reindex(): Promise<Done> {
    this.#expectReplicating();
    await this.#upkeep.reindex();
    return { warnings: ["The Merkle tree is being rebuilt from what is stored; the status shows how far it is."] };
  }

  /** Compares the Merkle tree with what is stored. */
  async merkleCheck(): Promise<TreeReport> {
    this.#expectReplicating();
    return this.#upkeep.check();
  }

  /** The digest of all that the paths filter of `filtered` allows, as `merkle_root` in the status. */
  get merkleRoot(): string {
    return this.#tree.root([]);
  }

  /** Repairs what can be: a tree that is not that of what is stored is rebuilt, and a secondary is compared with its primary. */
  async recover(): Promise<Done> {
    this.#expectReplicating();
    const { isCorrupted } = await this.#upkeep.check();
    if (isCorrupted) await this.#upkeep.reindex();
    const rebuilt = isCorrupted
      ? "The Merkle tree was not that of what is stored, and is being rebuilt."
      : "The Merkle tree is that of what is stored.";
    const { state } = this.#driver;
    if (state.role !== "secondary") return { warnings: [rebuilt] };
    const { warnings } = await this.#command({ type: "recover" });
    return { warnings: [rebuilt, ...warnings] };
  }

  #expectReplicating(): void {
    if (this.#driver.state.role === "disabled") throw new Problem("refused", "replication is disabled on this cluster");
  }

  revokeSecondary(id: string): Promise<Done> {
    return this.#command({ type: "revoke secondary", id });
  }

  /** A function makes the command when its turn has come. Rejects with a Problem when the machine refuses. Resolves when the rest of the engine knows, too. */
  async #command(command: Command | (() => Command)): Promise<Done> {
    return this.#done(await this.#submit(command));
  }

  #submit(command: Command | (() => Command)): Promise<Verdict | undefined> {
    return this.#driver.submit(() => ({
      type: "command",
      command: typeof command === "function" ? command() : command,
    }));
  }

  async #done(verdict: Verdict | undefined): Promise<Done> {
    if (verdict?.accepted === false) throw new Problem(verdict.code, verdict.message);
    await this.#notifier.told;
    return { warnings: verdict?.warnings ?? [] };
  }

  #turned({ apply, answered }: Effects, keys: readonly string[]): void {
    this.#peers.showIdentity();
    if (answered) this.#answers.answered();
    for (const notice of apply) this.#notifier.tell(notice, keys);
    this.#upkeep.start();
    if (!apply.includes("changed keys")) return;
    const { state } = this.#driver;
    if (state.role !== "secondary" || isCopying(state)) return;
    const { last } = state.log;
    void this.#notifier.told.then(() => this.#indexWaiters.reached(last));
  }

  async #applied(index: number): Promise<boolean> {
    const { state } = this.#driver;
    const there = state.log.last >= index && !isCopying(state);
    const reached = this.#indexWaiters.within(applyMilliseconds, index);
    if (there) void this.#notifier.told.then(() => this.#indexWaiters.reached(index));
    return reached;
  }
}

function isCopying(state: Replica): boolean {
  return state.role === "secondary" && isMidway(state.record.data);
}

function isShared({ key }: Change): boolean {
  return key.startsWith(sharedPrefix);
}
