import type { Checker } from "./checker.ts";
import { command, frame, settled, status } from "./example.ts";
import { OpenFaults } from "./models/open-faults.ts";
import { fieldsOf, reconfigures } from "./models/operator-command.ts";
import { Rest } from "./models/rest.ts";
import { statusPath } from "./models/roles.ts";
import { Streaming } from "./models/streaming.ts";

/** Maximum time between two dial attempts of a disconnected secondary, in milliseconds. */
const maxSilence = 15_000;

/** Connection state in the status of a disconnected secondary that will dial again. */
const waiting = "transient_failure";

export const backInStream: Checker = {
  name: "secondaries come back",
  invariants: ["L1"],
  rule: `At quiescence, every secondary streams from the primary from which it streamed before. On the simulated stage, a disconnected secondary also dials its primary at least every ${maxSilence / 1000} s while there is no fault.`,
  sources: ["OWN-STREAM-04"],
  excuses: [
    "A secondary that was revoked need not stream.",
    "A secondary need not stream after a command on the secondary or a change of its primary's role.",
    "A fault, crash or start, and a command on any cluster, restart the time in which a secondary must dial.",
    "While a cluster is down, dial attempts are not recorded and not required.",
  ],
  example: {
    broken: [
      [0, ...command("Oslo", "primary/enable")],
      [4, frame("Lima", "Oslo", "introduction")],
      [5, ...status("Lima", { mode: "secondary", state: "stream-wals" })],
      [89, settled],
      [90, ...status("Lima", { mode: "secondary", state: "idle" })],
    ],
    held: [[90, ...status("Lima", { mode: "secondary", state: "stream-wals" })]],
  },
  judge({ broken, heading, models: { roles }, time }) {
    const rest = new Rest();
    const streaming = new Streaming(roles);
    const faults = new OpenFaults();
    /**
     * Time in milliseconds of a cluster's last dial, or of its last status request with a connection state other than
     * {@link waiting}, whichever is later; by cluster.
     */
    const busyAt = new Map<string, number>();
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
          if (frame.kind === "dial") busyAt.set(frame.from, frame.at);
        },
      },
      answered(operation) {
        const { request, answer } = operation;
        streaming.answered(operation);
        if (request.path !== statusPath || answer.outcome !== "ok") return;
        const status = fieldsOf(fieldsOf(answer.body).data);
        const { mode, state, connection_state: connection } = status;
        if (connection !== waiting) busyAt.set(request.cluster, request.at);
        const silentSince = Math.max(disturbedAt, busyAt.get(request.cluster) ?? 0);
        const isSilent = request.at > silentSince + maxSilence && heading.stage === "simulated";
        if (connection === waiting && faults.isNone && dead.size === 0 && isSilent) {
          const since = time({ at: silentSince });
          broken(answer, `${request.cluster} is disconnected and has not dialled its primary since ${since}`);
        }
        if (!rest.holds(request) || mode === "primary" || mode === "disabled" || state === "stream-wals") return;
        const primary = streaming.primaryOf(request.cluster, status);
        if (primary === undefined) return;
        broken(
          answer,
          `${request.cluster} does not stream from ${primary} at ${time(answer)}, after all clusters converged: it is ${mode}, ${state}`,
        );
      },
    };
  },
};
