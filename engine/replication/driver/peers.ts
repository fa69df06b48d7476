import { Problem } from "../../api/problem.ts";
import type { Timeline } from "../../ports/clock.ts";
import type { Wire, WireListener } from "../../ports/link.ts";
import type { Ports } from "../../ports/ports.ts";
import { admitted } from "../machine/admission.ts";
import type { OutboundMessage } from "../machine/effects.ts";
import type { Compared, Message } from "../machine/message.ts";
import { type Addresses, type PeerId, upstreamPeer } from "../machine/peer.ts";
import type { Upstream } from "../machine/record.ts";
import type { Replica, Secondary } from "../machine/state.ts";
import { Comparison, type SyncProgress } from "../merkle/comparison.ts";
import type { MerkleTree } from "../merkle/tree.ts";
import type { Driver } from "./driver.ts";
import type { Forwarding } from "./forwarding.ts";
import type { Frame, Introduction } from "./frame.ts";
import { pauseOn } from "./pause.ts";
import { Pump } from "./pump.ts";
import { secretDigest } from "./secret.ts";
import { Session, type SessionEvents } from "./session.ts";
import type { WriteLog } from "./write-log.ts";

/** The connections of a cluster by the name of the peer: its secondaries, and the primary that it dialled. */
export class Peers {
  readonly #ports: Pick<Ports, "clock" | "link" | "cryptography" | "store">;
  readonly #driver: () => Driver;
  readonly #forwarding: Forwarding;
  readonly #log: WriteLog;
  readonly #tree: MerkleTree;
  readonly #sessions = new Map<PeerId, Session>();
  readonly #pumps = new WeakMap<Session, Pump>();
  /** The comparison with the primary that is under way, or was last. */
  #comparison: Readonly<{ session: Session; comparison: Comparison }> | undefined;
  /** Those whose introductions are not over yet. */
  readonly #strangers = new Set<Session>();

  constructor(options: {
    ports: Pick<Ports, "clock" | "link" | "cryptography" | "store">;
    driver: () => Driver;
    forwarding: Forwarding;
    log: WriteLog;
    tree: MerkleTree;
  }) {
    this.#ports = options.ports;
    this.#driver = options.driver;
    this.#forwarding = options.forwarding;
    this.#log = options.log;
    this.#tree = options.tree;
  }

  /** The connection to the primary, if it holds. */
  get upstream(): Session | undefined {
    const session = this.#sessions.get(upstreamPeer);
    return session?.established ? session : undefined;
  }

