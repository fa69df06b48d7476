import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { commandOf, fieldsOf } from "./operator-command.ts";
import { isCreation, isRemoval } from "./statements.ts";

export type IssuedUser = {
  readonly user: string;
  readonly lease: string;
  /** The path of the role's credentials, such as `database/creds/reader`. */
  readonly path: string;
  readonly cluster: string;
  readonly at: number;
  readonly seq: number;
  endsAt: number;
  /**
   * Time of the last successful statement about the user, except a cluster's creation or removal of the user: it may
   * have made the user unusable. Undefined if there was none.
   */
  touchedAt: number | undefined;
};

/** Database users that were issued to clients, without those that a cluster removed or that need not be checked. */
export class IssuedUsers {
  readonly #users = new Map<string, IssuedUser>();
  readonly #byLease = new Map<string, IssuedUser>();
  /**
   * Users that were removed and have no recorded lease. A later response that issues such a user took longer than the
   * lease.
   */
  readonly #removed = new Set<string>();
  readonly #reported = new Set<string>();

  all(): Iterable<IssuedUser> {
    return this.#users.values();
  }

  /** True if a cluster's log names the user's lease, for example because its revocation failed. */
  isReported({ lease }: Pick<IssuedUser, "lease">): boolean {
    return this.#reported.has(lease);
  }

  statement(statement: EventOf<"statement">): void {
    const { subject = "" } = statement;
    const issued = this.#users.get(subject);
    if (isCreation(statement)) this.#removed.delete(subject);
    if (!issued && isRemoval(statement)) this.#removed.add(subject);
    if (!issued || statement.outcome !== "ok" || isCreation(statement)) return;
    if (isRemoval(statement)) this.forget(issued.user);
    else issued.touchedAt = statement.at;
  }

  log({ facts }: EventOf<"log">): void {
    if (typeof facts?.lease === "string") this.#reported.add(facts.lease);
  }

  answered(operation: Operation): void {
    const { request, answer } = operation;
    const command = commandOf(operation)?.command;
    // A cluster that is disabled deletes its leases without removing their users.
    if (command === "disable") {
      for (const issued of [...this.#users.values()]) if (issued.cluster === request.cluster) this.forget(issued.user);
    }
    const { lease_id: lease, lease_duration: seconds, data } = fieldsOf(answer.body);
    if (answer.outcome !== "ok" || typeof lease !== "string" || lease === "" || typeof seconds !== "number") return;
    const { seq, at } = answer;
    const known = this.#byLease.get(lease);
    if (known) known.endsAt = at + seconds * 1000;
    const { username: user } = fieldsOf(data);
    if (known || typeof user !== "string" || this.#removed.has(user) || !/(^|\/)creds\/[^/]+$/.test(request.path))
      return;
    const { cluster, path } = request;
    const issued = { user, lease, path, cluster, seq, at, endsAt: at + seconds * 1000, touchedAt: undefined };
    this.#users.set(user, issued);
    this.#byLease.set(lease, issued);
  }

  forget(user: string): void {
    this.#byLease.delete(this.#users.get(user)?.lease ?? "");
    this.#users.delete(user);
  }
}
