import type { Checker } from "./checker.ts";
import { frame } from "./example.ts";

/** Kinds of frames that a cluster may send to a peer that it rejects. */
const rejectionFrames: ReadonlySet<string> = new Set(["dialled", "goodbye", "close"]);

const intruder = "intruder";

export const nothingForIntruders: Checker = {
  name: "who proves nothing is turned away",
  invariants: ["12"],
  rule: "A peer that cannot prove that it is a secondary receives only a rejection and no data.",
  sources: ["0026", "REPL-REVOKE-02"],
  excuses: ["Frames that only reject the peer or close the connection are allowed."],
  example: {
    broken: [
      [0, { type: "fault", kind: "intruder", parties: ["intruder", "Oslo"], about: { id: "lima" } }],
      [1, frame("intruder", "Oslo", "introduction", { id: "lima" })],
      [2, frame("Oslo", "intruder", "message", { type: "stream" })],
    ],
    held: [[2, frame("Oslo", "intruder", "goodbye")]],
  },
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
