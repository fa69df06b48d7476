import type { EventOf } from "#harness/history/event.ts";
import type { Operation } from "../operation.ts";
import { fieldsOf } from "./operator-command.ts";
import { SetBack } from "./set-back.ts";

/** Matches the lease id of database credentials. Group 1 is their path; a slash and a random name follow. */
const roleOf = /^(.*\bcreds\/[^/]+)\/[^/]+$/;

/** Time in milliseconds for which a lease may exist after its expiry, because failed revocations are retried. */
const graceMilliseconds = 60_000;

type Role = { milliseconds: number; askedAt: number };

/** Determines whether a lease whose id was in no response exists for too long. */
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

  /** True if no response contained the lease's id and the lease exists longer than tolerated. */
  isOverdue(lease: string, { cluster, at }: Readonly<{ cluster: string; at: number }>): boolean {
    const role = this.#roles.get(roleOf.exec(lease)?.[1] ?? "");
    if (!role || this.#reported.has(lease)) return false;
    return at > role.askedAt + role.milliseconds + graceMilliseconds + this.#clocks.of(cluster);
  }
}
