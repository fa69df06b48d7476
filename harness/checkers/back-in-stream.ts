import type { Checker } from "./checker.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { Rest } from "./models/rest.ts";
import { statusPath } from "./models/roles.ts";

/** Nothing may keep a cluster from dialling again for so long, in milliseconds: three times the longest pause between two attempts. */
const longestSilence = 15_000;

/** Faults that are over when they have begun. */
const passing: ReadonlySet<string> = new Set(["skew", "lost disk", "restart"]);

/** What the service says of a connection that it will try again to open. */
const waiting = "transient_failure";

/**
 * When all has healed and had time to settle, every secondary that has a primary and was not revoked streams from it. Before that, one that is not
 * connected and says that it tries again does so.
 */
export const backInStream: Checker = {
  name: "secondaries come back",
  invariants: ["L1"],
  judge({ broken, time }) {
    const rest = new Rest();
    const revoked = new Set<string>();
    const faults = new Set<number>();
    /** When each cluster dialled last, or something came to pass that could have kept it from that. */
    const heardOf = new Map<string, number>();
    let disturbedAt = 0;
    const disturbed = ({ at }: Readonly<{ at: number }>) => {
      disturbedAt = at;
    };
    return {
      on: {
        settled: (settled) => rest.settled(settled),
        fault(fault) {
          rest.disturb();
          disturbed(fault);
          if (!passing.has(fault.kind)) faults.add(fault.seq);
        },
        heal(heal) {
          disturbed(heal);
          if (heal.cause === undefined) faults.clear();
          else faults.delete(heal.cause);
        },
        crash: disturbed,
        start: disturbed,
        request(request) {
          if (request.method !== "GET" && /^sys\/(seal|unseal|replication)/.test(request.path)) disturbed(request);
        },
        frame({ kind, from, at }) {
          if (kind === "dial") heardOf.set(from, at);
        },
      },
      answered(operation) {
        const { request, answer } = operation;
        const command = commandOf(operation);
        if (command?.command === "revoke" && command.id !== undefined) revoked.add(command.id);
        if (request.path !== statusPath || answer.outcome !== "ok") return;
        const told = fieldsOf(fieldsOf(answer.body).data);
        const silentSince = Math.max(disturbedAt, heardOf.get(request.cluster) ?? 0);
        if (told.connection_state === waiting && faults.size === 0 && request.at > silentSince + longestSilence) {
          const since = time({ at: silentSince });
          broken(
            answer,
            `${request.cluster} has not dialled its primary again since ${since}, though it is not connected`,
          );
        }
        if (!rest.holds(request)) return;
        const { mode, state, secondary_id: id, primary_cluster_addr: primary } = told;
        if (mode !== "secondary" && mode !== "bootstrapping") return;
        if (primary === "" || revoked.has(String(id)) || state === "stream-wals") return;
        broken(
          answer,
          `${request.cluster} has not come back at ${time(answer)}, when all has settled: it is ${mode}, ${state}`,
        );
      },
    };
  },
};
