import { Problem } from "../../api/problem.ts";
import { steadyTime } from "../../core/time/steady-time.ts";
import type { Timeline } from "../../ports/clock.ts";
import type { ClusterKeys } from "../../ports/cluster-keys.ts";
import type { Credentials, Wire, WireListener } from "../../ports/link.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Activation } from "../machine/command.ts";
import type { OutboundMessage } from "../machine/effects.ts";
import type { Upstream } from "../machine/record/record.ts";
import type { ClaimReport } from "../machine/record/set-member.ts";
import { claimReportOf } from "../machine/secondary/claim-reports.ts";
import type { Replica, Secondary } from "../machine/state.ts";
import { Comparison, type SyncProgress } from "../merkle/comparison.ts";
import type { MerkleTree } from "../merkle/tree.ts";
import type { Frame, FrameOf, InquiryFrame, Introduction } from "../protocol/frame.ts";
import type { Ending } from "../protocol/goodbye.ts";
import type { ComparisonMessage, Message } from "../protocol/message.ts";
import { type Addresses, type PeerId, upstreamPeer } from "../protocol/peer.ts";
import { Certification } from "./certification.ts";
import type { Driver } from "./driver.ts";
import type { Forwarding } from "./forwarding.ts";
import { type LinkFacts, LinkStats } from "./link-stats.ts";
import { Members, type Verification } from "./members.ts";
import { pauseOn } from "./pause.ts";
import { Pump } from "./pump.ts";
import { type DialOptions, Session, type SessionEvents } from "./session.ts";
import type { WriteLog } from "./write-log.ts";

/**
 * Milliseconds until a member that does not answer an inquiry counts as out of reach: the time for
 * which a command of an operator waits for another cluster.
 */
const inquiryMilliseconds = 2000;

type PeerPorts = Pick<Ports, "clock" | "link" | "cryptography" | "certificates" | "entropy" | "store">;

/** The links of a cluster by peer: to its secondaries, and to the primary that it dialled. */
export class Peers {
  readonly #ports: PeerPorts;
  readonly #keys: ClusterKeys | undefined;
  readonly #driver: () => Driver;
  readonly #forwarding: Forwarding;
  readonly #log: WriteLog;
  readonly #tree: MerkleTree;
  readonly #sessions = new Map<PeerId, Session>();
  readonly #pumps = new WeakMap<Session, Pump>();
  readonly #stats = new WeakMap<Session, LinkStats>();
  /** The current or last comparison with the primary. */
  #comparison: Readonly<{ session: Session; comparison: Comparison }> | undefined;
  /** Sessions whose handshake is not complete. */
  readonly #handshaking = new Set<Session>();
  readonly #members: Members;
  readonly #certification: Certification;
  #shown: Credentials | undefined;

  constructor(options: {
    ports: PeerPorts;
    keys: ClusterKeys | undefined;
    driver: () => Driver;
    forwarding: Forwarding;
    log: WriteLog;
    tree: MerkleTree;
  }) {
    this.#ports = options.ports;
    this.#keys = options.keys;
    this.#driver = options.driver;
    this.#forwarding = options.forwarding;
    this.#log = options.log;
    this.#tree = options.tree;
    this.#members = new Members(options.ports);
    const authority = () => this.#driver().state.record?.identity ?? undefined;
    this.#certification = new Certification({ members: this.#members, authority });
  }

  /**
   * Presents the current identity of this cluster to clusters that dial it; none while replication
   * is disabled.
   */
  showIdentity(identity: Credentials | undefined = this.#driver().state.record?.identity ?? undefined): void {
    if (identity?.privateKey === this.#shown?.privateKey) return;
    this.#shown = identity;
    this.#ports.link.serveAs(identity);
  }

  /** The session with the primary, if it is established. */
  get upstream(): Session | undefined {
    const session = this.#sessions.get(upstreamPeer);
    return session?.established ? session : undefined;
  }

  accept(wire: Wire): WireListener {
    const session = Session.accept(wire, { clock: this.#timeline, events: this.#events(() => undefined) });
    this.#handshaking.add(session);
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
        void this.#requestFromPrimary(outbound.answer);
        break;
      case "inquire":
        void this.#inquire(outbound);
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
        this.#pumpOf(session).push(this.#timed(outbound, session));
      }
    }
  }

  /** Returns the measurements of the link to `peer`; nothing when there is no link. */
  linkFactsOf(peer: PeerId): LinkFacts {
    const session = this.#sessions.get(peer);
    return session?.established ? this.#statsOf(session).facts : {};
  }

  #statsOf(session: Session): LinkStats {
    const known = this.#stats.get(session) ?? new LinkStats(this.#ports.clock);
    this.#stats.set(session, known);
    return known;
  }

