import type { Checker } from "./checker.ts";
import { answer, call, request } from "./example.ts";
import { fieldsOf } from "./models/operator-command.ts";
import { forgetLostStores } from "./models/roles.ts";

export const revokedLeasesEnd: Checker = {
  name: "a revoked lease is gone",
  invariants: ["17", "21"],
  rule: "After the revocation of a lease is acknowledged, the cluster neither finds nor renews the lease.",
  sources: ["DB-CREDS-04", "OWN-LEASE-02"],
  excuses: [
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
    "A request that was sent before the response to the revocation may still find the lease.",
  ],
  example: {
    broken: [
      [0, ...call("Oslo", "POST sys/leases/revoke", { body: { lease_id: "database/creds/app/1" } }, { status: 204 })],
      [1, request("Oslo", "POST sys/leases/lookup", { body: { lease_id: "database/creds/app/1" } })],
      [2, answer()],
    ],
    held: [[2, answer({ status: 400 })]],
  },
  judge({ broken, time }) {
    const revoked = new Map<string, Readonly<{ seq: number; at: number }>>();
    return {
      on: { fault: forgetLostStores(revoked) },
      answered({ request, answer }) {
        const { cluster, path, seq } = request;
        const lease = fieldsOf(request.body).lease_id;
        if (typeof lease !== "string" || answer.outcome !== "ok") return;
        const [, action] = /(?:^|\/)sys\/(?:leases\/)?(revoke|renew|lookup)$/.exec(path) ?? [];
        const key = `${cluster} ${lease}`;
        if (action === "revoke" && fieldsOf(request.body).sync !== false) {
          if (!revoked.has(key)) revoked.set(key, answer);
          return;
        }
        const end = revoked.get(key);
        if (action === undefined || !end || seq < end.seq) return;
        broken(answer, `${cluster} revoked the lease ${lease} at ${time(end)}, but still has it at ${time(answer)}`);
      },
    };
  },
};
