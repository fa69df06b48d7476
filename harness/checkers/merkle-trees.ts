import type { Checker } from "./checker.ts";
import { call, settled, status } from "./example.ts";
import { fieldsOf, reconfigures } from "./models/operator-command.ts";
import { Rest } from "./models/rest.ts";
import { statusPath } from "./models/roles.ts";

type Reported = Readonly<{ root: unknown; last: unknown; at: number }>;

export const merkleTrees: Checker = {
  name: "a Merkle tree is that of the stored keys",
  invariants: ["6"],
  rule: "At quiescence, the check of each cluster's Merkle tree finds no difference from the stored keys, and the root of each secondary is the root that its primary has for it.",
  sources: ["0027", "REPL-DATA-01"],
  excuses: [
    "A tree that is not complete, such as that of a cluster without replication, is not checked.",
    "Roots are compared only between statuses with the same last entry.",
    "A fault or a replication command ends the check.",
  ],
  example: {
    broken: [
      [0, settled],
      [
        1,
        ...status("Oslo", {
          mode: "primary",
          last_wal: 7,
          secondaries: [{ node_id: "lima", connection_status: "connected", lag_entries: 0, merkle_root: "aa" }],
        }),
      ],
      [
        2,
        ...status("Lima", {
          mode: "secondary",
          state: "stream-wals",
          secondary_id: "lima",
          last_wal: 7,
          merkle_root: "bb",
        }),
      ],
    ],
    held: [
      [
        2,
        ...status("Lima", {
          mode: "secondary",
          state: "stream-wals",
          secondary_id: "lima",
          last_wal: 7,
          merkle_root: "aa",
        }),
      ],
      [
        3,
        ...call(
          "Lima",
          "POST sys/replication/merkle-check",
          {},
          { body: { data: { merkle_corruption_report: { corrupted_root: false } } } },
        ),
      ],
    ],
  },
  judge({ broken, time }) {
    const rest = new Rest();
    const expected = new Map<string, Reported & Readonly<{ primary: string }>>();
    const own = new Map<string, Reported & Readonly<{ cluster: string }>>();
    const disturb = () => {
      rest.disturb();
      expected.clear();
      own.clear();
    };
    const compare = (id: string, answer: Readonly<{ seq: number; at: number }>) => {
      const [theirs, here] = [expected.get(id), own.get(id)];
      if (!theirs || !here || theirs.last !== here.last || theirs.root === here.root) return;
      const roots = `${theirs.primary} expects the Merkle root ${theirs.root} of ${here.cluster} at ${time(theirs)}`;
      broken(answer, `${roots}, but ${here.cluster} has ${here.root} at ${time(here)}, both at entry ${here.last}`);
    };
    return {
      on: {
        settled(event) {
          disturb();
          rest.settled(event);
        },
        fault: disturb,
        request(request) {
          if (reconfigures(request) && !request.path.endsWith("/merkle-check")) disturb();
        },
      },
      answered({ request, answer }) {
        if (!rest.holds(request) || answer.outcome !== "ok") return;
        const { cluster, path } = request;
        const data = fieldsOf(fieldsOf(answer.body).data);
        if (path === "sys/replication/merkle-check") {
          const { corrupted_root: isCorrupted } = fieldsOf(data.merkle_corruption_report);
          if (isCorrupted === true)
            broken(answer, `the Merkle tree of ${cluster} differs from its stored keys at ${time(answer)}`);
        }
        if (path !== statusPath) return;
        const { at } = answer;
        const { secondary_id: ownId, merkle_root: root, last_wal: last } = data;
        if (data.mode === "secondary" && data.state === "stream-wals" && typeof root === "string" && root !== "") {
          own.set(String(ownId), { root, last, at, cluster });
          compare(String(ownId), answer);
        }
        if (data.mode !== "primary" || !Array.isArray(data.secondaries)) return;
        for (const one of data.secondaries) {
          const { node_id: id, connection_status: connection, lag_entries: lag, merkle_root: theirs } = fieldsOf(one);
          if (connection !== "connected" || lag !== 0 || typeof theirs !== "string" || theirs === "") continue;
          expected.set(String(id), { root: theirs, last, at, primary: cluster });
          compare(String(id), answer);
        }
      },
    };
  },
};
