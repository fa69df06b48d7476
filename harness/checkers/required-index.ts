import type { Checker } from "./checker.ts";
import { call, mounted, write } from "./example.ts";

export const requiredIndex: Checker = {
  name: "a required index is kept",
  invariants: ["5"],
  rule: "A request that requires an index receives data at least as new, or status 412, but never older data.",
  sources: ["OWN-STREAM-03"],
  excuses: [
    "An index of another set requires nothing.",
    "A promotion by force, or the restore of a primary from a backup, ends the check.",
    "While a replication command is pending on the cluster, its role is unknown and nothing is checked.",
  ],
  example: {
    broken: [
      [0, ...mounted("Oslo")],
      [1, ...write("Oslo", "colours/sky", "blue", 1)],
      [2, ...call("Lima", "GET colours/sky", { requires: { set: "A", entry: 1 } }, { status: 404 })],
    ],
    held: [[2, ...call("Lima", "GET colours/sky", { requires: { set: "A", entry: 1 } }, { status: 412 })]],
  },
  judge({ broken, models: { roles, secrets }, time }) {
    return {
      answered({ request, answer, read }) {
        if (!read || !request.requires || roles.isForced) return;
        // An index of another set requires nothing of this set; a pending command may change the set.
        const isThisSet = secrets.setOf(read.cluster, roles) === request.requires.set;
        if (roles.isChanging(read.cluster) || roles.of(read.cluster).mode === "disabled" || !isThisSet) return;
        const wanted = secrets.lastUpTo(read.key, request.requires);
        if (!wanted || wanted.seq > request.seq || secrets.canShow(read, wanted)) return;
        broken(
          answer,
          `${request.client} required entry ${request.requires.entry} of ${read.cluster} at ${time(request)} but received ` +
            `${read.key} as it was before ${time(wanted)}`,
        );
      },
    };
  },
};
