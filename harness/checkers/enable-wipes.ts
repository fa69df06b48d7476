import type { Checker } from "./checker.ts";
import { call, command, mounted, read } from "./example.ts";
import { commandOf } from "./models/operator-command.ts";
import { lostStores } from "./models/roles.ts";

type Written = Readonly<{ content: string; at: number }>;
type Change = Readonly<{ kind: "wiped" | "refused"; at: number; seq: number; before: ReadonlyMap<string, Written> }>;

export const enableWipes: Checker = {
  name: "enabling a secondary wipes, and only then",
  invariants: ["18"],
  rule: "A successful secondary enable wipes the data that the cluster wrote while it was in no replication set; a refused one leaves these data intact. Data that the cluster wrote in a set are not checked, because replication may restore them.",
  sources: ["REPL-SENABLE-02", "REPL-SENABLE-04", "OWN-ENABLE-01", "0031"],
  excuses: [
    "Data that the cluster wrote in a replication set, and data that another cluster also wrote, are not checked.",
    "A later write or change of mounts makes the content uncertain, whatever its outcome.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...mounted("Lima")],
      [1, ...call("Lima", "POST colours/sky", { content: "blue" })],
      [2, ...command("Lima", "secondary/enable")],
      [8, ...read("Lima", "colours/sky", "blue")],
    ],
    held: [[8, ...read("Lima", "colours/sky")]],
  },
  judge({ broken, models: { roles, secrets }, time }) {
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
        fault(fault) {
          for (const cluster of lostStores(fault)) {
            of(cluster).clear();
            changes.delete(cluster);
          }
        },
        // Whatever the outcome, the content is uncertain from now on.
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
          // In a set, other clusters may change the data.
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
            `${cluster} was enabled as a secondary at ${time(change)}, but still shows ${path} as written at ${time(before)} at ${time(answer)}`,
          );
        }
        if (change.kind === "refused" && answer.status === 404 && of(cluster).get(path) === before) {
          broken(
            answer,
            `${cluster} refused to be enabled as a secondary at ${time(change)}, but ${path}, written at ${time(before)}, is missing at ${time(answer)}`,
          );
        }
      },
    };
  },
};
