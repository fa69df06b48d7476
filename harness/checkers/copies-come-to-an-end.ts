import type { EventOf } from "#harness/history/event.ts";
import type { Checker } from "./checker.ts";
import { frame } from "./example.ts";
import { OpenFaults } from "./models/open-faults.ts";

/** Maximum number of consecutive connections from the same log position, while there is no fault. */
const maxRounds = 8;

/**
 * Maximum number of copies or comparisons that a primary starts over one connection without sending a log entry in
 * between.
 */
const maxBeginnings = 4;

type Rounds = { from: string; count: number; readonly at: number };

/**
 * Maximum length of a message between two clusters in characters, to which an allowance for the longest request is
 * added.
 */
const maxFrame = 1_250_000;
/** Tolerated factor by which JSON escaping lengthens a value: a value of quotation marks doubles. */
const maxEscaping = 2;

export const copiesComeToAnEnd: Checker = {
  name: "a copy comes to an end",
  invariants: ["L2"],
  rule: `A secondary that reconnects makes progress: without faults, it connects at most ${maxRounds} times at the same position, and its primary starts at most ${maxBeginnings} copies or comparisons without sending an entry in between. A copy is sent in small frames, so that it does not block other messages.`,
  sources: ["0004", "OWN-STREAM-04"],
  excuses: [
    "A fault or its end, a crash or start, a step of a clock, and a command restart the counts.",
    "A secondary with a full disk cannot store the copy.",
    "A primary of an earlier era, a fenced primary and a primary restored from a backup reject the secondary, which retries.",
  ],
  example: {
    broken: [
      [0, frame("Oslo", "Lima", "message", { type: "copy" })],
      [1, frame("Oslo", "Lima", "message", { type: "copy" })],
      [2, frame("Oslo", "Lima", "message", { type: "diff" })],
      [3, frame("Oslo", "Lima", "message", { type: "copy" })],
      [4, frame("Oslo", "Lima", "message", { type: "copy" })],
    ],
    held: [
      [4, frame("Oslo", "Lima", "message", { type: "entries" })],
      [5, frame("Oslo", "Lima", "message", { type: "copy" })],
    ],
  },
  judge({ broken, time }) {
    const rounds = new Map<string, Rounds>();
    const eras = new Map<string, number>();
    const eraOf = (cluster: string) => eras.get(cluster) ?? 0;
    /**
     * The era in which each cluster was fenced, by cluster. After its demotion, a fenced cluster reports the era of the
     * new primary but still has its own log.
     */
    const fenced = new Map<string, number>();
    const restored = new Map<string, Set<string>>();
    const isRejected = ({ from, to }: EventOf<"frame">) => restored.get(to)?.has(from) === false;
    /**
     * The copies and comparisons that a cluster started since it last sent entries or a hello was exchanged: their
     * count and the time of the first, by sender and receiver.
     */
    const begun = new Map<string, { count: number; readonly at: number }>();
    const faults = new OpenFaults();
    let longestRequest = 0;
    const reset = () => {
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
      broken(frame, `${frame.from} has started to copy to ${frame.to} ${since}, without sending an entry in between`);
    };
    return {
      on: {
        fault(fault) {
          const { kind, parties } = fault;
          faults.begin(fault);
          if (kind === "older store") for (const cluster of parties) restored.set(cluster, new Set());
          reset();
        },
        heal(heal) {
          faults.heal(heal);
          reset();
        },
        crash: reset,
        start: reset,
        time: reset,
        role({ cluster, role, era, state }) {
          if (era !== undefined) eras.set(cluster, era);
          const fencedEra = fenced.get(cluster);
          if (state === "fenced") fenced.set(cluster, eraOf(cluster));
          else if (role === "primary" && fencedEra !== undefined && eraOf(cluster) > fencedEra) fenced.delete(cluster);
        },
        request({ path, method }) {
          if (method !== "GET" && /sys\/(replication|seal|unseal)/.test(path)) reset();
        },
        frame(frame) {
          const type = frame.about?.type;
          if (frame.from === "client") longestRequest = Math.max(longestRequest, frame.size);
          // Without recorded requests, the maximum length of a value is unknown.
          if (frame.kind === "message" && longestRequest > 0 && frame.size > maxFrame + maxEscaping * longestRequest)
            broken(
              frame,
              `${frame.from} sent ${frame.to} a frame of ${frame.size} characters at ${time(frame)}, which delayed all other frames`,
            );
          // The sender of a claim rejects the receiver, which retries.
          if (type === "claim") rounds.delete(`${frame.to} ${frame.from}`);
          if (type === "stream" || type === "diff" || type === "copy") {
            restored.get(frame.from)?.add(frame.to);
            fenced.delete(frame.to);
          }
          if (type === "hello" || type === "entries") begun.delete(`${frame.from} ${frame.to}`);
          if (type === "hello") begun.delete(`${frame.to} ${frame.from}`);
          if (type === "diff" || type === "copy") return began(frame);
          if (type !== "hello") return;
          // A primary of an earlier era, a fenced primary and a restored primary reject the secondary, which retries.
          if (eraOf(frame.from) > eraOf(frame.to) || fenced.has(frame.to) || isRejected(frame)) return;
          // A secondary with a full disk cannot store the copy.
          if (faults.isOf(frame.from, "full disk")) return;
          const { type: _type, credit: _credit, ...position } = frame.about ?? {};
          const [way, from] = [`${frame.from} ${frame.to}`, JSON.stringify(position)];
          const known = rounds.get(way);
          if (known?.from !== from) return void rounds.set(way, { from, count: 1, at: frame.at });
          known.count += 1;
          if (known.count <= maxRounds) return;
          broken(
            frame,
            `${frame.from} has connected to ${frame.to} ${known.count} times since ${time(known)}, each time at the same position (${from}), without a fault`,
          );
        },
      },
    };
  },
};
