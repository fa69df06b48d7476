import type { Checker } from "./checker.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { forgetLost, statusPath } from "./models/roles.ts";

/** Messages with which a cluster begins to serve a secondary: entries, a copy or a comparison follow. */
const beginnings: ReadonlySet<unknown> = new Set(["stream", "copy", "diff"]);

/** Commands that leave the era of a cluster's log as it is. */
const keepsEra: ReadonlySet<string> = new Set(["demote", "filter", "secondary token"]);

/** The data of a cluster that knows of a later era are not replaced by those of a primary of an earlier one, nor of one that was demoted, until that one is promoted anew. */
export const laterErasStay: Checker = {
  name: "a later era yields to no earlier one",
  invariants: ["7"],
  judge({ broken, models: { roles }, time }) {
    /** The era of each cluster that is the primary, or was when it was demoted. */
    const eras = new Map<string, number>();
    /** The era that a hello names, by the number of its frame, until it arrives. */
    const underway = new Map<number, Readonly<{ link: string; epoch: number }>>();
    /** The era that the last hello on a link named, by secondary and primary. */
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
            `${from} is of era ${own}, and serves ${to} at ${time(frame)}, which knows of era ${later}: the data of the later era are lost`,
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
