import type { Checker } from "./checker.ts";
import { command, frame, mounted } from "./example.ts";
import { CanaryPaths } from "./models/canary-paths.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { isBelow } from "./models/paths-below.ts";
import { forgetLostStores } from "./models/roles.ts";
import { Secondaries } from "./models/secondaries.ts";

type Filter = Readonly<{ mode: string; paths: readonly string[]; seq: number; at: number }>;

export const filteredOnTheWire: Checker = {
  name: "filtered paths stay home",
  invariants: ["12"],
  rule: "After a paths filter is acknowledged, the values that it excludes are not sent to the filter's secondary.",
  sources: ["REPL-FILTER-07", "REPL-FILTER-08", "REPL-FILTER-10", "0019"],
  excuses: [
    "From the request on, a changed filter is not checked until its response.",
    "A value that also exists at a path that is not filtered is not checked.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...mounted("Oslo")],
      [1, { type: "canary", canary: "canary-1", kind: "value", cluster: "Oslo", path: "colours/sky" }],
      [2, frame("Lima", "Oslo", "introduction", { id: "lima" })],
      [3, ...command("Oslo", "primary/paths-filter/lima", { body: { mode: "deny", paths: ["colours/"] } })],
      [4, { type: "sighting", canary: "canary-1", where: "wire", cluster: "Oslo", to: "Lima", form: "clear" }],
    ],
    held: [[4, { type: "sighting", canary: "canary-1", where: "wire", cluster: "Oslo", to: "Rome", form: "clear" }]],
  },
  judge({ broken, models: { secrets }, time }) {
    const secondaries = new Secondaries();
    const canaries = new CanaryPaths();
    const others = new Set<string>();
    const filters = new Map<string, Filter>();
    return {
      on: {
        canary(canary) {
          canaries.take(canary);
          if (canary.path === undefined || !secrets.isShared(canary.path)) others.add(canary.canary);
        },
        // The store may be older than the filter.
        fault: forgetLostStores(filters),
        frame: (frame) => secondaries.frame(frame),
        // The cluster may use the new filter before it responds.
        request(request) {
          const command = commandOf({ request });
          if (command?.command === "filter") filters.delete(`${request.cluster} ${command.id}`);
        },
        sighting({ seq, at, where, canary, cluster = "", to = "", form }) {
          const { paths = [], kind } = canaries.of(canary) ?? {};
          if (where !== "wire" || kind !== "value" || paths.length === 0 || others.has(canary)) return;
          const filter = filters.get(`${cluster} ${secondaries.idOf({ secondary: to, primary: cluster })}`);
          if (!filter || !paths.every((path) => isKept(path, filter))) return;
          const [path = ""] = paths;
          broken(
            { seq, at },
            `${cluster} sent the value of ${path} to ${to} in ${form} at ${time({ at })}, although it is filtered since ${time(filter)}`,
          );
        },
      },
      answered(operation) {
        const { request, answer } = operation;
        const command = commandOf(operation);
        if (command?.command !== "filter" || answer.outcome === "fail") return;
        const place = `${request.cluster} ${command.id}`;
        filters.delete(place);
        const { mode, paths } = fieldsOf(request.body);
        if (request.method === "DELETE" || answer.outcome !== "ok" || typeof mode !== "string") return;
        const listed = Array.isArray(paths)
          ? paths.filter((path) => typeof path === "string")
          : String(paths ?? "").split(",");
        filters.set(place, { mode, paths: listed, seq: answer.seq, at: answer.at });
      },
    };
  },
};

function isKept(path: string, { mode, paths }: Filter): boolean {
  return isBelow(path, paths) === (mode === "deny");
}
