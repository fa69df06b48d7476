import type { Checker } from "./checker.ts";
import { call, command, frame, mounted, status } from "./example.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { lostStores, statusPath } from "./models/roles.ts";
import { Upstreams } from "./models/upstreams.ts";

/** The mount `path` that a paths filter of the primary `of` denies to one secondary, and the time of the filter. */
type Denied = Readonly<{ path: string; of: string; at: number }>;

export const removalsAreReported: Checker = {
  name: "what is removed at a rejoin is told",
  invariants: ["7", "13"],
  rule: "If a secondary is promoted by force and the previous primary rejoins the set under it, the previous primary removes the mounts that a paths filter had excluded from the promoted cluster. The previous primary reports the removal in its status until it gets another primary.",
  sources: ["OWN-LEAD-05"],
  excuses: [
    "A cluster that was wiped in between has nothing to remove.",
    "Only filters that deny one mount and were never changed are checked.",
    "A mount that an operator removes is gone without a failover.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...mounted("Oslo")],
      [1, ...status("Lima", { mode: "secondary", secondary_id: "lima" })],
      [2, ...command("Oslo", "primary/paths-filter/lima", { body: { mode: "deny", paths: ["colours/"] } })],
      [3, ...command("Lima", "secondary/promote", { body: { force: true } })],
      [4, ...command("Oslo", "secondary/update-primary")],
      [5, frame("Oslo", "Lima", "introduction")],
      [6, ...status("Oslo", { mode: "secondary", state: "stream-wals" })],
      [7, ...call("Oslo", "GET colours/sky", {}, { status: 404, body: { errors: ["no handler"] } })],
    ],
    held: [
      [7, ...status("Oslo", { mode: "secondary", state: "stream-wals", given_up: { removed_mounts: ["colours/"] } })],
      [8, ...call("Oslo", "GET colours/sky", {}, { status: 404, body: { errors: ["no handler"] } })],
    ],
  },
  judge({ broken, time }) {
    const filters = new Map<string | undefined, Denied>();
    const changed = new Set<string | undefined>();
    /** The ids by which a paths filter may name the cluster, by cluster. */
    const ids = new Map<string, readonly unknown[]>();
    const forced = new Map<string, Denied>();
    const upstreams = new Upstreams();
    const unreported = new Map<string, Denied>();
    const rejoined = new Set<string>();
    const forget = (cluster: string) => {
      unreported.delete(cluster);
      rejoined.delete(cluster);
      for (const [promoted, { of }] of forced) if (of === cluster || promoted === cluster) forced.delete(promoted);
    };
    return {
      on: {
        frame: upstreams.frame,
        fault: (fault) => lostStores(fault).forEach(forget),
      },
      answered(operation) {
        const { request, answer } = operation;
        const { cluster } = request;
        const command = commandOf(operation);
        if (command && answer.outcome !== "fail") {
          unreported.delete(cluster);
          switch (command.command) {
            case "filter": {
              const { mode, paths } = fieldsOf(request.body);
              const [only] = Array.isArray(paths) && paths.length === 1 ? paths : [];
              const isFirst = !filters.has(command.id) && !changed.has(command.id);
              filters.delete(command.id);
              changed.add(command.id);
              if (isFirst && answer.outcome === "ok" && mode === "deny" && typeof only === "string")
                filters.set(command.id, { path: only, of: cluster, at: answer.at });
              break;
            }
            case "promote": {
              const denied = ids
                .get(cluster)
                ?.map((id) => filters.get(String(id)))
                .find((one) => one !== undefined);
              forced.delete(cluster);
              if (!command.force || !denied || answer.outcome !== "ok") break;
              forced.set(cluster, denied);
              rejoined.delete(denied.of);
              break;
            }
            case "update primary":
              forced.delete(cluster);
              if (rejoined.has(cluster)) forget(cluster);
              rejoined.add(cluster);
              break;
            case "secondary enable":
              forget(cluster);
              break;
            case "primary enable":
            case "demote":
            case "disable":
              forced.delete(cluster);
          }
        }
        // A mount that an operator removes is gone without a failover.
        if (request.method === "DELETE" && request.path.startsWith("sys/mounts/")) {
          forced.clear();
          unreported.clear();
        }
        if (request.path === statusPath && answer.outcome === "ok") {
          const {
            mode,
            state,
            cluster_id: own,
            secondary_id: id,
            given_up: report,
          } = fieldsOf(fieldsOf(answer.body).data);
          ids.set(cluster, [own, id]);
          const denied = forced.get(upstreams.of(cluster) ?? "");
          unreported.delete(cluster);
          if (mode !== "secondary" || state !== "stream-wals" || denied?.of !== cluster) return;
          const removed = fieldsOf(report).removed_mounts;
          if (!Array.isArray(removed) || !removed.includes(denied.path)) unreported.set(cluster, denied);
        }
        const silent = unreported.get(cluster);
        const { anyRead } = operation;
        // In an existing mount, a missing key is answered without an error message.
        const { errors } = fieldsOf(answer.body);
        const isMountGone = answer.status === 404 && Array.isArray(errors) && errors.length > 0;
        if (!silent || !anyRead || !isMountGone || !anyRead.key.startsWith(silent.path)) return;
        broken(
          answer,
          `${anyRead.key} is gone in ${cluster} at ${time(answer)}, which replicates from a cluster from which the mount is filtered since ${time(silent)}, but its status does not report the removal`,
        );
      },
    };
  },
};