  accept(wire: Wire): WireListener {
    const session = Session.accept(wire, { clock: this.#timeline, events: this.#events(() => undefined) });
    this.#strangers.add(session);
    return session.listener;
  }

  send(outbound: OutboundMessage): void {
    switch (outbound.type) {
      case "dial":
        this.#dial();
        break;
      case "close":
        this.close(outbound.to, outbound.reason);
        break;
      case "question":
        void this.#ask(outbound.answer);
        break;
      case "message":
      case "entries":
      case "page":
      case "diff":
      case "nodes":
      case "keys":
      case "values": {
        const session = this.#sessions.get(outbound.to);
        if (session) this.#pumpOf(session).push(outbound);
      }
    }
  }

  /** How far the comparison with the primary is; undefined when there is none. */
  get syncProgress(): SyncProgress | undefined {
    return this.#comparison && this.#comparison.session === this.upstream
      ? this.#comparison.comparison.progress
      : undefined;
  }

  /** Asks the primary what comes next in a comparison of Merkle trees, after it said `answer`. */
  async #ask(answer: Compared): Promise<void> {
    const session = this.upstream;
    if (!session) return;
    try {
      const current = this.#comparisonOn(session, answer);
      const message = await current?.next(answer);
      if (message && this.upstream === session) session.send({ type: "message", message });
    } catch (error) {
      session.end(error instanceof Error ? error.message : "the storage failed");
    }
  }

  #comparisonOn(session: Session, { type }: Compared): Comparison | undefined {
    if (type === "diff") {
      const comparison = new Comparison(this.#source);
      this.#comparison = { session, comparison };
    }
    return this.#comparison?.session === session ? this.#comparison.comparison : undefined;
  }

  get #source() {
    return { log: this.#log, store: this.#ports.store, tree: this.#tree, pause: pauseOn(this.#timeline) };
  }

  #pumpOf(session: Session): Pump {
    const known = this.#pumps.get(session);
    if (known) return known;
    const pump = new Pump({ session, source: this.#source, failed: (reason) => session.end(reason) });
    this.#pumps.set(session, pump);
    return pump;
  }

  /** Whether a primary takes this secondary in at `address`. The connection is not kept. */
  takesIn(address: string): Promise<boolean> {
    const target = dialled(this.#driver().state);
    const { record } = this.#driver().state;
    if (!target || !record) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const { set, cluster } = record;
    Session.dial(
      address,
      { id: target.id, set, cluster, secret: target.secret, addresses: this.#addresses },
      {
        link: this.#ports.link,
        clock: this.#timeline,
        events: {
          introduced() {},
          received() {},
          welcomed(session) {
            resolve(true);
            session.end("the address was tried");
          },
          ended: () => resolve(false),
        },
      },
    );
    return promise;
  }

  /** Ends the connection by the machine's will, which needs not be told of it. */
  close(peer: PeerId, reason: string): void {
    const session = this.#sessions.get(peer);
    this.#sessions.delete(peer);
    session?.end(reason);
  }

  /** Ends the connection, and lets the machine know. */
  breakOff(peer: PeerId, reason: string): void {
    this.#sessions.get(peer)?.end(reason);
  }

  closeAll(reason: string): void {
    for (const session of [...this.#sessions.values(), ...this.#strangers]) session.end(reason);
    this.#sessions.clear();
    this.#strangers.clear();
  }

  #dial(): void {
    const { state } = this.#driver();
    const target = dialled(state);
    if (!target || state.role === "disabled") return;
    const { set, cluster } = state.record;
    const { id, address, secret } = target;
    const session = Session.dial(
      address,
      { id, set, cluster, secret, addresses: this.#addresses },
      { link: this.#ports.link, clock: this.#timeline, events: this.#events(() => upstreamPeer) },
    );
    this.#sessions.set(upstreamPeer, session);
  }

  #events(dialled: () => PeerId | undefined): SessionEvents {
    let peer = dialled();
    const isCurrent = (session: Session) => peer !== undefined && this.#sessions.get(peer) === session;
    return {
      introduced: (session, introduction) => {
        this.#submit(() => {
          this.#strangers.delete(session);
          const refusal = this.#refusalOf(introduction);
          if (refusal) return void session.end(refusal);
          peer = introduction.id;
          // The newer connection of a secondary is the true one: it would not have dialled if the older still held.
          this.close(peer, "the same secondary connected again");
          this.#sessions.set(peer, session);
          session.welcome(this.#addresses);
          const { addresses, cluster } = introduction;
          return { type: "connected", peer, addresses, cluster };
        });
      },
      welcomed: (session, addresses) => {
        this.#submit(() => (isCurrent(session) ? { type: "connected", peer: upstreamPeer, addresses } : undefined));
      },
      received: (session, frame) => this.#received(session, frame, () => (isCurrent(session) ? peer : undefined)),
      ended: (session, reason, isRefused) => {
        this.#strangers.delete(session);
        this.#forwarding.ended(session);
        this.#pumps.get(session)?.stop();
        this.#submit(() => {
          if (peer === undefined || !isCurrent(session)) return undefined;
          this.#sessions.delete(peer);
          return { type: "disconnected", peer, reason, ...(isRefused ? { isRefused } : {}) };
        });
      },
    };
  }

  #received(session: Session, frame: Frame, currentPeer: () => PeerId | undefined): void {
    switch (frame.type) {
      case "message":
        this.#messageArrives(session, frame.message, currentPeer);
        break;
      case "call": {
        const from = currentPeer();
        if (from !== undefined && from !== upstreamPeer) void this.#forwarding.serve(session, from, frame);
        break;
      }
      case "reply":
        this.#forwarding.replied(session, frame);
        break;
      case "introduction":
      case "welcome":
      case "goodbye":
        session.end(`${frame.type} has no place here`);
        break;
      default:
        frame satisfies never;
    }
  }

  #messageArrives(session: Session, message: Message, currentPeer: () => PeerId | undefined): void {
    const pump = this.#pumpOf(session);
    if (message.type === "hello") pump.granted(message.credit);
    if (message.type === "ack") pump.acknowledged(message.index);
    const taken = this.#driver().submit(() => {
      const from = currentPeer();
      return from === undefined ? undefined : { type: "message", from, message };
    });
    // A message that is not taken is never left out in silence: the session ends, and the next goes on from what is saved.
    void taken.catch((error) => session.end(error instanceof Problem ? error.message : "a message could not be taken"));
  }

  /** Why a cluster that introduced itself is refused. Unknown names and wrong secrets look the same from outside. */
  #refusalOf({ id, set, secret }: Introduction): string | undefined {
    const { state } = this.#driver();
    const secondaries = admitted(state, this.#ports.clock.now());
    if (state.role !== "primary" && secondaries.length === 0) return "this cluster is not a primary";
    if (state.record?.set !== set) return "this is another replication set";
    // Digests are compared, which the dialling cluster cannot choose: the time it takes tells nothing about the secret.
    const digest = secretDigest(this.#ports.cryptography, { set, secret });
    const known = secondaries.find((secondary) => secondary.id === id);
    return known?.digest === digest ? undefined : "this secondary is not known here, or was revoked";
  }

  get #timeline(): Timeline {
    const { clock } = this.#ports;
    return clock.steady ?? clock;
  }

  get #addresses(): Addresses {
    return { api: this.#ports.link.apiAddress, cluster: this.#ports.link.clusterAddress };
  }

  #submit(event: Parameters<Driver["submit"]>[0]): void {
    // What fails in such a turn is logged and retried by the driver.
    void this.#driver()
      .submitConnection(event)
      .catch(() => {});
  }
}

/** Whom a cluster dials, and as whom: a secondary its primary, and a promoted one the primary of before, to tell it of its era. */
export function dialled(state: Replica): Readonly<{ id: string; address: string; secret: string }> | null {
  switch (state.role) {
    case "disabled":
      return null;
    case "primary":
      return state.record.untold;
    case "secondary":
      return state.record.upstream && { ...addressed(state.record.upstream, state), id: state.record.id };
  }
}

/** The address whose turn it is: each attempt that fails moves on to the next. */
function addressed({ address, others = [], secret }: Upstream, { connection }: Secondary) {
  const all = [address, ...others];
  const attempts = connection.phase === "none" ? 0 : connection.attempts;
  return { address: all[attempts % all.length] ?? address, secret };
}
