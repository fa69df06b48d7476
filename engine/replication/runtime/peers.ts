import { Problem } from "../../api/problem.ts";
import { steadyTime } from "../../core/time/steady-time.ts";
import type { ClusterKeys } from "../../ports/cluster-keys.ts";
import type { Credentials, Wire, WireListener } from "../../ports/link.ts";
import type { Ports } from "../../ports/ports.ts";
import type { OutboundMessage } from "../machine/effects.ts";
import type { SyncProgress } from "../merkle/comparison.ts";
import type { MerkleTree } from "../merkle/tree.ts";
import type { Frame } from "../protocol/frame.ts";
import type { Message } from "../protocol/message.ts";
import { type PeerId, upstreamPeer } from "../protocol/peer.ts";
import { Certification } from "./certification.ts";
import { dialled, dialOptions } from "./dialling.ts";
import type { Driver } from "./driver.ts";
import type { Forwarding } from "./forwarding.ts";
import { Handshakes } from "./handshakes.ts";
import { type LinkFacts, LinkStats } from "./link-stats.ts";
import { Members } from "./members.ts";
import { pauseOn } from "./pause.ts";
import { PrimaryComparison } from "./primary-comparison.ts";
import { Probes } from "./probes.ts";
import { Pump } from "./pump.ts";
import { Session, type SessionEvents } from "./session.ts";
import type { WriteLog } from "./write-log.ts";

type PeerPorts = Pick<Ports, "clock" | "link" | "cryptography" | "certificates" | "entropy" | "store">;

type Link = Readonly<{ pump: Pump; stats: LinkStats }>;

export class Peers {
  readonly probes: Probes;
  readonly #ports: PeerPorts;
  readonly #driver: () => Driver;
  readonly #forwarding: Forwarding;
  readonly #source: ConstructorParameters<typeof Pump>[0]["source"];
  readonly #sessions = new Map<PeerId, Session>();
  readonly #links = new WeakMap<Session, Link>();
  readonly #members: Members;
  readonly #certification: Certification;
  readonly #handshakes: Handshakes;
  readonly #comparison: PrimaryComparison;
  #shown: Credentials | undefined;

