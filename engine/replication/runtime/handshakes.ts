import { steadyTime } from "../../core/time/steady-time.ts";
import type { ClusterKeys } from "../../ports/cluster-keys.ts";
import type { Wire, WireListener } from "../../ports/link.ts";
import type { Ports } from "../../ports/ports.ts";
import { claimReportOf } from "../machine/secondary/claim-reports.ts";
import type { InquiryFrame, Introduction } from "../protocol/frame.ts";
import type { SecondaryId } from "../protocol/peer.ts";
import type { Certification } from "./certification.ts";
import { ownAddresses } from "./dialling.ts";
import type { Driver } from "./driver.ts";
import type { Members } from "./members.ts";
import { Session, type SessionEvents } from "./session.ts";

type HandshakeParts = Readonly<{
  ports: Pick<Ports, "clock" | "link">;
  keys: ClusterKeys | undefined;
  members: Members;
  certification: Certification;
  driver: () => Driver;
}>;

/**
 * Callbacks to the owner of an accepted session. `admitted` is called before the state machine receives the connection.
 */
type AcceptedEvents = Pick<SessionEvents, "welcomed" | "received" | "ended"> &
  Readonly<{ admitted: (session: Session, peer: SecondaryId) => void }>;

export class Handshakes {
  readonly #parts: HandshakeParts;
  readonly #sessions = new Set<Session>();

  constructor(parts: HandshakeParts) {
    this.#parts = parts;
  }

  accept(wire: Wire, { admitted, ...events }: AcceptedEvents): WireListener {
    const session = Session.accept(wire, {
      clock: steadyTime(this.#parts.ports.clock),
      events: {
        ...events,
        introduced: (session, introduction) => this.#introduced(session, introduction, admitted),
        inquired: (session, inquiry) => this.#answer(session, inquiry),
        ended: (session, reason, ending) => {
          this.#sessions.delete(session);
          events.ended(session, reason, ending);
        },
      },
    });
    this.#sessions.add(session);
    return session.listener;
  }

  endAll(end: (session: Session) => void): void {
    for (const session of this.#sessions) end(session);
    this.#sessions.clear();
  }

  #introduced(session: Session, introduction: Introduction, admitted: AcceptedEvents["admitted"]): void {
    const { ports, members, certification, keys: clusterKeys, driver } = this.#parts;
    let welcome: (() => void) | undefined;
    const saved = driver().submitConnection(() => {
      this.#sessions.delete(session);
      const verified = members.verify(introduction, { certificate: session.peer, state: driver().state });
      if (verified.refusal !== undefined) return void session.end(verified.refusal, verified.code);
      const { refusal: _, certifiedUntil, ...proven } = verified;
      const { id: peer, addresses, isEnabled } = introduction;
      admitted(session, peer);
      const certificate = certification.admitted(session, { id: peer, key: proven.key, until: certifiedUntil });
      // The secret of the token proves that the secondary may have the keys. One that presents a certificate already
      // has them.
      const wantsKeys = isEnabled === true && !proven.isCertified;
      const keys = wantsKeys ? clusterKeys?.handover() : undefined;
      welcome = () => session.welcome(ownAddresses(ports.link), { certificate, keys });
      return { type: "connected", peer, addresses, ...proven };
    });
    // The welcome follows the save of the secondary's key: after a crash in between, this cluster would refuse a
    // secondary for good that was wiped because it had been admitted.
    void saved.then(() => welcome?.()).catch(() => {});
  }

  #answer(session: Session, inquiry: InquiryFrame): void {
    const driver = this.#parts.driver();
    driver.report(() => {
      this.#sessions.delete(session);
      const claimReport = claimReportOf(driver.state, inquiry);
      if (claimReport) session.answer(claimReport);
      else session.end("this cluster is in no replication set that the inquiry is about");
      return undefined;
    });
  }
}
