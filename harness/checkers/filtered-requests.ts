import type { Checker } from "./checker.ts";
import { call, command, frame, mounted } from "./example.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { isBelow } from "./models/paths-below.ts";
import { lostStores } from "./models/roles.ts";
import { Secondaries } from "./models/secondaries.ts";
import { Upstreams } from "./models/upstreams.ts";

type Filter = Readonly<{ primary: string; mode: string; paths: readonly string[]; seq: number; at: number }>;

export const filteredRequests: Checker = {
  name: "what a filter excludes is not served",
  invariants: ["12"],
  rule: "After a paths filter is acknowledged, its secondary acknowledges no write of a secret that the filter excludes.",
  sources: ["REPL-FILTER-07", "0019"],
  excuses: [
    "From the request on, a changed filter is not checked until its response.",
    "A path at which any cluster has or had a local mount is not checked.",
    "A replication command on the secondary or the primary, and a mount or unmount, end the check until the next filter.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...mounted("Oslo")],
      [1, frame("Lima", "Oslo", "introduction", { id: "lima" })],
      [2, ...command("Oslo", "primary/paths-filter/lima", { body: { mode: "deny", paths: ["colours/"] } })],
      [3, ...call("Lima", "POST colours/sky", { content: "blue" }, { status: 204 })],
    ],
    held: [[3, ...call("Lima", "POST colours/sky", { content: "blue" }, { status: 404 })]],
  },
  judge({ broken, models: { roles, secrets }, time }) {
    const secondaries = new Secondaries();
    const upstreams = new Upstreams();
    const filters = new Map<string, Filter>();
    const local = new Set<string>();
    const forget = (cluster: string) => {
      upstreams.forget(cluster);
      for (const [id, { primary }] of filters) if (primary === cluster) filters.delete(id);
    };
    return {
      on: {
        fault: (fault) => lostStores(fault).forEach(forget),
        frame(frame) {
          secondaries.frame(frame);
          upstreams.frame(frame);
        },
        request(request) {
          const { command, id } = commandOf({ request }) ?? {};
          if (command === "filter") filters.delete(id ?? "");
          else if (command !== undefined && command !== "secondary token") forget(request.cluster);
          const [, mount] = /(?:^|\/)sys\/(?:mounts|remount)(?:\/(.+))?$/.exec(request.path) ?? [];
          if (request.method === "GET" || !/(^|\/)sys\/(mounts|remount)/.test(request.path)) return;
          filters.clear();
          if (mount !== undefined && fieldsOf(request.body).local === true) local.add(mount);
        },
      },
      answered(operation) {
        const { request, answer } = operation;
        const command = commandOf(operation);
        if (command?.command === "filter") {
          const { mode, paths } = fieldsOf(request.body);
          filters.delete(command.id ?? "");
          if (answer.outcome !== "ok" || request.method === "DELETE" || typeof mode !== "string") return;
          const listed = Array.isArray(paths) ? paths.filter((path) => typeof path === "string") : [];
          const { seq, at } = answer;
          filters.set(command.id ?? "", { primary: request.cluster, mode, paths: listed, seq, at });
        }
        const { cluster, path, method } = request;
        if (method === "GET" || method === "LIST" || answer.outcome !== "ok" || !secrets.isShared(path)) return;
        // Before the response to its last command, the cluster may not have been a secondary.
        if (roles.isChanging(cluster) || roles.changedAt(cluster) >= request.seq) return;
        const primary = upstreams.of(cluster);
        const id = primary === undefined ? undefined : secondaries.idOf({ secondary: cluster, primary });
        const filter = filters.get(id ?? "");
        // A promoted cluster serves its own data, also if it introduces itself to others.
        if (filter && filter.seq <= roles.changedAt(cluster)) return;
        if (!filter || filter.primary !== primary || filter.seq >= request.seq || isBelow(path, local)) return;
        if (isBelow(path, filter.paths) !== (filter.mode === "deny")) return;
        broken(
          answer,
          `${cluster} acknowledged a write of ${path} at ${time(answer)}, which its filter excludes since ${time(filter)}`,
        );
      },
    };
  },
};
