import type { Checker } from "./checker.ts";
import { mounted, read, settled, status } from "./example.ts";
import { Rest } from "./models/rest.ts";

type Seen = Readonly<{ content: string; cluster: string; at: number; seq: number }>;

const allKeys = "all keys";

export const equalAtRest: Checker = {
  name: "all clusters are the same at rest",
  invariants: ["6"],
  rule: "At quiescence, all clusters of a set return the same replicated, unfiltered secrets and store the same keys.",
  sources: ["REPL-DATA-01", "0027"],
  excuses: [
    "Local mounts and secrets that a paths filter names are not compared.",
    "From a fault on, clusters may differ until they converge again.",
    "A demoted cluster without a primary may differ.",
  ],
  example: {
    broken: [
      [0, ...mounted("Oslo")],
      [1, ...status("Oslo", { mode: "primary" })],
      [2, ...status("Lima", { mode: "secondary" })],
      [3, settled],
      [4, ...read("Oslo", "colours/sky", "blue")],
      [5, ...read("Lima", "colours/sky")],
    ],
    held: [[5, ...read("Lima", "colours/sky", "blue")]],
  },
  judge({ broken, models: { roles }, time }) {
    const rest = new Rest();
    const seen = new Map<string, Seen>();
    return {
      on: {
        settled(settled) {
          rest.settled(settled);
          seen.clear();
        },
        fault: () => rest.disturb(),
        survey({ seq, at, of, cluster = "", items: { shared: content } }) {
          if (of !== "keys" || content === undefined || !rest.holds({ seq })) return;
          const other = seen.get(allKeys);
          if (other && other.content !== content)
            broken(
              { seq, at },
              `after all clusters converged, the replicated keys of ${other.cluster} have the digest ${other.content} and those of ${cluster} ${content}`,
            );
          seen.set(allKeys, { content, cluster, at, seq });
        },
      },
      answered({ request, answer, read, write }) {
        if (write) seen.delete(write.key);
        if (!read || !rest.holds(request)) return;
        const { mode, isOrphaned } = roles.of(read.cluster);
        if (mode !== "primary" && (mode !== "secondary" || isOrphaned)) return;
        const other = seen.get(read.key);
        if (other && other.content !== read.content) {
          broken(
            answer,
            `after all clusters converged, ${read.key} differs between ${other.cluster} at ${time(other)} and ${read.cluster} at ${time(answer)}`,
          );
        }
        seen.set(read.key, { content: read.content, cluster: read.cluster, at: answer.at, seq: answer.seq });
      },
    };
  },
};
