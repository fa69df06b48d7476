import type { Checker } from "./checker.ts";

/** Frames that a cluster may send to a peer that it rejects. */
const rejectionFrames: ReadonlySet<string> = new Set(["dialled", "goodbye", "close"]);

/** Fault kind: a client without credentials dials a cluster and claims to be one of its secondaries. */
const intruder = "intruder";

/** A peer that cannot prove that it is a secondary receives only a rejection and no data. */
export const nothingForIntruders: Checker = {
  name: "who proves nothing is turned away",
  invariants: ["12"],
  judge({ broken, time }) {
    const known = new Map<string, Readonly<{ cluster: string; id: string }>>();
    return {
      on: {
        fault({ kind, parties: [who = "", cluster = ""], about }) {
          if (kind === intruder) known.set(who, { cluster, id: String(about?.id) });
        },
        frame(frame) {
          const intrusion = known.get(frame.to);
          if (!intrusion || rejectionFrames.has(frame.kind)) return;
          broken(
            frame,
            `${frame.from} accepted an intruder as its secondary ${intrusion.id}, without its key or the secret of its token, and sent a frame "${frame.kind}" at ${time(frame)}`,
          );
        },
      },
    };
  },
};
