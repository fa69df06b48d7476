import type { Checker } from "./checker.ts";
import { call, issued, settled } from "./example.ts";
import { type IssuedUser, IssuedUsers } from "./models/issued-users.ts";
import { fieldsOf } from "./models/operator-command.ts";
import { SetBack } from "./models/set-back.ts";
import { isRemoval, names } from "./models/statements.ts";
import { UnreportedLeases } from "./models/unreported-leases.ts";

/** Time in milliseconds for which a lease may exist after its expiry, because failed revocations are retried. */
const graceMilliseconds = 60_000;

export const usersAtRest: Checker = {
  name: "the users of a database are those of leases",
  invariants: ["20", "21"],
  rule: "At quiescence, each issued user is in the database catalogue exactly if a cluster stores its lease.",
  sources: ["OWN-DBFAULT-01", "OWN-DBCRASH-03"],
  excuses: [
    `A lease whose revocation failed or had no response may outlast its user by at most ${graceMilliseconds / 1000} s after its end, plus the time by which the clock was set back.`,
    "A lease that a cluster's log names, for example because its revocation failed, is excused.",
    "Users that an operator changes or removes by hand are not checked.",
    "A forced revocation leaves users, as requested.",
    "Clusters without a list of leases end the check.",
  ],
  example: {
    broken: [
      [0, ...call("Oslo", "GET database/creds/app", {}, issued)],
      [1, settled],
      [2, { type: "survey", of: "leases", cluster: "Oslo", items: {} }],
      [3, { type: "survey", of: "database users", items: { "v-app-1": "postgresql" } }],
    ],
    held: [[3, { type: "survey", of: "database users", items: {} }]],
  },
  judge({ broken, heading, time }) {
    const users = new IssuedUsers();
    /** The cluster that stores each lease, by lease id; undefined before the clusters first converge. */
    let leases: Map<string, string> | undefined;
    const surveyed = new Set<string>();
    const unreported = new UnreportedLeases();
    const clocks = new SetBack();
    /** Leases that a client tried to revoke without an acknowledgement: the user may be removed before the lease. */
    const notRevoked = new Set<string>();
    const mayOutlive = (one: IssuedUser, { home, at }: Readonly<{ home: string; at: number }>) =>
      notRevoked.has(one.lease) && at <= one.endsAt + graceMilliseconds + clocks.of(home);
    return {
      on: {
        fault(fault) {
          unreported.fault(fault);
          clocks.fault(fault);
        },
        request: (request) => unreported.request(request),
        statement(statement) {
          // The catalogue determines which users exist.
          if (!isRemoval(statement)) users.statement(statement);
          // Users that an operator changed by hand are not checked.
          if (statement.from === "client")
            for (const { user } of [...users.all()]) if (names(statement, user)) users.forget(user);
        },
        log: (log) => users.log(log),
        settled() {
          leases = new Map();
          surveyed.clear();
        },
        survey(survey) {
          const { of, cluster, items } = survey;
          if (!leases) return;
          if (of === "leases" && cluster !== undefined) {
            surveyed.add(cluster);
            for (const lease of Object.keys(items)) leases.set(lease, cluster);
          }
          if (of !== "database users" || heading.clusters.some((one) => !surveyed.has(one))) return;
          for (const one of users.all()) {
            const home = leases.get(one.lease);
            const isThere = one.user in items;
            if (!isThere && home !== undefined && mayOutlive(one, { home, at: survey.at })) continue;
            if (isThere === (home !== undefined) || users.isReported(one) || one.touchedAt !== undefined) continue;
            const about = `${one.user}, issued by ${one.cluster} at ${time(one)}`;
            broken(
              survey,
              isThere
                ? `${about}, is in the catalogue of the database at ${time(survey)}, but no cluster has its lease`
                : `${about}, is not in the catalogue of the database at ${time(survey)}, but ${home} has its lease`,
            );
          }
          for (const [lease, home] of leases) {
            if (users.isReported({ lease }) || !unreported.isOverdue(lease, { cluster: home, at: survey.at })) continue;
            broken(
              survey,
              `${home} has the lease ${lease} at ${time(survey)}, which no client received and which has expired`,
            );
          }
        },
      },
      answered(operation) {
        users.answered(operation);
        unreported.answered(operation);
        const { request, answer } = operation;
        const { lease_id: lease } = fieldsOf(request.body);
        const isRevocation = /(^|\/)sys\/(leases\/)?revoke$/.test(request.path);
        if (isRevocation && typeof lease === "string" && answer.outcome !== "ok") notRevoked.add(lease);
        // A forced revocation removes leases without their users, as requested.
        if (/(^|\/)sys\/leases\/revoke-force\//.test(request.path))
          for (const issued of [...users.all()]) users.forget(issued.user);
      },
    };
  },
};
