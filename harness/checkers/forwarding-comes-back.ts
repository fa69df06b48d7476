import type { Checker } from "./checker.ts";
import { Rest } from "./models/rest.ts";

/** When all has healed and had time to settle, a write that is asked of a secondary is done by the primary. */
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
        const isServed = [...roles.all().values()].some((part) => part.mode === "primary");
        if (mode !== "secondary" || state !== "stream-wals" || isOrphaned || !isServed) return;
        if (!secrets.isShared(request.path) || (answer.outcome !== "unknown" && (answer.status ?? 500) < 500)) return;
        broken(
          answer,
          `${request.cluster} streams from its primary, and could not have it write ${request.path} at ${time(answer)}, when all has settled`,
        );
      },
    };
  },
};
