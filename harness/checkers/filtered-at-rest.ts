import type { Checker } from "./checker.ts";
import { call, settled, status } from "./example.ts";
import { commandOf, fieldsOf, reconfigures } from "./models/operator-command.ts";
import { isBelow } from "./models/paths-below.ts";
import { PathsFilters } from "./models/paths-filters.ts";
import { Rest } from "./models/rest.ts";
import { statusPath } from "./models/roles.ts";

type Parts = Readonly<Record<string, string>>;

/** Matches the name of a mount's data or of its record in a survey of keys by part. Group 1 is the mount's uuid. */
const mountPart = /(?:^|record of )mount\/([^/]+)$/;

export const filteredAtRest: Checker = {
  name: "a secondary stores what its filter allows",
  invariants: ["6", "13"],
  rule: "At quiescence, a secondary stores the same replicated keys as the primary, except those that its paths filter excludes, which it does not store.",
  sources: ["REPL-FILTER-07", "REPL-FILTER-08", "REPL-FILTER-10", "REPL-DATA-01"],
  excuses: [
    "With a filter that allows only some paths, mounts that are not key-value mounts at a known path are checked only if they are listed.",
    "A filter that was not read at quiescence, or that may have changed since, is unknown, and its secondary is not checked.",
    "A demoted cluster without a primary is not checked.",
    "A fault or a replication command ends the check.",
  ],
  example: {
    broken: [
      [0, settled],
      [1, ...status("Oslo", { mode: "primary" })],
      [2, ...status("Lima", { mode: "secondary", secondary_id: "lima", state: "stream-wals" })],
      [
        3,
        ...call(
          "Oslo",
          "GET sys/replication/performance/primary/paths-filter/lima",
          {},
          { body: { data: { mode: "deny", paths: ["colours/"] } } },
        ),
      ],
      [4, ...call("Oslo", "GET sys/mounts", {}, { body: { data: { "colours/": { type: "kv", uuid: "7" } } } })],
      [5, { type: "survey", of: "keys by part", cluster: "Oslo", items: { "mount/7": "3 keys, digest-1" } }],
      [6, { type: "survey", of: "keys by part", cluster: "Lima", items: { "mount/7": "1 keys, digest-2" } }],
    ],
    held: [[6, { type: "survey", of: "keys by part", cluster: "Lima", items: {} }]],
  },
  judge({ broken, models: { roles }, time }) {
    const rest = new Rest();
    const filters = new PathsFilters();
    const mounts = new Map<string, string>();
    const ids = new Map<string, string>();
    let primary: Readonly<{ cluster: string; parts: Parts }> | undefined;
    const disturb = () => {
      rest.disturb();
      primary = undefined;
      mounts.clear();
      ids.clear();
      filters.clear();
    };
    return {
      on: {
        settled(event) {
          disturb();
          rest.settled(event);
        },
        fault: disturb,
        request(request) {
          if (reconfigures(request) && commandOf({ request })?.command !== undefined) disturb();
        },
        survey({ seq, at, of, cluster = "", items }) {
          if (of !== "keys by part" || !rest.holds({ seq })) return;
          if (roles.of(cluster).mode === "primary") primary = { cluster, parts: items };
          const filter = filters.of(ids.get(cluster));
          if (!primary || !filter || primary.cluster === cluster) return;
          for (const part of new Set([...Object.keys(primary.parts), ...Object.keys(items)])) {
            const [, uuid] = mountPart.exec(part) ?? [];
            const path = uuid === undefined ? undefined : mounts.get(uuid);
            const excluded = isExcluded(part, { filter, path });
            const [theirs, own] = [primary.parts[part], items[part]];
            const name = path ?? part;
            if (excluded === true && own !== undefined)
              return broken(
                { seq, at },
                `${cluster} stores ${own} of ${name} at ${time({ at })}, which its filter excludes`,
              );
            if (excluded !== false || own === theirs) continue;
            const both = `${primary.cluster} stores ${theirs ?? "no keys"} of ${name}, and ${cluster} ${own ?? "none"}`;
            return broken({ seq, at }, `after all clusters converged, ${both}`);
          }
        },
      },
      answered({ request, answer }) {
        if (!rest.holds(request)) return;
        filters.answered({ request, answer });
        if (answer.outcome !== "ok") return;
        const data = fieldsOf(fieldsOf(answer.body).data);
        const { mode } = roles.of(request.cluster);
        if (request.path === "sys/mounts" && mode === "primary") {
          for (const [path, mount] of Object.entries(data)) mounts.set(String(fieldsOf(mount).uuid), path);
        }
        if (request.path === statusPath && data.state === "stream-wals")
          ids.set(request.cluster, String(data.secondary_id));
      },
    };
  },
};

/** Returns true if the filter excludes the part, false if it does not, and undefined if that is unknown. */
function isExcluded(
  part: string,
  { filter, path }: Readonly<{ filter: NonNullable<ReturnType<PathsFilters["of"]>>; path: string | undefined }>,
): boolean | undefined {
  if (filter === "none" || part === "core") return false;
  const isListed = path !== undefined && isBelow(path, filter.paths);
  if (filter.mode === "deny") return isListed;
  return isListed ? false : undefined;
}
