import type { Checker } from "./checker.ts";

/** What a cluster may send to whom it does not take in: the end of the connection, and why. */
const turnsAway: ReadonlySet<string> = new Set(["dialled", "goodbye", "close"]);

/** An intruder dials a cluster and says to be one of its secondaries. */
const intruder = "intruder";

/** Who cannot prove to be a secondary is told nothing but to go: gets no copy, no key and no answer to a call. */
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
          if (!intrusion || turnsAway.has(frame.kind)) return;
          broken(
            frame,
            `${frame.from} took an intruder for its secondary ${intrusion.id}, who held neither its key nor the secret of its token, and sent a frame "${frame.kind}" at ${time(frame)}`,
          );
        },
      },
    };
  },
};
