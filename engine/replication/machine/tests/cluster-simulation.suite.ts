import { cryptographyForTests } from "../../../ports/cryptography-for-tests.suite.ts";
import type { Change, Store } from "../../../ports/store.ts";
import { memoryStore } from "../../../stores/memory-store.ts";
import { TreeCheck, type TreeReport } from "../../merkle/check.ts";
import { Comparison } from "../../merkle/comparison.ts";
import { MerkleTree } from "../../merkle/tree.ts";
import type { Filtered } from "../../protocol/filtered.ts";
import { frame } from "../../protocol/frame.ts";
import type { Message } from "../../protocol/message.ts";
import { type Addresses, type PeerId, type SecondaryId, upstreamPeer } from "../../protocol/peer.ts";
import { withStoredFacts } from "../../runtime/completed.ts";
import { dialled } from "../../runtime/dialling.ts";
import type { Event } from "../../runtime/event.ts";
import { FilterStates } from "../../runtime/filter-states.ts";
import { outboundFrames } from "../../runtime/outbound-frames.ts";
import { planSave, recordKey, treeTransition } from "../../runtime/save-plan.ts";
import { WriteLog } from "../../runtime/write-log.ts";
import type { Command } from "../command.ts";
import type { Effects, OutboundMessage, Verdict } from "../effects.ts";
import { step } from "../machine.ts";
import { admittedSecondaries } from "../primary/admission.ts";
import { storedRecord } from "../record/record.ts";
import type { ClaimReport } from "../record/set-member.ts";
import { claimReportOf } from "../secondary/claim-reports.ts";
import { fresh, type Replica, restored } from "../state.ts";
import { traceOf } from "./trace.suite.ts";

const noLeases = { beforeDeletion: async () => [], beforeWipe: async () => [] };

type Item =
  | { type: "dial"; secret: string }
  | { type: "welcome" }
  | { type: "message"; message: Message }
  | { type: "closed"; reason: string; isRefused?: true };

type Link = {
  dialler: string;
  host: string;
  id: SecondaryId;
  toHost: Item[];
  toDialler: Item[];
  hostEnd: boolean;
  diallerEnd: boolean;
};

type Node = {
  state: Replica;
  store: Store;
  log: WriteLog;
  tree: MerkleTree;
  comparison?: Comparison;
  filterStates: FilterStates;
  wakeAt: number | undefined;
};

function addressesOf(name: string): Addresses {
  return { api: "", cluster: name };
}

/**
 * State machines on a simulated network, which delivers messages on demand, in the order in which they were sent on
 * each connection. Addresses are names, and secrets are readable texts.
 */
export class ClusterSimulation {
  now = 0;
  readonly trace: string[] = [];
  readonly #nodes = new Map<string, Node>();
  links: Link[] = [];
  #silent = false;
  readonly #blocked = new Set<string>();
  readonly #muted: Link[] = [];
  readonly #unanswered: Link[] = [];
  readonly #inquiries: (() => Promise<void>)[] = [];
  #stretches = 0;

  static async of(...names: readonly string[]): Promise<ClusterSimulation> {
    const simulation = new ClusterSimulation();
    for (const name of names) {
      const store = memoryStore();
      const { log } = await WriteLog.open(store, fresh.log);
      const filterStates = new FilterStates({ store, log });
      const tree = await MerkleTree.open({ store, cryptography: cryptographyForTests });
      simulation.#nodes.set(name, { state: fresh, store, log, tree, filterStates, wakeAt: undefined });
    }
    return simulation;
  }

  state(name: string): Replica {
    return this.#node(name).state;
  }

  root(name: string, filtered: Filtered = []): string {
    return this.#node(name).tree.root(filtered);
  }

