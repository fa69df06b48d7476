import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { fieldsOf } from "./operator-command.ts";
import { SetBack } from "./set-back.ts";

/** The path of a role in the id of a lease of its credentials, such as `database/creds/reader` of `database/creds/reader/hmRc`. */
const roleOf = /^(.*\bcreds\/[^/]+)\/[^/]+$/;

/** A lease may be there so much longer than it lasts, in milliseconds: what failed is tried again later and later. */
const graceMilliseconds = 60_000;

/** How long the leases of a role last, as clients were told, and when credentials of it were asked for last. */
type Role = { milliseconds: number; askedAt: number };

/** Leases whose ids no client was told, as when its answer was lost: nothing renews them, so it is known when they have to be gone. */
export class UnreportedLeases {
  readonly #roles = new Map<string, Role>();
  readonly #told = new Set<string>();
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
    this.#told.add(lease);
    if (roleOf.exec(lease)?.[1] !== path) return;
    const role = this.#roles.get(path);
    if (role) role.milliseconds = Math.max(role.milliseconds, seconds * 1000);
    else this.#roles.set(path, { milliseconds: seconds * 1000, askedAt: at });
  }

  /** Whether a lease that a cluster has at this time is one that no client was told of, and that ought to be over. */
  isOverdue(lease: string, { cluster, at }: Readonly<{ cluster: string; at: number }>): boolean {
    const role = this.#roles.get(roleOf.exec(lease)?.[1] ?? "");
    if (!role || this.#told.has(lease)) return false;
    return at > role.askedAt + role.milliseconds + graceMilliseconds + this.#clocks.of(cluster);
  }
}
