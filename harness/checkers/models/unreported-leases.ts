import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { fieldsOf } from "./operator-command.ts";
import { SetBack } from "./set-back.ts";

/** Matches a credential lease's id: a role's path and a random name, separated by a slash. */
const roleOf = /^(.*\bcreds\/[^/]+)\/[^/]+$/;

/** Tolerated lifetime of a lease after its expiry, in milliseconds; revocations are retried. */
const graceMilliseconds = 60_000;

/** A role's longest lease in milliseconds, and the time of the last request for credentials. */
type Role = { milliseconds: number; askedAt: number };

/** Leases whose ids no client received, so that no client renews them. */
export class UnreportedLeases {
  readonly #roles = new Map<string, Role>();
  readonly #reported = new Set<string>();
  readonly #clocks = new SetBack();

  fault(fault: EventOf<"fault">): void {
    this.#clocks.fault(fault);
  }

  request({ path, at }: EventOf<"request">): void {
    const role = this.#roles.get(path);
    if (role) role.askedAt = at;
  }

  answered({ request: { path, at }, answer: { body } }: Operation): void {
    const { lease_id: lease, lease_duration: seconds } = fieldsOf(body);
    if (typeof lease !== "string" || lease === "" || typeof seconds !== "number") return;
    this.#reported.add(lease);
    if (roleOf.exec(lease)?.[1] !== path) return;
    const role = this.#roles.get(path);
    if (role) role.milliseconds = Math.max(role.milliseconds, seconds * 1000);
    else this.#roles.set(path, { milliseconds: seconds * 1000, askedAt: at });
  }

  /** True if no client received the id of a cluster's lease and the lease is overdue. */
  isOverdue(lease: string, { cluster, at }: Readonly<{ cluster: string; at: number }>): boolean {
    const role = this.#roles.get(roleOf.exec(lease)?.[1] ?? "");
    if (!role || this.#reported.has(lease)) return false;
    return at > role.askedAt + role.milliseconds + graceMilliseconds + this.#clocks.of(cluster);
  }
}
