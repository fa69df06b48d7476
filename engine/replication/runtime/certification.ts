import type { Instant } from "../../ports/clock.ts";
import type { Credentials } from "../../ports/link.ts";
import type { Members } from "./members.ts";
import type { Session } from "./session.ts";

type Held = Readonly<{ id: string; key: string; until: Instant }>;

export class Certification {
  readonly #members: Members;
  readonly #authority: () => Credentials | undefined;
  readonly #held = new WeakMap<Session, Held>();

  constructor({ members, authority }: { members: Members; authority: () => Credentials | undefined }) {
    this.#members = members;
    this.#authority = authority;
  }

  /** Records the certificate of an admitted secondary. Returns its next certificate, if renewal is due. */
  admitted(session: Session, held: Held): string | undefined {
    this.#held.set(session, held);
    return this.#next(session);
  }

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
