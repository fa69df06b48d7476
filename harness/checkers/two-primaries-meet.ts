import type { Checker } from "./checker.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { Rest } from "./models/rest.ts";
import { statusPath } from "./models/roles.ts";

type Promotion = Readonly<{ from: string; seq: number; at: number }>;

/** When all has settled, a secondary that was promoted by force and the primary that it replicated from have met: only one of them is the primary still. */
export const twoPrimariesMeet: Checker = {
  name: "two primaries of a set meet",
  invariants: ["7"],
  judge({ broken, models: { roles }, time }) {
    const rest = new Rest();
    /** The cluster that each one streamed from last, and introduced itself to. */
    const dialled = new Map<string, string>();
    const streamed = new Map<string, string>();
    const promotions = new Map<string, Promotion>();
    /** Primaries whose status said at rest that they run. */
    const running = new Set<string>();
    /** Who was revoked, or set up anew, is told nothing: after that nothing is claimed. */
    let isRevoked = false;
    return {
      on: {
        settled(settled) {
          rest.settled(settled);
          running.clear();
        },
        fault: () => rest.disturb(),
        frame: ({ from, to, kind }) => void (kind === "introduction" && dialled.set(from, to)),
      },
      answered(operation) {
        const { request, answer } = operation;
        const { cluster } = request;
        const command = commandOf(operation)?.command;
        if (command && answer.outcome !== "fail") {
          if (command === "revoke" || command === "disable" || command === "primary enable")
            isRevoked = promotions.size > 0 || streamed.size > 0;
          const from = streamed.get(cluster);
          promotions.delete(cluster);
          if (command === "promote" && commandOf(operation)?.force && from !== undefined && answer.outcome === "ok")
            promotions.set(cluster, { from, seq: answer.seq, at: answer.at });
          if (command !== "secondary token" && command !== "filter") streamed.delete(cluster);
        }
        if (request.path !== statusPath || answer.outcome !== "ok") return;
        const { mode, state } = fieldsOf(fieldsOf(answer.body).data);
        const upstream = dialled.get(cluster);
        if (mode === "secondary" && state === "stream-wals" && upstream !== undefined) streamed.set(cluster, upstream);
        running.delete(cluster);
        if (!rest.holds(request) || mode !== "primary" || state !== "running" || isRevoked) return;
        running.add(cluster);
        for (const [promoted, { from, seq, at }] of promotions) {
          if (!running.has(promoted) || !running.has(from) || roles.changedAt(from) > seq) continue;
          broken(
            answer,
            `${promoted}, which replicated from ${from}, was promoted by force at ${time({ at })}, and at rest both are primaries at ${time(answer)}`,
          );
        }
      },
    };
  },
};
