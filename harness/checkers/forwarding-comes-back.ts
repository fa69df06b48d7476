import type { Checker } from "./checker.ts";
import { Rest } from "./models/rest.ts";

/** At quiescence, a secondary can forward a client's write to the primary, which executes it. */
export const forwardingComesBack: Checker = {
  name: "forwarded writes work again",
  invariants: ["L3"],
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
