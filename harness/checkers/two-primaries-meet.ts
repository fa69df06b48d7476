import type { Checker } from "./checker.ts";
import { command, frame, settled, status } from "./example.ts";
import { ForcedPromotions } from "./models/forced-promotions.ts";
import { fieldsOf } from "./models/operator-command.ts";
import { Rest } from "./models/rest.ts";
import { statusPath } from "./models/roles.ts";

export const twoPrimariesMeet: Checker = {
  name: "two primaries of a set meet",
  invariants: ["7"],
  rule: "At quiescence, a secondary that was promoted by force and its previous primary have exchanged claims, so that only one of the two is still a running primary.",
  sources: ["OWN-LEAD-04"],
  excuses: [
    "A fault ends the check until the clusters converge again.",
    "A later change of a role, a revocation or a new set-up may prevent that the two meet.",
  ],
  example: {
    broken: [
      [0, frame("Lima", "Oslo", "introduction")],
      [1, ...status("Lima", { mode: "secondary", state: "stream-wals" })],
      [2, ...command("Lima", "secondary/promote", { body: { force: true } })],
      [3, settled],
      [4, ...status("Lima", { mode: "primary", state: "running" })],
      [5, ...status("Oslo", { mode: "primary", state: "running" })],
    ],
    held: [[5, ...status("Oslo", { mode: "primary", state: "fenced" })]],
  },
  judge({ broken, models: { roles }, time }) {
    const rest = new Rest();
    const promotions = new ForcedPromotions(roles);
    const running = new Set<string>();
    return {
      on: {
        settled(settled) {
          rest.settled(settled);
          running.clear();
        },
        fault: () => rest.disturb(),
        frame: (frame) => promotions.frame(frame),
      },
      answered(operation) {
        const { request, answer } = operation;
        const { cluster } = request;
        promotions.answered(operation);
        if (request.path !== statusPath || answer.outcome !== "ok") return;
        const { mode, state } = fieldsOf(fieldsOf(answer.body).data);
        running.delete(cluster);
        if (!rest.holds(request) || mode !== "primary" || state !== "running") return;
        running.add(cluster);
        for (const { promoted, from, at } of promotions.unannounced()) {
          if (!running.has(promoted) || !running.has(from)) continue;
          broken(
            answer,
            `${promoted}, which replicated from ${from}, was promoted by force at ${time({ at })}, and both are still primaries at ${time(answer)}, after all clusters converged`,
          );
        }
      },
    };
  },
};
