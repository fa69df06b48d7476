import type { Checker } from "./checker.ts";
import { OpenFaults } from "./models/open-faults.ts";
import { fieldsOf, reconfigures } from "./models/operator-command.ts";
import { Rest } from "./models/rest.ts";
import { statusPath } from "./models/roles.ts";
import { Streaming } from "./models/streaming.ts";

/** Nothing may keep a cluster from dialling again for so long, in milliseconds: three times the longest pause between two attempts. */
const longestSilence = 15_000;

/** What the service says of a connection that it will try again to open. */
const waiting = "transient_failure";

/**
 * When all has healed and had time to settle, every secondary streams from the primary from which it streamed before, unless that was revoked or is
 * none any more. Before that, one that is not connected and says that it tries again does so, where no clock leaps.
 */
export const backInStream: Checker = {
  name: "secondaries come back",
  invariants: ["L1"],
  judge({ broken, heading, models: { roles }, time }) {
    const rest = new Rest();
    const streaming = new Streaming(roles);
    const faults = new OpenFaults();
    /** When each cluster dialled last, or something came to pass that could have kept it from that. */
    const heardOf = new Map<string, number>();
    /** Clusters that are dead: who dials one leaves no trace of it. */
    const dead = new Set<string>();
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
          faults.begin(fault);
        },
        heal(heal) {
          disturbed(heal);
          faults.heal(heal);
        },
        crash(crash) {
          disturbed(crash);
          dead.add(crash.cluster);
        },
        start(start) {
          disturbed(start);
          dead.delete(start.cluster);
        },
        request(request) {
          if (reconfigures(request)) disturbed(request);
        },
        frame(frame) {
          streaming.frame(frame);
          if (frame.kind === "dial") heardOf.set(frame.from, frame.at);
        },
      },
      answered(operation) {
        const { request, answer } = operation;
        streaming.answered(operation);
        if (request.path !== statusPath || answer.outcome !== "ok") return;
        const status = fieldsOf(fieldsOf(answer.body).data);
        const { mode, state, connection_state: connection } = status;
        const silentSince = Math.max(disturbedAt, heardOf.get(request.cluster) ?? 0);
        const isSilent = request.at > silentSince + longestSilence && heading.stage === "simulated";
        if (connection === waiting && faults.isNone && dead.size === 0 && isSilent) {
          const since = time({ at: silentSince });
          broken(
            answer,
            `${request.cluster} has not dialled its primary again since ${since}, though it is not connected`,
          );
        }
        if (!rest.holds(request) || mode === "primary" || mode === "disabled" || state === "stream-wals") return;
        const primary = streaming.primaryOf(request.cluster, status);
        if (primary === undefined) return;
        broken(
          answer,
          `${request.cluster} has not come back to ${primary} at ${time(answer)}, when all has settled: it is ${mode}, ${state}`,
        );
      },
    };
  },
};
