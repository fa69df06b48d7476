import type { Checker } from "./checker.ts";
import { command, status } from "./example.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { Quiet } from "./models/quiet.ts";
import { statusPath } from "./models/roles.ts";

/** Time for which a secondary must have been the only connected one before the demotion, in milliseconds. */
const quietMilliseconds = 20_000;

/** The only secondary that was connected to a primary: when the primary's status first and last reported this. */
type Only = Readonly<{ id: string; at: number; until: number }>;
type Demotion = Only & Readonly<{ seq: number }>;

export const rightHandedOver: Checker = {
  name: "the right to lead is handed over at the demotion",
  invariants: ["7"],
  rule: "A primary that is demoted transfers the right to lead to its secondary without a request, if exactly one secondary is connected and no paths filter exists.",
  sources: ["OWN-LEAD-01", "0024"],
  excuses: [
    `The secondary must have been the only connected one for ${quietMilliseconds / 1000} s before the demotion.`,
    "A fault, crash, start, seal or unseal since then ends the check, and so does a replication command on any cluster.",
    "Histories with a paths filter are not checked.",
  ],
  example: {
    broken: [
      [0, ...status("Oslo", { mode: "primary", secondaries: [{ node_id: "lima", connection_status: "connected" }] })],
      [29, ...status("Oslo", { mode: "primary", secondaries: [{ node_id: "lima", connection_status: "connected" }] })],
      [30, ...command("Oslo", "primary/demote")],
      [59, ...status("Oslo", { mode: "secondary", right_to_lead: "held" })],
    ],
    held: [[59, ...status("Oslo", { mode: "secondary", right_to_lead: "granted" })]],
  },
  judge({ broken, time }) {
    const quiet = new Quiet();
    const only = new Map<string, Only>();
    const demotions = new Map<string, Demotion>();
    let isFiltered = false;
    return {
      on: {
        fault: (fault) => quiet.take(fault),
        heal: (heal) => quiet.take(heal),
        crash: (crash) => quiet.take(crash),
        start: (start) => quiet.take(start),
        request(request) {
          quiet.take(request);
          const command = commandOf({ request })?.command;
          if (command === "filter") isFiltered = true;
          // Any other replication command, on any cluster, may change the connections.
          if (command === undefined || command === "demote") return;
          only.clear();
          demotions.clear();
        },
      },
      answered(operation) {
        const { request, answer } = operation;
        const { cluster } = request;
        if (answer.outcome === "fail") return;
        if (commandOf(operation)?.command === "demote") {
          const transferee = only.get(cluster);
          only.clear();
          demotions.clear();
          if (transferee && answer.outcome === "ok" && transferee.at + quietMilliseconds < transferee.until)
            demotions.set(cluster, { ...transferee, seq: answer.seq });
        }
        if (request.path !== statusPath || answer.outcome !== "ok") return;
        const { mode, secondaries, right_to_lead: right } = fieldsOf(fieldsOf(answer.body).data);
        if (mode === "primary") {
          const id = onlyConnected(secondaries);
          const known = only.get(cluster);
          if (id === undefined) only.delete(cluster);
          else only.set(cluster, { id, at: known?.id === id ? known.at : answer.at, until: answer.at });
          return;
        }
        const demotion = demotions.get(cluster);
        const isLate = demotion && request.seq > demotion.seq && quiet.holdsSince(demotion.at);
        if (!demotion || !isLate || isFiltered || right !== "held") return;
        broken(
          answer,
          `${cluster} was demoted while only ${demotion.id} was connected, but still holds the right to lead at ${time(answer)}`,
        );
      },
    };
  },
};

function onlyConnected(secondaries: unknown): string | undefined {
  if (!Array.isArray(secondaries)) return undefined;
  const connected = secondaries.map(fieldsOf).filter((one) => one.connection_status === "connected");
  const id = connected[0]?.node_id;
  return connected.length === 1 && typeof id === "string" ? id : undefined;
}
