import type { Instant } from "../../ports/clock.ts";
import type { Credentials } from "../../ports/link.ts";
import type { Members } from "./members.ts";
import type { Session } from "./session.ts";

/** The name that a secondary is registered under, its public key, and until when the certificate lasts that it holds. */
type Held = Readonly<{ id: string; key: string; until: Instant }>;

/** The certificates of the secondaries that are connected: each gets the next one long before the one of today ends. */
export class Certification {
  readonly #members: Members;
  readonly #authority: () => Credentials | undefined;
  readonly #held = new WeakMap<Session, Held>();

  /** `authority` is what this cluster signs with; undefined while replication is disabled. */
  constructor({ members, authority }: { members: Members; authority: () => Credentials | undefined }) {
    this.#members = members;
    this.#authority = authority;
  }

  /** Takes note of a secondary that is taken in. Returns the certificate that it is to be given, if it is time for one. */
  admitted(session: Session, held: Held): string | undefined {
    this.#held.set(session, held);
    return this.#next(session);
  }

  /** Sends a secondary its next certificate, if it is time for one. */
  renew(session: Session): void {
    const certificate = this.#next(session);
    if (certificate !== undefined) session.send({ type: "certificate", certificate });
  }

  #next(session: Session): string | undefined {
    const [held, authority] = [this.#held.get(session), this.#authority()];
    if (!held || !authority || !this.#members.isDue(held.until)) return undefined;
    const { certificate, until } = this.#members.certify(held, authority);
    this.#held.set(session, { ...held, until });
    return certificate;
  }
}
