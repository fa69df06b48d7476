import type { Checker } from "./checker.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { Quiet } from "./models/quiet.ts";
import { statusPath } from "./models/roles.ts";

/** After so long without a fault the only secondary that is connected has all that was written, and the right to lead; in milliseconds. */
const quietMilliseconds = 20_000;

/** A secondary that was seen to be the only one that is connected, from when to when. */
type Only = Readonly<{ id: string; at: number; until: number }>;
type Demotion = Only & Readonly<{ seq: number }>;

/** Where just one secondary is connected to the primary that is demoted, and no filter keeps anything from it, it is given the right to lead, unasked. */
export const rightHandedOver: Checker = {
  name: "the right to lead is handed over at the demotion",
  invariants: ["7"],
  judge({ broken, time }) {
    const quiet = new Quiet();
    /** By primary, as its status told. */
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
          // Whatever else an operator does, here or elsewhere, changes who is connected to whom.
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
          const heir = only.get(cluster);
          only.clear();
          demotions.clear();
          if (heir && answer.outcome === "ok" && heir.at + quietMilliseconds < heir.until)
            demotions.set(cluster, { ...heir, seq: answer.seq });
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
          `${cluster} was demoted when ${demotion.id} alone was connected, and still holds the right to lead at ${time(answer)}`,
        );
      },
    };
  },
};

/** The id of the only secondary that is connected; undefined when there is none, or another. */
function onlyConnected(secondaries: unknown): string | undefined {
  if (!Array.isArray(secondaries)) return undefined;
  const connected = secondaries.map(fieldsOf).filter((one) => one.connection_status === "connected");
  const id = connected[0]?.node_id;
  return connected.length === 1 && typeof id === "string" ? id : undefined;
}
