import type { Checker } from "./checker.ts";
import { delivered, frame, status } from "./example.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { forgetLost, statusPath } from "./models/roles.ts";

/** Types of the messages with which a primary starts to serve a secondary: log entries, a copy or a comparison. */
const beginnings: ReadonlySet<unknown> = new Set(["stream", "copy", "diff"]);

/** Commands that do not change the era of a cluster's log. */
const keepsEra: ReadonlySet<string> = new Set(["demote", "filter", "secondary token"]);

export const laterErasStay: Checker = {
  name: "a later era yields to no earlier one",
  invariants: ["7"],
  rule: "A primary never overwrites a secondary's data of a later era than its own, unless it is promoted again.",
  sources: ["OWN-LEAD-09"],
  excuses: [
    "A command that may change the primary's era, such as a promotion, ends the check until the primary reports its era.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...status("Oslo", { mode: "primary", era: 1 })],
      [1, frame("Lima", "Oslo", "message", { type: "hello", epoch: 2 })],
      [2, delivered],
      [3, frame("Oslo", "Lima", "message", { type: "copy" })],
    ],
    held: [[3, frame("Oslo", "Lima", "goodbye")]],
  },
  judge({ broken, models: { roles }, time }) {
    const eras = new Map<string, number>();
    const underway = new Map<number, Readonly<{ link: string; epoch: number }>>();
    const named = new Map<string, number>();
    return {
      on: {
        fault: forgetLost(eras),
        request(request) {
          const command = commandOf({ request })?.command;
          if (command !== undefined && !keepsEra.has(command)) eras.delete(request.cluster);
        },
        frame(frame) {
          const { seq, from, to, kind, about } = frame;
          if (kind !== "message" || about === undefined) return;
          if (about.type === "hello" && typeof about.epoch === "number")
            underway.set(seq, { link: `${from} ${to}`, epoch: about.epoch });
          if (!beginnings.has(about.type)) return;
          const [own, later] = [eras.get(from), named.get(`${to} ${from}`)];
          if (own === undefined || later === undefined || own >= later) return;
          broken(
            frame,
            `${from} of era ${own} serves ${to} at ${time(frame)}, which has data of the later era ${later}: these data are lost`,
          );
        },
        arrival({ cause, fate }) {
          const hello = underway.get(cause);
          underway.delete(cause);
          if (hello && fate === "delivered") named.set(hello.link, hello.epoch);
        },
      },
      answered({ request, answer }) {
        const { cluster } = request;
        if (request.path !== statusPath || answer.outcome !== "ok") return;
        if (roles.isChanging(cluster) || request.seq < roles.changedAt(cluster)) return;
        const { mode, era } = fieldsOf(fieldsOf(answer.body).data);
        if (mode === "primary" && typeof era === "number") eras.set(cluster, era);
      },
    };
  },
};
