import type { Checker } from "./checker.ts";
import { call } from "./example.ts";
import { CanaryPaths } from "./models/canary-paths.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { isBelow } from "./models/paths-below.ts";
import { forgetLost } from "./models/roles.ts";

export const localStaysLocal: Checker = {
  name: "local mounts stay on their cluster",
  invariants: ["14"],
  rule: "A cluster does not send the values of its local mounts to other clusters.",
  sources: ["OWN-NAMESPACE-02"],
  excuses: [
    "A value that a client also sent to a cluster on which its path is not local is not checked.",
    "Local mounts are lost with the store, and when the cluster becomes a secondary.",
  ],
  example: {
    broken: [
      [0, ...call("Oslo", "POST sys/mounts/notes", { body: { type: "kv", local: true } })],
      [1, { type: "canary", canary: "canary-1", kind: "value", cluster: "Oslo", path: "notes/pin" }],
      [2, { type: "sighting", canary: "canary-1", where: "wire", cluster: "Oslo", to: "Lima", form: "base64" }],
    ],
    held: [
      [2, { type: "canary", canary: "canary-1", kind: "value", cluster: "Oslo", path: "colours/sky" }],
      [3, { type: "sighting", canary: "canary-1", where: "wire", cluster: "Oslo", to: "Lima", form: "base64" }],
    ],
  },
  judge({ broken, time }) {
    const canaries = new CanaryPaths();
    const local = new Map<string, Set<string>>();
    const shared = new Set<string>();
    return {
      on: {
        canary(canary) {
          canaries.take(canary);
          const { cluster = "", path } = canary;
          if (path !== undefined && !isBelow(path, local.get(cluster) ?? [])) shared.add(canary.canary);
        },
        // Local mounts are lost with the store, and when the cluster becomes a secondary.
        fault: forgetLost(local),
        role({ cluster, role }) {
          if (role === "bootstrapping") local.delete(cluster);
        },
        sighting({ seq, at, where, canary, cluster = "", to, form }) {
          const { paths = [], kind } = canaries.of(canary) ?? {};
          if (where !== "wire" || kind !== "value" || paths.length === 0 || shared.has(canary)) return;
          const mounts = local.get(cluster) ?? [];
          if (!paths.every((path) => isBelow(path, mounts))) return;
          broken(
            { seq, at },
            `${cluster} sent the value of ${paths[0]}, a local mount, to ${to} in ${form} at ${time({ at })}`,
          );
        },
      },
      answered({ request, answer }) {
        const { path, cluster, body, method } = request;
        if (commandOf({ request })?.command === "secondary enable" && answer.outcome !== "fail") local.delete(cluster);
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