  #timed<Outbound extends OutboundMessage>(outbound: Outbound, session: Session): Outbound {
    if (outbound.type !== "message") return outbound;
    return { ...outbound, message: this.#statsOf(session).sent(outbound.message) };
  }

  /** Progress of the comparison with the primary; undefined when there is none. */
  get syncProgress(): SyncProgress | undefined {
    return this.#comparison && this.#comparison.session === this.upstream
      ? this.#comparison.comparison.progress
      : undefined;
  }

  /** Asks the next question of a comparison of Merkle trees, after the primary replied `answer`. */
  async #requestFromPrimary(answer: ComparisonMessage): Promise<void> {
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

  #comparisonOn(session: Session, { type }: ComparisonMessage): Comparison | undefined {
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

  /**
   * Resolves to true when a primary admits this secondary at `address`. The connection is closed.
   */
  async isAdmittedAt(address: string): Promise<boolean> {
    const dialling = this.#dialOptions();
    return dialling !== undefined && "welcome" in (await this.#probe(address, dialling));
  }

  /**
   * Requests admission from the primary of `activation`, as `identity`. Resolves to the certificate
   * and keys for the new secondary. The connection is closed. Throws a Problem "upstream" when the
   * primary cannot be reached, and "refused" when another cluster answers or when the primary
   * refuses.
   */
  async requestAdmission(
    activation: Activation,
    identity: Credentials,
  ): Promise<Pick<FrameOf<"welcome">, "certificate" | "keys">> {
    const { id, set, address, secret, authority = "" } = activation;
    const tried = await this.#probe(address, {
      introduction: { id, set, secret, addresses: this.#addresses, isEnabled: true },
      credentials: identity,
      mismatchReason: (shown) => this.#members.mismatchReason(shown, authority),
    });
    if (!("welcome" in tried)) throw notAdmitted(address, tried);
    const { certificate, keys } = tried.welcome;
    if (keys !== undefined) this.#keys?.expectHandover(keys);
    return { ...(certificate === undefined ? {} : { certificate }), ...(keys === undefined ? {} : { keys }) };
  }

