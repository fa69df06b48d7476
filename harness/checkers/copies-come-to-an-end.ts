import type { Checker } from "./checker.ts";

/** So often in a row a secondary may begin where it began before, while nothing is wrong with the way there. */
const maxRounds = 8;

type Rounds = { from: string; count: number; readonly at: number };

/** A secondary that connects again and again gets further each time: no copy begins anew without end while nothing fails. */
export const copiesComeToAnEnd: Checker = {
  name: "a copy comes to an end",
  invariants: ["L2"],
  judge({ broken, time }) {
    const rounds = new Map<string, Rounds>();
    const eras = new Map<string, number>();
    const eraOf = (cluster: string) => eras.get(cluster) ?? 0;
    const fenced = new Set<string>();
    const anew = () => rounds.clear();
    return {
      on: {
        fault: anew,
        heal: anew,
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
          if (frame.about?.type !== "hello") return;
          // A primary of an earlier era sends it away, and it asks again in case that one has heard of the later era. Of two
          // that were promoted at the same time one is fenced, and its era is the earlier one.
          if (eraOf(frame.from) > eraOf(frame.to) || fenced.has(frame.to)) return;
          const { credit: _, ...about } = frame.about;
          const [way, from] = [`${frame.from} ${frame.to}`, JSON.stringify(about)];
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
