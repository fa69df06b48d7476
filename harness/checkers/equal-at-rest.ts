import type { Checker } from "./checker.ts";
import { Rest } from "./models/rest.ts";

type Seen = Readonly<{ content: string; cluster: string; at: number; seq: number }>;

/** What stands for the names of all keys; no path has a space. */
const allKeys = "all keys";

/** When all has settled, every cluster shows the same of what is replicated and not filtered, and stores the same keys of it. */
export const equalAtRest: Checker = {
  name: "all clusters are the same at rest",
  invariants: ["6"],
  judge({ broken, models: { roles }, time }) {
    const rest = new Rest();
    const seen = new Map<string, Seen>();
    return {
      on: {
        settled(settled) {
          rest.settled(settled);
          seen.clear();
        },
        // From now on they may differ again.
        fault: () => rest.disturb(),
        survey({ seq, at, of, cluster = "", items: { shared: content } }) {
          if (of !== "keys" || content === undefined || !rest.holds({ seq })) return;
          const other = seen.get(allKeys);
          if (other && other.content !== content)
            broken(
              { seq, at },
              `at rest ${other.cluster} stores ${other.content} of what is replicated, and ${cluster} ${content}`,
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
            `at rest ${read.key} is one thing in ${other.cluster} at ${time(other)} and another in ${read.cluster} at ${time(answer)}`,
          );
        }
        seen.set(read.key, { content: read.content, cluster: read.cluster, at: answer.at, seq: answer.seq });
      },
    };
  },
};