  /**
   * Asks members of the set for their latest claim, all at once. A member that does not answer
   * within {@link inquiryMilliseconds} is out of reach.
   */
  async #inquire({ members, eras }: Extract<OutboundMessage, { type: "inquire" }>): Promise<void> {
    const { record } = this.#driver().state;
    const credentials = record?.identity;
    if (!credentials) return;
    const inquiry = { type: "inquiry", set: record.set, eras } as const;
    const asked = members.map(async ({ key, address }): Promise<readonly ClaimReport[]> => {
      const mismatchReason = (shown: string | undefined) => this.#members.keyMismatchReason(shown, key);
      const answer = await this.#claimReportAt(address, { introduction: inquiry, credentials, mismatchReason });
      return answer ? [{ key, claim: answer.claim, holdsRight: answer.holdsRight }] : [];
    });
    const claimReports = (await Promise.all(asked)).flat();
    this.#submit(() => ({ type: "claim reports", claimReports }));
  }

  /**
   * Resolves to the reply of the cluster at `address` to an inquiry; undefined when it does not
   * reply.
   */
  #claimReportAt(address: string, dialling: DialOptions): Promise<FrameOf<"standing"> | undefined> {
    const { promise, resolve } = Promise.withResolvers<FrameOf<"standing"> | undefined>();
    const session = Session.dial(address, dialling, {
      link: this.#ports.link,
      clock: this.#timeline,
      events: {
        introduced() {},
        received() {},
        standing: (_, standing) => resolve(standing),
        welcomed: (welcomed) => welcomed.end("it was asked what it knows of the set"),
        ended: () => resolve(undefined),
      },
    });
    const clock = this.#timeline;
    const cancel = clock.at(clock.now() + inquiryMilliseconds, () => session.end("an inquiry took too long"));
    return promise.finally(cancel);
  }

  #answerInquiry(session: Session, inquiry: InquiryFrame): void {
    this.#submit(() => {
      this.#handshaking.delete(session);
      const report = claimReportOf(this.#driver().state, inquiry);
      if (report) session.answer(report);
      else session.end("this cluster is in no replication set that the inquiry is about");
      return undefined;
    });
  }

  /** Introduces this cluster at `address`, and closes the connection after the reply. */
  #probe(address: string, dialling: DialOptions): Promise<ProbeResult> {
    const { promise, resolve } = Promise.withResolvers<ProbeResult>();
    Session.dial(address, dialling, {
      link: this.#ports.link,
      clock: this.#timeline,
      events: {
        introduced() {},
        received() {},
        welcomed(session, welcome) {
          resolve({ welcome });
          session.end("it was asked whether this cluster is taken in");
        },
        ended: (_, reason, ending) => resolve({ reason, ending }),
      },
    });
    return promise;
  }

  /** Closes a link on behalf of the state machine, which is not informed of it. */
  close(peer: PeerId, reason: string): void {
    const session = this.#sessions.get(peer);
    this.#sessions.delete(peer);
    session?.end(reason);
  }

  /** Closes a link and informs the state machine. */
  breakOff(peer: PeerId, reason: string): void {
    this.#sessions.get(peer)?.end(reason);
  }

  closeAll(): void {
    this.#shown = undefined;
    this.#ports.link.serveAs(undefined);
    for (const session of [...this.#sessions.values(), ...this.#handshaking]) {
      session.end("this cluster is stopping", "stopping");
    }
    this.#sessions.clear();
    this.#handshaking.clear();
  }

  #dial(): void {
    const target = dialled(this.#driver().state);
    const dialling = this.#dialOptions();
    if (!target || !dialling) return;
    const session = Session.dial(target.address, dialling, {
      link: this.#ports.link,
      clock: this.#timeline,
      events: this.#events(() => upstreamPeer),
    });
    this.#sessions.set(upstreamPeer, session);
  }

  /**
   * Returns how this cluster dials its primary: with the certificate that it got there, or before
   * that with its own and the secret of its token.
   */
  #dialOptions(): DialOptions | undefined {
    const { state } = this.#driver();
    const target = dialled(state);
    const identity = state.record?.identity;
    if (!target || !state.record || !identity) return undefined;
    const { id, secret, authority, certificate = identity.certificate } = target;
    return {
      introduction: { id, set: state.record.set, secret, addresses: this.#addresses },
      credentials: { certificate, privateKey: identity.privateKey },
      mismatchReason: (shown) => this.#members.mismatchReason(shown, authority),
    };
  }

  #events(dialTarget: () => PeerId | undefined): SessionEvents {
    let peer = dialTarget();
    const isCurrent = (session: Session) => peer !== undefined && this.#sessions.get(peer) === session;
    return {
      introduced: (session, introduction) => {
        let welcome: (() => void) | undefined;
        const saved = this.#driver().submitConnection(() => {
          this.#handshaking.delete(session);
          const verified = this.#verify(session, introduction);
          if (verified.refusal !== undefined) return void session.end(verified.refusal, verified.code);
          const { refusal: _, certifiedUntil, ...proven } = verified;
          peer = introduction.id;
          // The newer connection of a secondary counts: it would not have dialled if the older one
          // were open.
          this.close(peer, "the same secondary connected again");
          this.#sessions.set(peer, session);
          const held = { id: peer, key: proven.key, until: certifiedUntil };
          const certificate = this.#certification.admitted(session, held);
          // The secret of the token proves that the secondary may have the keys. One that presents
          // a certificate already has them.
          const wantsKeys = introduction.isEnabled === true && !proven.isCertified;
          const keys = wantsKeys ? this.#keys?.handover() : undefined;
          welcome = () => session.welcome(this.#addresses, { certificate, keys });
          return { type: "connected", peer, addresses: introduction.addresses, ...proven };
        });
        // The welcome follows the save of the secondary's key: after a crash in between, this cluster
        // would refuse a secondary for good that was wiped because it had been admitted.
        void saved.then(() => welcome?.()).catch(() => {});
      },
      inquired: (session, inquiry) => this.#answerInquiry(session, inquiry),
      welcomed: (session, { addresses, certificate }) => {
        if (certificate !== undefined) this.#takeCertificate(certificate, () => isCurrent(session));
        const key = this.#members.keyOf(session.peer);
        this.#submit(() =>
          isCurrent(session)
            ? { type: "connected", peer: upstreamPeer, addresses, ...(key === undefined ? {} : { key }) }
            : undefined,
        );
      },
      received: (session, frame) => {
        const currentPeer = () => (isCurrent(session) ? peer : undefined);
        if (frame.type === "message") this.#messageReceived(session, frame.message, currentPeer);
        else this.#frameReceived(session, frame, currentPeer);
      },
      ended: (session, reason, ending) => {
        this.#handshaking.delete(session);
        this.#forwarding.ended(session);
        this.#pumps.get(session)?.stop();
        this.#submit(() => {
          if (peer === undefined || !isCurrent(session)) return undefined;
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
    const pump = this.#pumpOf(session);
    this.#statsOf(session).received(message);
    if (message.type === "hello") pump.granted(message.credit);
    if (message.type === "ack") pump.acknowledged(message.index);
    // A claim counts even if its connection has ended since: no cluster may dial again to send it.
    const claimant = message.type === "claim" ? currentPeer() : undefined;
    const taken = this.#driver().submit(() => {
      const from = currentPeer() ?? claimant;
      return from === undefined ? undefined : { type: "message", from, message };
    });
    // A message that cannot be handled is never skipped: the session ends, and the next one
    // continues from the saved state.
    void taken.catch((error) => session.end(error instanceof Problem ? error.message : "a message could not be taken"));
  }

  #verify(session: Session, introduction: Introduction): Verification {
    return this.#members.verify(introduction, { certificate: session.peer, state: this.#driver().state });
  }

  /** Stores the certificate that the primary issued, before it is used. */
  #takeCertificate(certificate: string, isWanted: () => boolean): void {
    const command = { type: "take certificate", certificate } as const;
    this.#submit(() => (isWanted() ? { type: "command", command } : undefined));
  }

  get #timeline(): Timeline {
    return steadyTime(this.#ports.clock);
  }

  get #addresses(): Addresses {
    return { api: this.#ports.link.apiAddress, cluster: this.#ports.link.clusterAddress };
  }

  #submit(event: Parameters<Driver["submit"]>[0]): void {
    // The driver logs such a failure and repeats the tick.
    void this.#driver()
      .submitConnection(event)
      .catch(() => {});
  }
}

