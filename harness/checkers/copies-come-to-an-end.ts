import type { EventOf } from "#harness/history/event.ts";
import type { Checker } from "./checker.ts";
import { OpenFaults } from "./models/open-faults.ts";

/** So often in a row a secondary may begin where it began before, while nothing is wrong with the way there. */
const maxRounds = 8;

/** So often over one connection it may be begun anew to copy or to compare, with no entry in between: what comes after a beginning is kept in the log for it. */
const maxBeginnings = 4;

type Rounds = { from: string; count: number; readonly at: number };

/**
 * So long may a frame between two clusters be, in characters, beside the longest value: a little more than the service means to send at once. While it is
 * made and sent, no other goes.
 */
const maxFrame = 1_250_000;
/** A text in a text takes twice the room where it is nothing but quotes. */
const maxSpelling = 2;

/**
 * A secondary that connects again and again gets further each time: no copy begins anew without end while nothing fails, be it over one connection or
 * over many. And it goes in pieces, so that all else goes on meanwhile.
 */
export const copiesComeToAnEnd: Checker = {
  name: "a copy comes to an end",
  invariants: ["L2"],
  judge({ broken, time }) {
    const rounds = new Map<string, Rounds>();
    const eras = new Map<string, number>();
    const eraOf = (cluster: string) => eras.get(cluster) ?? 0;
    const fenced = new Set<string>();
    /** Clusters that were started over an older store, with the secondaries that they have served since: those that are ahead are turned away. */
    const restored = new Map<string, Set<string>>();
    const isTurnedAway = ({ from, to }: EventOf<"frame">) => restored.get(to)?.has(from) === false;
    /** Copies and comparisons that a cluster began for another over one connection, with no entry in between. */
    const begun = new Map<string, { count: number; readonly at: number }>();
    const faults = new OpenFaults();
    let longestRequest = 0;
    const anew = () => {
      rounds.clear();
      begun.clear();
    };
    const began = (frame: EventOf<"frame">) => {
      const way = `${frame.from} ${frame.to}`;
      const known = begun.get(way) ?? { count: 0, at: frame.at };
      begun.set(way, known);
      known.count += 1;
      if (known.count <= maxBeginnings) return;
      const since = `${known.count} times since ${time(known)}`;
      broken(frame, `${frame.from} has begun to copy to ${frame.to} ${since}, and sent it no entry in between`);
    };
    return {
      on: {
        fault(fault) {
          const { kind, parties } = fault;
          faults.begin(fault);
          if (kind === "older store") for (const cluster of parties) restored.set(cluster, new Set());
          anew();
        },
        heal(heal) {
          faults.heal(heal);
          anew();
        },
        crash: anew,
        start: anew,
        time: anew,
        role({ cluster, era, state }) {
          if (era !== undefined) eras.set(cluster, era);
          if (state === "fenced") fenced.add(cluster);
          else fenced.delete(cluster);
        },
        request({ path, method }) {
          if (method !== "GET" && /sys\/(replication|seal|unseal)/.test(path)) anew();
        },
        frame(frame) {
          const type = frame.about?.type;
          if (frame.from === "client") longestRequest = Math.max(longestRequest, frame.size);
          // Where requests are not seen, it is unknown how long a value may be.
          if (frame.kind === "message" && longestRequest > 0 && frame.size > maxFrame + maxSpelling * longestRequest)
            broken(
              frame,
              `${frame.from} sent ${frame.to} a frame of ${frame.size} characters at ${time(frame)}: nothing else could go on meanwhile`,
            );
          // Who is told of a later era is sent away, and asks again in case that changes.
          if (type === "claim") rounds.delete(`${frame.to} ${frame.from}`);
          if (type === "stream" || type === "diff" || type === "copy") restored.get(frame.from)?.add(frame.to);
          if (type === "hello" || type === "entries") begun.delete(`${frame.from} ${frame.to}`);
          if (type === "hello") begun.delete(`${frame.to} ${frame.from}`);
          if (type === "diff" || type === "copy") return began(frame);
          if (type !== "hello") return;
          // A primary of an earlier era sends it away, and it asks again in case that one has heard of the later era. Of two
          // that were promoted at the same time one is fenced, and its era is the earlier one.
          if (eraOf(frame.from) > eraOf(frame.to) || fenced.has(frame.to) || isTurnedAway(frame)) return;
          // It can save nothing of what it gets.
          if (faults.isOf(frame.from, "full disk")) return;
          const { type: _type, credit: _credit, ...told } = frame.about ?? {};
          const [way, from] = [`${frame.from} ${frame.to}`, JSON.stringify(told)];
          const known = rounds.get(way);
          if (known?.from !== from) return void rounds.set(way, { from, count: 1, at: frame.at });
          known.count += 1;
          if (known.count <= maxRounds) return;
          broken(
            frame,
            `${frame.from} has begun with ${frame.to} ${known.count} times since ${time(known)}, each time where it was before (${from}), and nothing was wrong with the way there`,
          );
        },
      },
    };
  },
};
