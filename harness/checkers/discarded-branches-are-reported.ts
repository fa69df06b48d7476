import type { Checker } from "./checker.ts";
import { command, frame, mounted, status, write } from "./example.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { lostStores, statusPath } from "./models/roles.ts";
import { Upstreams } from "./models/upstreams.ts";
import type { Write } from "./operation.ts";

/** A promotion by force, and the first write that the promoted cluster acknowledged afterwards. */
type Branch = Readonly<{ seq: number; at: number; first: Write | undefined }>;

/**
 * The last write that a primary acknowledged, and the last step of its later rejoin: none ("primary"), demoted, or
 * redirected to another primary by update-primary ("pointed").
 */
type Rest = Readonly<{ last: Write; step: "primary" | "demoted" | "pointed" }>;

export const discardedBranchesAreReported: Checker = {
  name: "a primary that rejoins tells what it gave up",
  invariants: ["7"],
  rule: "A previous primary that replicates from a cluster that was promoted by force reports in its status the entries that it discarded: all its entries after the two logs diverged. The two logs are never merged.",
  sources: ["OWN-FORCED-02", "OWN-RESTORE-05"],
  excuses: [
    "Entries of a branch to which the promoted cluster wrote nothing are not checked.",
    "A command that fails or has no response during the rejoin ends the check.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...mounted("Oslo")],
      [1, ...status("Oslo", { mode: "primary" })],
      [2, ...write("Oslo", "colours/sky", "blue", 7)],
      [3, ...command("Lima", "secondary/promote", { body: { force: true } })],
      [4, ...write("Lima", "colours/sea", "green", 7)],
      [5, ...command("Oslo", "primary/demote")],
      [6, ...command("Oslo", "secondary/update-primary")],
      [7, frame("Oslo", "Lima", "introduction")],
      [8, ...status("Oslo", { mode: "secondary", state: "stream-wals" })],
    ],
    held: [[8, ...status("Oslo", { mode: "secondary", state: "stream-wals", given_up: { last_wal: 7 } })]],
  },
  judge({ broken, models: { roles }, time }) {
    const branches = new Map<string, Branch>();
    const rests = new Map<string, Rest>();
    const upstreams = new Upstreams();
    const splitFrom = (upstream: string, { last }: Rest): Branch | undefined => {
      const branch = branches.get(upstream);
      const isSplit = branch?.first !== undefined && branch.first.set === last.set && branch.first.entry <= last.entry;
      return isSplit && roles.of(upstream).mode === "primary" ? branch : undefined;
    };
    const forget = (cluster: string) => {
      rests.delete(cluster);
      branches.delete(cluster);
    };
    return {
      on: {
        fault: (fault) => lostStores(fault).forEach(forget),
        frame: upstreams.frame,
      },
      answered(operation) {
        const { request, answer, write } = operation;
        const { cluster } = request;
        const command = commandOf(operation);
        if (command && answer.outcome !== "fail") {
          const rest = rests.get(cluster);
          switch (command.command) {
            case "demote":
              branches.delete(cluster);
              if (rest?.step === "primary" && answer.outcome === "ok") rests.set(cluster, { ...rest, step: "demoted" });
              else rests.delete(cluster);
              break;
            case "update primary":
              if (rest?.step === "demoted" && answer.outcome === "ok") rests.set(cluster, { ...rest, step: "pointed" });
              else forget(cluster);
              break;
            case "promote":
              forget(cluster);
              if (answer.outcome === "ok" && command.force)
                branches.set(cluster, { seq: answer.seq, at: answer.at, first: undefined });
              break;
            case "primary enable":
            case "secondary enable":
            case "disable":
              forget(cluster);
          }
        }
        if (write && roles.of(cluster).mode === "primary" && request.seq > roles.changedAt(cluster)) {
          const branch = branches.get(cluster);
          if (branch && !branch.first) branches.set(cluster, { ...branch, first: write });
          const rest = rests.get(cluster);
          if (!rest || (rest.step === "primary" && rest.last.entry < write.entry))
            rests.set(cluster, { last: write, step: "primary" });
        }
        const rest = rests.get(cluster);
        if (rest?.step !== "pointed" || request.path !== statusPath || answer.outcome !== "ok") return;
        const { mode, state, given_up: report } = fieldsOf(fieldsOf(answer.body).data);
        const upstream = upstreams.of(cluster);
        if (mode !== "secondary" || state !== "stream-wals" || upstream === undefined) return;
        if (request.seq < roles.changedAt(cluster)) return;
        const branch = splitFrom(upstream, rest);
        rests.delete(cluster);
        if (!branch || Number(fieldsOf(report).last_wal ?? 0) >= rest.last.entry) return;
        broken(
          answer,
          `${cluster} replicates from ${upstream}, which was promoted by force at ${time(branch)}, and does not report that it discarded ${rest.last.key}, written at ${time(rest.last)} as entry ${rest.last.entry}`,
        );
      },
    };
  },
};
