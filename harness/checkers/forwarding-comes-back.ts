import type { Checker } from "./checker.ts";
import { call, mounted, settled, status, write } from "./example.ts";
import { Rest } from "./models/rest.ts";

export const forwardingComesBack: Checker = {
  name: "forwarded writes work again",
  invariants: ["L3"],
  rule: "At quiescence, a secondary can forward a client's write to the primary, which executes it.",
  sources: ["OWN-STREAM-01", "OWN-STREAM-04"],
  excuses: [
    "A fault or crash ends the check until the clusters converge again.",
    "A refusal with a status below 500 is a response of the primary.",
    "While a replication command is pending on the cluster, its role is unknown and nothing is checked.",
  ],
  example: {
    broken: [
      [0, ...mounted("Oslo")],
      [1, ...status("Oslo", { mode: "primary" })],
      [2, ...status("Lima", { mode: "secondary", state: "stream-wals" })],
      [3, settled],
      [4, ...call("Lima", "POST colours/sky", { content: "blue" }, { status: 503 })],
    ],
    held: [[4, ...write("Lima", "colours/sky", "blue", 7)]],
  },
  judge({ broken, models: { roles, secrets }, time }) {
    const rest = new Rest();
    return {
      on: {
        settled: (settled) => rest.settled(settled),
        fault: () => rest.disturb(),
        crash: () => rest.disturb(),
      },
      answered({ request, answer }) {
        if (!rest.holds(request) || request.method === "GET" || request.method === "LIST") return;
        const { mode, state, isOrphaned } = roles.of(request.cluster);
        if (mode !== "secondary" || state !== "stream-wals" || isOrphaned || roles.primaries().length === 0) return;
        if (!secrets.isShared(request.path) || (answer.outcome !== "unknown" && (answer.status ?? 500) < 500)) return;
        broken(
          answer,
          `${request.cluster} streams from its primary, but could not forward a write of ${request.path} to it at ${time(answer)}, after all clusters converged`,
        );
      },
    };
  },
};