/** Result of an introduction: admitted, or not and why. */
type ProbeResult = Readonly<{ welcome: FrameOf<"welcome"> }> | NotAdmitted;
type NotAdmitted = Readonly<{ reason: string; ending: Ending }>;

function notAdmitted(address: string, { reason, ending }: NotAdmitted): Problem {
  const unchanged = "nothing was changed on this cluster";
  switch (ending) {
    case "refused":
    case "misdirected":
      return new Problem("refused", `the primary at ${address} does not take this cluster in: ${reason}; ${unchanged}`);
    case "turned away":
      return new Problem(
        "upstream",
        `the primary at ${address} does not take this cluster in now: ${reason}; ${unchanged}`,
      );
    case "lost":
      return new Problem(
        "upstream",
        `the primary cannot be reached at its cluster address ${address}: ${reason}; ${unchanged}`,
      );
  }
}

/**
 * The cluster to dial, and the proof of identity: for a secondary its primary, for a promoted
 * cluster the former primary, which is informed of the new era.
 */
type DialTarget = Readonly<{ id: string; address: string }> & Pick<Upstream, "secret" | "authority" | "certificate">;
export function dialled(state: Replica): DialTarget | null {
  switch (state.role) {
    case "disabled":
      return null;
    case "primary":
      return state.record.untold;
    case "secondary":
      return state.record.upstream && { ...withNextAddress(state.record.upstream, state), id: state.record.id };
  }
}

/** Returns the next address: after each failed attempt it is another one. */
function withNextAddress({ others = [], ...upstream }: Upstream, { connection }: Secondary) {
  const { address } = upstream;
  const all = [address, ...others];
  const attempts = connection.phase === "none" ? 0 : connection.attempts;
  return { ...upstream, address: all[attempts % all.length] ?? address };
}
