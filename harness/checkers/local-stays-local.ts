import type { Checker } from "./checker.ts";
import { CanaryPaths } from "./models/canary-paths.ts";
import { fieldsOf } from "./models/operator-command.ts";
import { isBelow } from "./models/paths-below.ts";

/** What is written to a local mount is in no frame. */
export const localStaysLocal: Checker = {
  name: "local mounts stay on their cluster",
  invariants: ["14"],
  judge({ broken, time }) {
    const canaries = new CanaryPaths();
    const local = new Map<string, Set<string>>();
    return {
      on: {
        canary: (canary) => canaries.take(canary),
        sighting({ seq, at, where, canary, cluster = "", to, form }) {
          const { paths = [], kind } = canaries.of(canary) ?? {};
          if (where !== "wire" || kind !== "value" || paths.length === 0) return;
          const mounts = local.get(cluster) ?? [];
          if (!paths.every((path) => isBelow(path, mounts))) return;
          broken(
            { seq, at },
            `${cluster} sent what is at ${paths[0]}, a local mount, to ${to} in ${form} at ${time({ at })}`,
          );
        },
      },
      answered({ request: { path, cluster, body, method }, answer }) {
        const [, realm = "", name] = /^(.*?)sys\/(?:mounts|auth)\/([^?]+?)\/?$/.exec(path) ?? [];
        if (name === undefined || answer.outcome !== "ok" || method === "GET" || name.endsWith("tune")) return;
        const mounts = local.get(cluster) ?? new Set();
        local.set(cluster, mounts);
        if (method !== "DELETE" && fieldsOf(body).local === true) mounts.add(realm + name);
        else mounts.delete(realm + name);
      },
    };
  },
};
