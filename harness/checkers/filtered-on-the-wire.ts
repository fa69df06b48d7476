import type { Checker } from "./checker.ts";
import { CanaryPaths } from "./models/canary-paths.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { isBelow } from "./models/paths-below.ts";
import { forgetLostStores } from "./models/roles.ts";
import { Secondaries } from "./models/secondaries.ts";

type Filter = Readonly<{ mode: string; paths: readonly string[]; seq: number; at: number }>;

/** After a paths filter is acknowledged, the values that it excludes are not sent to the filter's secondary. */
export const filteredOnTheWire: Checker = {
  name: "filtered paths stay home",
  invariants: ["12"],
  judge({ broken, models: { secrets }, time }) {
    const secondaries = new Secondaries();
    const canaries = new CanaryPaths();
    const filters = new Map<string, Filter>();
    return {
      on: {
        canary: (canary) => canaries.take(canary),
        // The store may be older than the filter.
        fault: forgetLostStores(filters),
        frame: (frame) => secondaries.frame(frame),
        sighting({ seq, at, where, canary, cluster = "", to = "", form }) {
          const { paths = [], kind } = canaries.of(canary) ?? {};
          if (where !== "wire" || kind !== "value" || !paths.every((path) => secrets.isShared(path))) return;
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
