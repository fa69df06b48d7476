import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { commandOf, fieldsOf } from "./operator-command.ts";
import { isCreation, isRemoval } from "./statements.ts";

/** A user of a database that a client was given, with a lease. */
export type GivenUser = {
  readonly user: string;
  readonly lease: string;
  /** The path of the role's credentials, such as `database/creds/reader`. */
  readonly path: string;
  readonly cluster: string;
  readonly at: number;
  readonly seq: number;
  endsAt: number;
  /** Set when a cluster told the server something about it after its creation: a statement of one's own may end it in any way. */
  touchedAt: number | undefined;
};

/** The users that clients were given and that were not removed since, as far as a history tells. */
export class GivenUsers {
  readonly #users = new Map<string, GivenUser>();
  readonly #byLease = new Map<string, GivenUser>();
  /** Leases of which a log says that they cannot be revoked yet. */
  readonly #stuck = new Set<string>();

  all(): Iterable<GivenUser> {
    return this.#users.values();
  }

  /** Whether a cluster says of the user's lease that it could not be revoked: that it is there is told, then. */
  isTold({ lease }: Pick<GivenUser, "lease">): boolean {
    return this.#stuck.has(lease);
  }

  statement(statement: EventOf<"statement">): void {
    const given = this.#users.get(statement.subject ?? "");
    if (!given || statement.outcome !== "ok" || isCreation(statement)) return;
    if (isRemoval(statement)) this.forget(given.user);
    else given.touchedAt = statement.at;
  }

  log({ facts }: EventOf<"log">): void {
    if (typeof facts?.lease === "string") this.#stuck.add(facts.lease);
  }

  answered(operation: Operation): void {
    const { request, answer } = operation;
    const command = commandOf(operation)?.command;
    // What a cluster forgets as a whole, it does not end.
    if (command === "disable") {
      for (const given of [...this.#users.values()]) if (given.cluster === request.cluster) this.forget(given.user);
    }
    const { lease_id: lease, lease_duration: seconds, data } = fieldsOf(answer.body);
    if (answer.outcome !== "ok" || typeof lease !== "string" || lease === "" || typeof seconds !== "number") return;
    const { seq, at } = answer;
    const known = this.#byLease.get(lease);
    if (known) known.endsAt = at + seconds * 1000;
    const { username: user } = fieldsOf(data);
    if (known || typeof user !== "string" || !/(^|\/)creds\/[^/]+$/.test(request.path)) return;
    const { cluster, path } = request;
    const given = { user, lease, path, cluster, seq, at, endsAt: at + seconds * 1000, touchedAt: undefined };
    this.#users.set(user, given);
    this.#byLease.set(lease, given);
  }

  /** Follows a user no longer. */
  forget(user: string): void {
    this.#byLease.delete(this.#users.get(user)?.lease ?? "");
    this.#users.delete(user);
  }
}
