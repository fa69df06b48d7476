import type { Checker } from "./checker.ts";
import { call } from "./example.ts";
import { fieldsOf } from "./models/operator-command.ts";

export const leasesStayLocal: Checker = {
  name: "a lease is one cluster's",
  invariants: ["16"],
  rule: "A lease belongs to one cluster: at most one cluster stores it, finds it in a lookup or renews it.",
  sources: ["OWN-LEASE-02"],
  excuses: [],
  example: {
    broken: [
      [0, { type: "survey", of: "leases", cluster: "Oslo", items: { "database/creds/app/1": "3600" } }],
      [1, ...call("Lima", "POST sys/leases/lookup", { body: { lease_id: "database/creds/app/1" } })],
    ],
    held: [
      [1, ...call("Lima", "POST sys/leases/lookup", { body: { lease_id: "database/creds/app/1" } }, { status: 400 })],
    ],
  },
  judge({ broken, time }) {
    const homes = new Map<string, Readonly<{ cluster: string; at: number }>>();
    const known = (lease: string, { cluster, at, seq }: Readonly<{ cluster: string; at: number; seq: number }>) => {
      const home = homes.get(lease);
      if (!home) homes.set(lease, { cluster, at });
      else if (home.cluster !== cluster)
        broken(
          { seq, at },
          `the lease ${lease} exists on ${home.cluster} at ${time(home)} and on ${cluster} at ${time({ at })}`,
        );
    };
    return {
      on: {
        survey({ of, cluster, items, at, seq }) {
          if (of !== "leases" || cluster === undefined) return;
          for (const lease of Object.keys(items)) known(lease, { cluster, at, seq });
        },
      },
      answered({ request: { path, body, cluster }, answer }) {
        if (!/(^|\/)sys\/leases\/(lookup|renew)(\/|$)/.test(path) || answer.outcome !== "ok") return;
        const lease = fieldsOf(body).lease_id ?? /sys\/leases\/renew\/(.+)$/.exec(path)?.[1];
        if (typeof lease !== "string") return;
        known(lease, { cluster, at: answer.at, seq: answer.seq });
      },
    };
  },
};
