import type { Checker } from "./checker.ts";
import { type GivenUser, GivenUsers } from "./models/issued-users.ts";
import { fieldsOf } from "./models/operator-command.ts";
import { SetBack } from "./models/set-back.ts";
import { isRemoval, names } from "./models/statements.ts";
import { UnreportedLeases } from "./models/unreported-leases.ts";

/** A lease whose revocation failed may be there so much longer than it lasts, in milliseconds: what failed is tried again later and later. */
const graceMilliseconds = 60_000;

/** When all has settled, what the catalogues of databases and the stores of clusters have is the same: no user is left without its lease, and no lease without its user. */
export const usersAtRest: Checker = {
  name: "the users of a database are those of leases",
  invariants: ["20", "21"],
  judge({ broken, heading, time }) {
    const users = new GivenUsers();
    /** Since all settled, the leases of each cluster that was looked at. */
    let leases: Map<string, string> | undefined;
    const surveyed = new Set<string>();
    const untold = new UnreportedLeases();
    const clocks = new SetBack();
    /** Leases that a client asked to revoke, and was told that they were not: the user may be gone, and the lease stays until its time. */
    const notRevoked = new Set<string>();
    const mayOutlive = (one: GivenUser, { home, at }: Readonly<{ home: string; at: number }>) =>
      notRevoked.has(one.lease) && at <= one.endsAt + graceMilliseconds + clocks.of(home);
    return {
      on: {
        fault(fault) {
          untold.fault(fault);
          clocks.fault(fault);
        },
        request: (request) => untold.request(request),
        statement(statement) {
          // Whether a user is there the catalogue says.
          if (!isRemoval(statement)) users.statement(statement);
          // What an operator does to a user by hand is no cluster's doing.
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
            if (isThere === (home !== undefined) || users.isTold(one) || one.touchedAt !== undefined) continue;
            const about = `${one.user}, given out in ${one.cluster} at ${time(one)}`;
            broken(
              survey,
              isThere
                ? `${about}, is in the catalogue of the database at ${time(survey)}, and no cluster has its lease`
                : `${about}, is not in the catalogue of the database at ${time(survey)}, and ${home} has its lease`,
            );
          }
          for (const [lease, home] of leases) {
            if (users.isTold({ lease }) || !untold.isOverdue(lease, { cluster: home, at: survey.at })) continue;
            broken(
              survey,
              `${home} has the lease ${lease} at ${time(survey)}, which no client was given and which is over`,
            );
          }
        },
      },
      answered(operation) {
        users.answered(operation);
        untold.answered(operation);
        const { request, answer } = operation;
        const { lease_id: lease } = fieldsOf(request.body);
        const isRevocation = /(^|\/)sys\/(leases\/)?revoke$/.test(request.path);
        if (isRevocation && typeof lease === "string" && answer.outcome !== "ok") notRevoked.add(lease);
        // Leases go without their users then, as it was asked for.
        if (/(^|\/)sys\/leases\/revoke-force\//.test(request.path))
          for (const given of [...users.all()]) users.forget(given.user);
      },
    };
  },
};