  checkTree(name: string): Promise<TreeReport> {
    const check = new TreeCheck(this.#node(name));
    return check.run({ between: (task) => task(), pause: async () => {} });
  }

  async shared(name: string): Promise<Record<string, string>> {
    return Object.fromEntries(await this.#node(name).store.range({ prefix: "shared/" }));
  }

  note(text: string): void {
    this.trace.push(`# ${text}`);
  }

  async command(name: string, command: Command): Promise<Verdict> {
    const { verdict } = await this.#feed(name, { type: "command", command });
    if (!verdict) throw new Error("a command without a verdict");
    return verdict;
  }

  async promote(name: string, era: string): Promise<Verdict> {
    const command = { type: "promote", force: false, era, address: "" } as const;
    for (let tries = 2; ; tries--) {
      const verdict = await this.command(name, command);
      if (verdict.accepted || !verdict.asked) return verdict;
      await this.settle();
      const answered = await this.command(name, { ...command, asked: true });
      if (answered.accepted || answered.code !== "unavailable" || tries === 1) return answered;
    }
  }

  usurp(name: string, era: string): Promise<Verdict> {
    return this.command(name, { type: "promote", force: true, era, address: "" });
  }

  async move(secondary: string, primary: string): Promise<void> {
    const activation = await this.activation(primary, secondary);
    await this.command(secondary, { type: "update primary", activation });
    await this.settle();
  }

  /** Writes each key as one entry, for example `{ a: "1" }` for `shared/a`. */
  async write(name: string, values: Readonly<Record<string, string | null>>): Promise<Verdict> {
    const batches = Object.entries(values).map(([key, value]) => ({
      mount: "m",
      shared: [{ key: `shared/${key}`, value }],
      local: [],
    }));
    return this.command(name, { type: "append", batches });
  }

  async activation(primary: string, secondary: string) {
    const secret = `${primary}'s secret for ${secondary}`;
    const verdict = await this.command(primary, { type: "register secondary", id: secondary, digest: secret });
    if (!verdict.accepted) throw new Error(verdict.message);
    return { id: secondary, set: this.state(primary).record?.set ?? "", address: primary, secret };
  }

  async assemble(primary: string, ...secondaries: readonly string[]): Promise<void> {
    await this.command(primary, { type: "enable primary", set: `set of ${primary}`, era: `${primary} 1`, address: "" });
    for (const secondary of secondaries) {
      await this.enableSecondary(primary, secondary);
    }
    await this.settle();
  }

  async enableSecondary(primary: string, secondary: string): Promise<void> {
    const activation = await this.activation(primary, secondary);
    await this.command(secondary, { type: "enable secondary", activation, cluster: `${secondary}'s id` });
  }

  settle(): Promise<void> {
    return this.settleUntil(() => false);
  }

  /** Delivers messages until `enough` returns true, or none are left. Throws an Error if this takes too long. */
  async settleUntil(enough: () => boolean): Promise<void> {
    for (let turns = 0; turns < 100_000 && !enough(); turns++) {
      const inquiry = this.#inquiries.shift();
      if (inquiry) {
        await inquiry();
        continue;
      }
      const link = this.links.find(({ toHost, toDialler }) => toHost.length + toDialler.length > 0);
      if (!link) return;
      await this.deliver(link, link.toHost.length > 0 ? "toHost" : "toDialler");
    }
    if (!enough()) throw new Error("the network does not become idle");
  }

  /**
   * Delivers the oldest message in one direction of a connection. The message is lost if the
   * receiving end is closed or the sender is muted.
   */
  async deliver(link: Link, way: "toHost" | "toDialler"): Promise<void> {
    const item = link[way].shift();
    if (!item || (way === "toHost" && this.#muted.includes(link))) return;
    const [name, peer]: readonly [string, PeerId] =
      way === "toHost" ? [link.host, link.id] : [link.dialler, upstreamPeer];
    switch (item.type) {
      case "dial": {
        const refusal = this.#refusal(link, item.secret);
        if (refusal) {
          link.toDialler.push({ type: "closed", reason: refusal, isRefused: true });
          return;
        }
        for (const other of this.links)
          if (other !== link && other.host === link.host && other.id === link.id)
            this.#end(other, "toHost", "superseded");
        link.hostEnd = true;
        link.toDialler.push({ type: "welcome" });
        const cluster = this.state(link.dialler).record?.cluster ?? "";
        const key = `key of ${link.dialler}`;
        await this.#feed(name, { type: "connected", peer, addresses: addressesOf(link.dialler), cluster, key });
        return;
      }
      case "welcome":
        if (!link.diallerEnd) return;
        await this.#feed(name, {
          type: "connected",
          peer,
          addresses: addressesOf(link.host),
          key: `key of ${link.host}`,
        });
        return;
      case "message":
        if (this.#isOpen(link, way)) await this.#feed(name, { type: "message", from: peer, message: item.message });
        return;
      case "closed":
        if (!this.#isOpen(link, way)) return;
        if (way === "toHost") link.hostEnd = false;
        else link.diallerEnd = false;
        await this.#feed(name, {
          type: "disconnected",
          peer,
          reason: item.reason,
          ...(item.isRefused ? { isRefused: true } : {}),
        });
    }
  }

  breakConnections(one: string, other: string): void {
    for (const link of this.links) {
      if (![link.dialler, link.host].includes(one) || ![link.dialler, link.host].includes(other)) continue;
      link.toHost = [{ type: "closed", reason: "broken" }];
      link.toDialler = [{ type: "closed", reason: "broken" }];
    }
  }

  /** From now on, connections that `dialler` opens to `host` receive no reply. */
  block(dialler: string, host: string): void {
    this.#blocked.add(`${dialler} ${host}`);
  }

  disconnect(dialler: string, host: string): void {
    this.block(dialler, host);
    this.breakConnections(host, dialler);
  }

  /** Ends {@link block} and {@link disconnect}. Connections that were opened in the meantime end without a reply. */
  unblock(dialler: string, host: string): void {
    this.#blocked.delete(`${dialler} ${host}`);
    for (const link of this.#unanswered.splice(0)) {
      if (link.dialler === dialler && link.host === host) this.links.push(link);
      else this.#unanswered.push(link);
    }
  }

  /** From now on, drops everything that `dialler` sends to `host` on its open connections, without ending them. */
  mute(dialler: string, host: string): void {
    this.#muted.push(...this.links.filter((link) => link.dialler === dialler && link.host === host));
  }

  silence(): void {
    this.#silent = true;
  }

  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    await this.settle();
    for (;;) {
      const due = Math.min(...[...this.#nodes.values()].map(({ wakeAt }) => wakeAt ?? Number.POSITIVE_INFINITY));
      if (due > end) break;
      this.now = Math.max(this.now, due);
      await this.tick();
      await this.settle();
    }
    this.now = end;
  }

  async tick(): Promise<void> {
    for (const [name, { wakeAt }] of this.#nodes) {
      if (wakeAt !== undefined && wakeAt <= this.now) await this.#feed(name, { type: "tick" });
    }
  }

  async restart(name: string): Promise<void> {
    const node = this.#node(name);
    for (const link of this.links) {
      if (link.host === name) this.#end(link, "toHost", "died");
      if (link.dialler === name) this.#end(link, "toDialler", "died");
    }
    const text = await node.store.read(recordKey);
    const stored = text ? storedRecord.parse(JSON.parse(text)) : undefined;
    const { log, span } = await WriteLog.open(node.store, stored?.log ?? fresh.log);
    node.log = log;
    node.tree = await MerkleTree.open({ store: node.store, cryptography: cryptographyForTests });
    node.filterStates = new FilterStates({ store: node.store, log });
    node.state = stored
      ? restored(stored, span, { now: this.now, stretch: `stretch ${++this.#stretches} of ${name}` })
      : { ...fresh, log: span };
    node.wakeAt = this.now;
  }

  async copyStore(name: string): Promise<readonly Change[]> {
    const pairs = await this.#node(name).store.range({ prefix: "" });
    return pairs.map(([key, value]) => ({ key, value }));
  }

  async restoreStore(name: string, content: readonly Change[]): Promise<void> {
    const node = this.#node(name);
    node.store = memoryStore();
    await node.store.commit(content);
    await this.restart(name);
  }

  async #feed(name: string, event: Event): Promise<Effects> {
    const node = this.#node(name);
    const before = node.state;
    const whole = await withStoredFacts(event, { ...node, state: before });
    const [next, effects] = step(before, { ...whole, now: this.now });
    const save = node.log.withRecord(effects.save ?? {}, next);
    const { changes, texts, treeUpdate } = await planSave(save, {
      ...{ store: node.store, tree: node.tree, treeTransition: treeTransition(before, next), role: before.role },
      observer: noLeases,
    });
    await node.store.commit(changes);
    if (treeUpdate) node.tree.apply(treeUpdate);
    for (let built = await node.tree.buildNext(); built; built = await node.tree.buildNext()) {
      await node.store.commit(built.changes);
      node.tree.apply(built);
    }
    node.state = next;
    node.log.follow(next.log, { texts, record: save.record });
    node.filterStates.transitioned(next);
    node.wakeAt = effects.wakeAt;
    this.trace.push(...traceOf(name, { before, event, next, effects }));
    for (const outbound of effects.send) await this.#send(name, outbound);
    return effects;
  }

  async #send(name: string, outbound: OutboundMessage): Promise<void> {
    if (this.#silent) return;
    if (outbound.type === "dial") {
      const target = dialled(this.state(name));
      if (!target) throw new Error("no cluster to dial");
      const { id, address, secret } = target;
      const link: Link = {
        dialler: name,
        host: address,
        id,
        toHost: [],
        toDialler: [],
        hostEnd: false,
        diallerEnd: true,
      };
      if (this.#blocked.has(`${name} ${address}`)) {
        link.toDialler.push({ type: "closed", reason: "no answer" });
        this.#unanswered.push(link);
        return;
      }
      link.toHost.push({ type: "dial", secret });
      this.links = [
        ...this.links.filter((old) => old.hostEnd || old.diallerEnd || old.toHost.length + old.toDialler.length > 0),
        link,
      ];
      return;
    }
    if (outbound.type === "inquire") {
      this.#inquiries.push(() => this.#inquire(name, outbound));
      return;
    }
    const way = outbound.to === upstreamPeer ? "toHost" : "toDialler";
    const link = this.links.findLast((one) =>
      way === "toHost"
        ? one.dialler === name && one.diallerEnd
        : one.host === name && one.id === outbound.to && one.hostEnd,
    );
    if (!link) return;
    if (outbound.type === "close") {
      this.#end(link, way === "toHost" ? "toDialler" : "toHost", outbound.reason);
      return;
    }
    const node = this.#node(name);
    const pause = async () => {};
    if (outbound.type === "question") {
      if (outbound.answer.type === "diff") node.comparison = new Comparison({ ...node, pause });
      const message = await node.comparison?.next(outbound.answer);
      if (message) link[way].push({ type: "message", message });
      return;
    }
    for await (const { text } of outboundFrames(outbound, {
      ...node,
      pause,
      maxFrameCharacters: () => Number.POSITIVE_INFINITY,
    })) {
      const content = frame.parse(JSON.parse(text));
      if (content.type === "message") link[way].push({ type: "message", message: content.message });
    }
  }

  async #inquire(name: string, { members, eras }: Extract<OutboundMessage, { type: "inquire" }>): Promise<void> {
    const claimReports = members.flatMap(({ key, address }): ClaimReport[] => {
      if (this.#blocked.has(`${name} ${address}`)) return [];
      const report = claimReportOf(this.state(address), { set: this.state(name).record?.set ?? "", eras });
      return report ? [{ key, ...report }] : [];
    });
    await this.#feed(name, { type: "claim reports", claimReports });
  }

  #end(link: Link, deaf: "toHost" | "toDialler", reason: string): void {
    link[deaf] = [];
    if (deaf === "toHost") link.hostEnd = false;
    else link.diallerEnd = false;
    link[deaf === "toHost" ? "toDialler" : "toHost"].push({ type: "closed", reason });
  }

  #isOpen(link: Link, way: "toHost" | "toDialler"): boolean {
    return way === "toHost" ? link.hostEnd : link.diallerEnd;
  }

  #refusal({ host, id, dialler }: Link, secret: string): string | undefined {
    const state = this.state(host);
    const known = admittedSecondaries(state, this.now).find((secondary) => secondary.id === id);
    return known?.digest === secret && this.state(dialler).record?.set === state.record?.set ? undefined : "not known";
  }

  #node(name: string): Node {
    const node = this.#nodes.get(name);
    if (!node) throw new Error(`no node ${name}`);
    return node;
  }
}