  constructor(options: {
    ports: PeerPorts;
    keys: ClusterKeys | undefined;
    driver: () => Driver;
    forwarding: Forwarding;
    log: WriteLog;
    tree: MerkleTree;
  }) {
    const { ports, keys, driver, log, tree } = options;
    this.#ports = ports;
    this.#driver = driver;
    this.#forwarding = options.forwarding;
    const pause = pauseOn(steadyTime(ports.clock));
    this.#source = { log, store: ports.store, tree, pause };
    this.#comparison = new PrimaryComparison({ store: ports.store, tree, pause });
    this.#members = new Members(ports);
    const authority = () => driver().state.record?.identity ?? undefined;
    this.#certification = new Certification({ members: this.#members, authority });
    const parts = { ports, keys, driver, members: this.#members };
    this.#handshakes = new Handshakes({ ...parts, certification: this.#certification });
    this.probes = new Probes(parts);
  }

  /** Sets the identity that this cluster presents when it is dialled. Has no effect if the identity is unchanged. */
  showIdentity(identity: Credentials | undefined = this.#driver().state.record?.identity ?? undefined): void {
    if (identity?.privateKey === this.#shown?.privateKey) return;
    this.#shown = identity;
    this.#ports.link.serveAs(identity);
  }

  /** The session with the dialled cluster, if its handshake is complete. */
  get upstream(): Session | undefined {
    const session = this.#sessions.get(upstreamPeer);
    return session?.established ? session : undefined;
  }

  accept(wire: Wire): WireListener {
    let peer: PeerId | undefined;
    return this.#handshakes.accept(wire, {
      ...this.#events(() => peer),
      admitted: (session, id) => {
        peer = id;
        // The newer connection of a secondary counts: it would not have dialled if the older one were open.
        this.close(id, "the same secondary connected again");
        this.#sessions.set(id, session);
      },
    });
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
        if (this.upstream) void this.#comparison.next(this.upstream, outbound.answer);
        break;
      case "inquire":
        void this.probes.inquire(outbound);
        break;
      case "message":
      case "entries":
      case "page":
      case "diff":
      case "nodes":
      case "keys":
      case "values": {
        const session = this.#sessions.get(outbound.to);
        if (!session) break;
        if (outbound.type === "message" && outbound.message.type === "heartbeat") this.#certification.renew(session);
        const { pump, stats } = this.#linkOf(session);
        pump.push(outbound.type === "message" ? { ...outbound, message: stats.sent(outbound.message) } : outbound);
      }
    }
  }

  linkFactsOf(peer: PeerId): LinkFacts {
    const session = this.#sessions.get(peer);
    return session?.established ? this.#linkOf(session).stats.facts : {};
  }

  #linkOf(session: Session): Link {
    const known = this.#links.get(session);
    if (known) return known;
    const pump = new Pump({ session, source: this.#source, failed: (reason) => session.end(reason) });
    const link = { pump, stats: new LinkStats(this.#ports.clock) };
    this.#links.set(session, link);
    return link;
  }

  /** Progress of the current or last comparison over the connection to the primary; undefined when there was none. */
  get syncProgress(): SyncProgress | undefined {
    return this.#comparison.progress(this.upstream);
  }

  /** Closes a link. No input of the state machine reports its end. */
  close(peer: PeerId, reason: string): void {
    const session = this.#sessions.get(peer);
    this.#sessions.delete(peer);
    session?.end(reason);
  }

  /** Closes a link and submits its end to the state machine. */
  breakOff(peer: PeerId, reason: string): void {
    this.#sessions.get(peer)?.end(reason);
  }

  closeAll(): void {
    this.#shown = undefined;
    this.#ports.link.serveAs(undefined);
    const end = (session: Session) => session.end("this cluster is stopping", "stopping");
    for (const session of this.#sessions.values()) end(session);
    this.#sessions.clear();
    this.#handshakes.endAll(end);
  }

  #dial(): void {
    const { state } = this.#driver();
    const { link } = this.#ports;
    const target = dialled(state);
    const options = target && dialOptions(target, { state, members: this.#members, link });
    if (!target || !options) return;
    const events = { ...this.#events(() => upstreamPeer), introduced() {} };
    const session = Session.dial(target.address, options, { link, clock: steadyTime(this.#ports.clock), events });
    this.#sessions.set(upstreamPeer, session);
  }

  #events(peerOf: () => PeerId | undefined): Pick<SessionEvents, "welcomed" | "received" | "ended"> {
    const currentPeer = (session: Session) => {
      const peer = peerOf();
      return peer !== undefined && this.#sessions.get(peer) === session ? peer : undefined;
    };
    return {
      welcomed: (session, { addresses, certificate }) => {
        const isCurrent = () => currentPeer(session) === upstreamPeer;
        if (certificate !== undefined) this.#takeCertificate(certificate, isCurrent);
        const key = this.#members.keyOf(session.peer);
        this.#driver().report(() =>
          isCurrent()
            ? { type: "connected", peer: upstreamPeer, addresses, ...(key === undefined ? {} : { key }) }
            : undefined,
        );
      },
      received: (session, frame) => {
        const current = () => currentPeer(session);
        if (frame.type === "message") this.#messageReceived(session, frame.message, current);
        else this.#frameReceived(session, frame, current);
      },
      ended: (session, reason, ending) => {
        this.#forwarding.ended(session);
        this.#links.get(session)?.pump.stop();
        this.#driver().report(() => {
          const peer = currentPeer(session);
          if (peer === undefined) return undefined;
          this.#sessions.delete(peer);
          const chance = (this.#ports.entropy.bytes(1)[0] ?? 0) / 255;
          return { type: "disconnected", peer, reason, chance, ...(ending === "refused" ? { isRefused: true } : {}) };
        });
      },
    };
  }

  #frameReceived(
    session: Session,
    frame: Exclude<Frame, { type: "message" }>,
    currentPeer: () => PeerId | undefined,
  ): void {
    switch (frame.type) {
      case "call": {
        const from = currentPeer();
        if (from !== undefined && from !== upstreamPeer) void this.#forwarding.serve(session, from, frame);
        break;
      }
      case "reply":
        this.#forwarding.replied(session, frame);
        break;
      case "certificate":
        this.#takeCertificate(frame.certificate, () => currentPeer() === upstreamPeer);
        break;
      case "introduction":
      case "welcome":
      case "inquiry":
      case "standing":
      case "goodbye":
      case "part":
      case "received":
        session.end(`${frame.type} has no place here`);
        break;
      default:
        frame satisfies never;
    }
  }

  #messageReceived(session: Session, message: Message, currentPeer: () => PeerId | undefined): void {
    const { pump, stats } = this.#linkOf(session);
    stats.received(message);
    if (message.type === "hello") pump.granted(message.credit);
    if (message.type === "ack") pump.acknowledged(message.index);
    // A claim counts even if its connection has ended since: no cluster may dial again to send it.
    const claimant = message.type === "claim" ? currentPeer() : undefined;
    const taken = this.#driver().submit(() => {
      const from = currentPeer() ?? claimant;
      return from === undefined ? undefined : { type: "message", from, message };
    });
    // A message that cannot be handled is never skipped: the session ends, and the next one continues from the saved
    // state.
    void taken.catch((error) => session.end(error instanceof Problem ? error.message : "a message could not be taken"));
  }

  #takeCertificate(certificate: string, isWanted: () => boolean): void {
    const command = { type: "take certificate", certificate } as const;
    this.#driver().report(() => (isWanted() ? { type: "command", command } : undefined));
  }
}
