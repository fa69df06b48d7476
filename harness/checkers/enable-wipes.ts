import type { Checker } from "./checker.ts";
import { commandOf } from "./models/operator-command.ts";
import { lostStores } from "./models/roles.ts";

type Written = Readonly<{ content: string; at: number }>;
type Change = Readonly<{ kind: "wiped" | "refused"; at: number; seq: number; before: ReadonlyMap<string, Written> }>;

/**
 * What a cluster held by itself is gone when it was enabled as a secondary, and is all there when that was refused. What is written in one that is in a set is
 * the set's, and comes back with it.
 */
export const enableWipes: Checker = {
  name: "enabling a secondary wipes, and only then",
  invariants: ["18"],
  judge({ broken, models: { roles, secrets }, time }) {
    /** By cluster, then by path: what was written there, by no other, while it was in no set. */
    const own = new Map<string, Map<string, Written>>();
    const changes = new Map<string, Change>();
    const writers = new Map<string, Set<string>>();
    const of = (cluster: string) => {
      const known = own.get(cluster) ?? new Map<string, Written>();
      own.set(cluster, known);
      return known;
    };
    return {
      on: {
        // What it holds is gone, or is what it held a while ago.
        fault(fault) {
          for (const cluster of lostStores(fault)) {
            of(cluster).clear();
            changes.delete(cluster);
          }
        },
        // Whatever comes of it, it may be something else from now on.
        request({ method, path, cluster, content }) {
          if (method === "GET" || method === "LIST") return;
          if (
            /sys\/(mounts|remount|namespaces|replication\/performance\/(primary|secondary\/(promote|update|disable)))/.test(
              path,
            )
          ) {
            of(cluster).clear();
            changes.delete(cluster);
          } else {
            of(cluster).delete(path);
            if (content !== undefined) writers.set(content, (writers.get(content) ?? new Set()).add(cluster));
          }
        },
      },
      answered(operation) {
        const { request, answer } = operation;
        const { cluster, path, content, method } = request;
        if (commandOf(operation)?.command === "secondary enable") {
          const kind = answer.outcome === "ok" ? "wiped" : "refused";
          // Who is in a set already is written to by others, too.
          const isDecided = answer.outcome !== "unknown" && (kind === "wiped" || roles.isAlone(cluster));
          if (!isDecided) changes.delete(cluster);
          else changes.set(cluster, { kind, at: answer.at, seq: answer.seq, before: new Map(of(cluster)) });
          if (answer.outcome !== "fail") of(cluster).clear();
          return;
        }
        const isWrite = method === "POST" || method === "PUT";
        const isOwn = roles.isAlone(cluster) && request.seq > roles.changedAt(cluster);
        if (isWrite && isOwn && content !== undefined && answer.outcome === "ok" && secrets.isSecret(path)) {
          of(cluster).set(path, { content, at: answer.at });
        }
        const change = changes.get(cluster);
        const before = change?.before.get(path);
        if (!change || !before || method !== "GET" || request.wraps || request.seq < change.seq) return;
        if (change.kind === "wiped" && answer.content === before.content && writers.get(before.content)?.size === 1) {
          broken(
            answer,
            `${cluster} was enabled as a secondary at ${time(change)}, and still shows ${path} of ${time(before)} at ${time(answer)}`,
          );
        }
        if (change.kind === "refused" && answer.status === 404 && of(cluster).get(path) === before) {
          broken(
            answer,
            `${cluster} was not enabled as a secondary at ${time(change)}, and ${path} of ${time(before)} is missing at ${time(answer)}`,
          );
        }
      },
    };
  },
};
