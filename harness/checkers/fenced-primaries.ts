import type { Event, EventOf } from "#harness/history/event.ts";
import type { Checker } from "./checker.ts";
import { delivered, frame, status } from "./example.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { Quiet } from "./models/quiet.ts";
import { lostStores, statusPath } from "./models/roles.ts";

/**
 * Time in milliseconds after which a primary must have stored a received claim of a later era, unless it was disturbed.
 */
const graceMilliseconds = 5_000;

type Finding = Readonly<{ at: number; seq: number; sentence: string }>;
type Disturbance = Extract<Event, { type: "fault" | "heal" | "crash" | "start" | "request" }>;

export const fencedPrimaries: Checker = {
  name: "a primary that meets a later era is one no more",
  invariants: ["7"],
  rule: "A primary that receives a claim of a later era than its own is fenced: it acknowledges no more writes and reports in its status that it is fenced, also after restarts, until an operator changes its role.",
  sources: ["OWN-LEAD-04"],
  excuses: [
    `The primary has ${graceMilliseconds / 1000} s to store the claim; a fault, crash, seal or unseal in this time excuses it, because the claim is sent again.`,
    "A replication command ends the check, except filters and activation tokens.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, ...status("Oslo", { mode: "primary", state: "running", era: 1 })],
      [1, frame("Lima", "Oslo", "message", { type: "claim", epoch: 2 })],
      [2, delivered],
      [19, ...status("Oslo", { mode: "primary", state: "running", era: 1 })],
    ],
    held: [[19, ...status("Oslo", { mode: "primary", state: "fenced", era: 1 })]],
  },
  judge({ broken, models: { roles }, time }) {
    const quiet = new Quiet();
    const eras = new Map<string, number>();
    const claims = new Map<number, Readonly<{ to: string; epoch: number }>>();
    const received = new Map<string, Finding>();
    const fenced = new Map<string, Finding>();
    const forget = (cluster: string) => {
      for (const known of [eras, received, fenced]) known.delete(cluster);
    };
    const disturbed = (event: Disturbance) => {
      // A claim that arrived shortly before may not be stored; it is sent again.
      for (const cluster of [...received.keys()]) if (!storedClaim(cluster, event)) received.delete(cluster);
      quiet.take(event);
    };
    const storedClaim = (cluster: string, { at }: Readonly<{ at: number }>): Finding | undefined => {
      const since = received.get(cluster);
      if (since && since.at + graceMilliseconds < at && quiet.holdsSince(since.at)) fenced.set(cluster, since);
      return fenced.get(cluster);
    };
    return {
      on: {
        fault(fault) {
          disturbed(fault);
          lostStores(fault).forEach(forget);
        },
        heal: disturbed,
        crash: disturbed,
        start: disturbed,
        request(request) {
          disturbed(request);
          const command = commandOf({ request })?.command;
          if (command !== undefined && command !== "filter" && command !== "secondary token") forget(request.cluster);
        },
        frame: ({ seq, to, kind, about }) => {
          const epoch = about?.epoch;
          if (kind === "message" && about?.type === "claim" && typeof epoch === "number")
            claims.set(seq, { to, epoch });
        },
        arrival({ seq, at, cause, fate }) {
          const claim = claims.get(cause);
          claims.delete(cause);
          if (!claim || fate !== "delivered") return;
          const own = eras.get(claim.to);
          if (own === undefined || own >= claim.epoch || roles.isChanging(claim.to) || received.has(claim.to)) return;
          const sentence = `received a claim of era ${claim.epoch} at ${time({ at })}, later than its own era ${own}`;
          received.set(claim.to, { at, seq, sentence });
        },
      },
      answered({ request, answer, write }) {
        const { cluster } = request;
        const status = statusOf(request, answer);
        if (status && !roles.isChanging(cluster) && request.seq > roles.changedAt(cluster)) {
          if (status.mode !== "primary") forget(cluster);
          else if (typeof status.era === "number") eras.set(cluster, status.era);
          const known = storedClaim(cluster, request);
          if (status.mode === "primary" && status.state === "fenced") {
            const sentence = `reported at ${time(answer)} that it is fenced`;
            if (!known) fenced.set(cluster, { at: answer.at, seq: answer.seq, sentence });
          } else if (status.mode === "primary" && known && known.seq < request.seq)
            broken(answer, `${cluster} ${known.sentence}, but reports at ${time(answer)} that it is ${status.state}`);
        }
        const known = write && storedClaim(cluster, request);
        if (write && known && known.seq < request.seq)
          broken(answer, `${cluster} ${known.sentence}, but acknowledged a write of ${write.key} at ${time(answer)}`);
      },
    };
  },
};

function statusOf(request: EventOf<"request">, answer: EventOf<"answer">) {
  if (request.path !== statusPath || answer.outcome !== "ok") return undefined;
  return fieldsOf(fieldsOf(answer.body).data);
}
