import type { Checker } from "./checker.ts";
import { call, issued, statement } from "./example.ts";
import { fieldsOf } from "./models/operator-command.ts";
import { isRemoval } from "./models/statements.ts";

/**
 * A user may be removed up to this many milliseconds before the end of its lease, because leases
 * are in whole seconds.
 */
const graceMilliseconds = 1_000;

/** Matches paths of requests that may end leases before they expire. */
const ending = /revoke|tidy|disable|sys\/(mounts|remount|namespaces|seal|rekey|replication)|auth\/token|renew-self/;

type IssuedLease = { readonly user: string; readonly seq: number; readonly at: number; endsAt: number };

export const liveUsersStay: Checker = {
  name: "no user is removed whose lease lives",
  invariants: ["21"],
  rule: `No cluster removes a database user earlier than ${graceMilliseconds / 1000} s before the end of its lease.`,
  sources: ["DB-CREDS-04", "OWN-PRODUCT-01"],
  excuses: [
    "While a request is pending that may end leases, such as a revocation, an unmount or a replication command, removals are not checked; nor are they for leases from before its response.",
    "After a change of a cluster's role, leases from before it are not checked.",
    "Only leases of the root token are checked: other tokens may end earlier, and their leases with them.",
  ],
  example: {
    broken: [
      [0, ...call("Oslo", "GET database/creds/app", {}, issued)],
      [59, statement("Lima", 'DROP ROLE "v-app-1"')],
    ],
    held: [[3600, statement("Lima", 'DROP ROLE "v-app-1"')]],
  },
  judge({ broken, time }) {
    const leases = new Map<string, IssuedLease>();
    const users = new Map<string, IssuedLease>();
    const underWay = new Set<number>();
    let disturbed = 0;
    return {
      on: {
        request({ seq, method, path }) {
          if (method === "GET" || method === "LIST" || !ending.test(path)) return;
          underWay.add(seq);
          disturbed = seq;
        },
        // A wipe or handover that a client requested long ago may take effect only now.
        role({ seq }) {
          disturbed = seq;
        },
        statement(statement) {
          const lease = users.get(statement.subject ?? "");
          if (!lease || !isRemoval(statement)) return;
          users.delete(lease.user);
          if (underWay.size > 0 || lease.seq < disturbed || statement.at >= lease.endsAt - graceMilliseconds) return;
          const end = time({ at: lease.endsAt });
          broken(
            statement,
            `${statement.from} removed ${lease.user} at ${time(statement)}, although its lease, issued at ${time(lease)}, lasts until ${end}`,
          );
        },
      },
      answered({ request, answer }) {
        if (underWay.delete(request.seq)) disturbed = answer.seq;
        const { lease_id: id, lease_duration: seconds, data } = fieldsOf(answer.body);
        if (typeof id !== "string" || id === "" || typeof seconds !== "number" || answer.outcome !== "ok") return;
        const known = leases.get(id);
        // A lease may have begun when it was requested, long before a slow response.
        const endsAt = request.at + seconds * 1000;
        if (known) known.endsAt = endsAt;
        const { username } = fieldsOf(data);
        // Other tokens may end earlier, and their leases with them.
        if (known || typeof username !== "string" || request.client !== "root") return;
        const issued = { user: username, seq: answer.seq, at: answer.at, endsAt };
        leases.set(id, issued);
        users.set(username, issued);
      },
    };
  },
};
