import type { Checker } from "./checker.ts";
import { answer, issued, request, settled, statement } from "./example.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { isCreation, isRemoval } from "./models/statements.ts";

/** Time in milliseconds for which a database user may outlive its lease, because failed revocations are retried. */
const graceMilliseconds = 60_000;

/** Tolerated delay in milliseconds for each clock drift of a cluster. */
const driftMilliseconds = 60_000;

type IssuedLease = { readonly user: string; readonly cluster: string; readonly at: number; endsAt: number };

const report = "a lease could not be revoked";

/**
 * A reason, in the log message that a lease could not be revoked, which does not excuse a surviving user: a cluster
 * must keep the mount until its leases have ended.
 */
const groundless = "the mount of this lease is not there";

export const deadUsersGo: Checker = {
  name: "a user is gone with its lease",
  invariants: ["17", "21"],
  rule: `At quiescence, no database user outlives its lease by more than ${graceMilliseconds / 1000} s.`,
  sources: ["DB-CREDS-04", "OWN-DBLEASE-01", "OWN-LEASE-03"],
  excuses: [
    "A log message that the lease could not be revoked excuses the cluster, unless its reason is that the mount is missing.",
    "A clock that was set back or drifts adds time.",
    "A cluster that is disabled deletes its leases without their users.",
    "A response may take longer than the lease that it returns.",
  ],
  example: {
    broken: [
      [0, request("Oslo", "GET database/creds/app")],
      [1, statement("Oslo", 'CREATE ROLE "v-app-1"')],
      [2, answer(issued)],
      [3999, settled],
    ],
    held: [
      [3602, statement("Oslo", 'DROP ROLE "v-app-1"')],
      [3999, settled],
    ],
  },
  judge({ broken, time }) {
    const leases = new Map<string, IssuedLease>();
    /**
     * Users that were removed and have no recorded lease. A later response that issues such a user took longer than the
     * lease.
     */
    const removed = new Set<string>();
    const excused = new Set<string>();
    const behind = new Map<string, number>();
    return {
      on: {
        statement(statement) {
          const { subject = "" } = statement;
          if (isCreation(statement)) removed.delete(subject);
          if (!isRemoval(statement)) return;
          const known = [...leases].filter(([, { user }]) => user === subject);
          for (const [id] of known) leases.delete(id);
          if (known.length === 0) removed.add(subject);
        },
        log({ message, facts }) {
          if (message !== report || typeof facts?.lease !== "string") return;
          if (facts.reason === groundless) excused.delete(facts.lease);
          else excused.add(facts.lease);
        },
        fault({ kind, parties: [cluster = ""], about }) {
          const more =
            kind === "skew" ? Math.max(0, -Number(about?.milliseconds)) : kind === "drift" ? driftMilliseconds : 0;
          behind.set(cluster, (behind.get(cluster) ?? 0) + more);
        },
        settled(settled) {
          for (const [lease, { user, cluster, at, endsAt }] of leases) {
            if (excused.has(lease) || endsAt + graceMilliseconds + (behind.get(cluster) ?? 0) >= settled.at) continue;
            broken(
              settled,
              `${user}, issued at ${time({ at })}, still exists after all clusters converged, although its lease ended at ${time({ at: endsAt })}`,
            );
          }
        },
      },
      answered(operation) {
        const { request, answer } = operation;
        const command = commandOf(operation)?.command;
        // A cluster that is disabled deletes its leases without removing their users.
        if (answer.outcome !== "fail" && command === "disable")
          for (const [lease, { cluster }] of leases) if (cluster === request.cluster) leases.delete(lease);
        const { lease_id: id, lease_duration: seconds, data } = fieldsOf(answer.body);
        if (typeof id !== "string" || id === "" || typeof seconds !== "number" || answer.outcome !== "ok") return;
        const endsAt = answer.at + seconds * 1000;
        const known = leases.get(id);
        if (known) known.endsAt = Math.max(known.endsAt, endsAt);
        const { username } = fieldsOf(data);
        if (typeof username === "string" && removed.has(username)) return;
        if (!known && typeof username === "string" && /(^|\/)creds\/[^/]+$/.test(request.path))
          leases.set(id, { user: username, cluster: request.cluster, at: answer.at, endsAt });
      },
    };
  },
};
