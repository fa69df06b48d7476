import type { Checker } from "./checker.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { lostStores, statusPath } from "./models/roles.ts";

/** A mount that a filter denies to one secondary, since when that is so. */
type Denied = Readonly<{ path: string; of: string; at: number }>;

/**
 * A mount that a filter kept from a secondary is removed on the previous primary, where that one rejoins the set under the secondary, which was promoted by
 * force. The status of the previous primary reports the removal, until it is given a primary once more. A cluster that was wiped since does not rejoin: it has
 * nothing that could be removed. Judged of filters that deny one mount and were never changed.
 */
export const removalsAreReported: Checker = {
  name: "what is removed at a rejoin is told",
  invariants: ["7", "13"],
  judge({ broken, time }) {
    /** By the id of the secondary. */
    const filters = new Map<string | undefined, Denied>();
    const changed = new Set<string | undefined>();
    /** The ids by which a filter may know a cluster, as its status told. */
    const ids = new Map<string, readonly unknown[]>();
    const forced = new Map<string, Denied>();
    const dialled = new Map<string, string>();
    /** What is to be told by a cluster that rejoined, and whether it has told. */
    const owed = new Map<string, Denied>();
    /** Previous primaries that were given another primary since a secondary of theirs was promoted. */
    const rejoined = new Set<string>();
    const forget = (cluster: string) => {
      owed.delete(cluster);
      rejoined.delete(cluster);
      for (const [promoted, { of }] of forced) if (of === cluster || promoted === cluster) forced.delete(promoted);
    };
    return {
      on: {
        frame: ({ from, to, kind }) => void (kind === "introduction" && dialled.set(from, to)),
        fault: (fault) => lostStores(fault).forEach(forget),
      },
      answered(operation) {
        const { request, answer } = operation;
        const { cluster } = request;
        const command = commandOf(operation);
        if (command && answer.outcome !== "fail") {
          owed.delete(cluster);
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
          owed.clear();
        }
        if (request.path === statusPath && answer.outcome === "ok") {
          const {
            mode,
            state,
            cluster_id: own,
            secondary_id: id,
            given_up: told,
          } = fieldsOf(fieldsOf(answer.body).data);
          ids.set(cluster, [own, id]);
          const denied = forced.get(dialled.get(cluster) ?? "");
          owed.delete(cluster);
          if (mode !== "secondary" || state !== "stream-wals" || denied?.of !== cluster) return;
          const removed = fieldsOf(told).removed_mounts;
          if (!Array.isArray(removed) || !removed.includes(denied.path)) owed.set(cluster, denied);
        }
        const silent = owed.get(cluster);
        const { anyRead } = operation;
        // A mount that is there answers without an error where only the key is missing, such as one that was never written.
        const { errors } = fieldsOf(answer.body);
        const isMountGone = answer.status === 404 && Array.isArray(errors) && errors.length > 0;
        if (!silent || !anyRead || !isMountGone || !anyRead.key.startsWith(silent.path)) return;
        broken(
          answer,
          `${anyRead.key} is gone in ${cluster} at ${time(answer)}, which replicates from a cluster that it was filtered from since ${time(silent)}, and nothing told of that`,
        );
      },
    };
  },
};
