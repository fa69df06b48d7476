import type { Event } from "#harness/history/event.ts";
import type { Checker } from "./checker.ts";
import { end, frame } from "./example.ts";
import { OpenFaults } from "./models/open-faults.ts";
import { commandOf } from "./models/operator-command.ts";

/** Maximum time in milliseconds between two frames to a connected secondary. */
const maxSilence = 5_000;

/** Kinds of faults during which the rule still applies. */
const harmless: ReadonlySet<string> = new Set(["slow", "duplicate frames", "overtaking connections"]);

/** Time in milliseconds after the end of a slow disk in which the disk may still write batches that were waiting. */
const diskMilliseconds = 60_000;

/**
 * Maximum duration in milliseconds of a wait during which heartbeats are sent. In a longer wait, the clock leaps over
 * them.
 */
const maxPlayedWait = 60_000;

/** Messages that only a cluster that serves a secondary sends. */
const serving: ReadonlySet<unknown> = new Set(["heartbeat", "entries", "stream"]);

/**
 * A connection on which a secondary sent its hello, or on which it is served. `heardAt` is the time in milliseconds
 * from which the secondary's wait for a frame counts.
 */
type Connection = { readonly primary: string; readonly secondary: string; heardAt: number };

export const connectionsAreServed: Checker = {
  name: "a connected secondary is served",
  invariants: ["L1"],
  rule: `While there is no fault, a cluster that accepted the connection of a secondary sends it a frame, such as a heartbeat, at least every ${maxSilence / 1000} s, or ends the connection.`,
  sources: ["OWN-STREAM-04", "OWN-STREAM-07"],
  excuses: [
    "A fault or its end, and a crash or start, end the check of a connection until its next heartbeat or hello.",
    "A successful command on the secondary does that too; one on the primary restarts the time.",
    `For ${diskMilliseconds / 1000} s after the end of a slow disk, the primary may still wait for it.`,
    "Delays of links, duplicated frames and connections that overtake one another are no faults here.",
    `Nothing is checked during a wait of more than ${maxPlayedWait / 1000} s, in which the clock leaps over heartbeats.`,
    "Only the simulated stage is checked: on others, a busy machine delays heartbeats.",
  ],
  example: {
    broken: [
      [0, frame("Lima", "Oslo", "message", { type: "hello" })],
      [2, frame("Oslo", "Lima", "message", { type: "heartbeat" })],
      [6, frame("Lima", "client", "reply")],
      [10, end],
    ],
    held: [
      [6, frame("Oslo", "Lima", "message", { type: "heartbeat" })],
      [7, frame("Oslo", "Lima", "close")],
      [15, end],
    ],
  },
  judge({ broken, heading, time }) {
    const connections = new Map<string, Connection>();
    const disturbing = new OpenFaults();
    const slowUntil = new Map<string, number>();
    const down = new Set<string>();
    let quietSince = Number.NEGATIVE_INFINITY;
    let checkedAt = Number.NEGATIVE_INFINITY;
    let leapsUntil = Number.NEGATIVE_INFINITY;
    const check = ({ seq, at }: Readonly<{ seq: number; at: number }>) => {
      if (at <= leapsUntil) connections.clear();
      if (heading.stage !== "simulated" || at < checkedAt + maxSilence / 10) return;
      checkedAt = at;
      if (!disturbing.isNone) return;
      for (const { primary, secondary, heardAt } of connections.values()) {
        const isSlow = at < (slowUntil.get(primary) ?? 0);
        if (isSlow || at <= Math.max(heardAt, quietSince) + maxSilence) continue;
        const since = time({ at: heardAt });
        broken(
          { seq, at },
          `${primary} has sent nothing to its secondary ${secondary} from ${since} to ${time({ at })}`,
        );
      }
    };
    // A connection that a fault breaks ends without a frame.
    const disturb = (event: Event) => {
      check(event);
      quietSince = event.at;
      connections.clear();
    };
    return {
      on: {
        fault(fault) {
          if (harmless.has(fault.kind)) return;
          disturb(fault);
          disturbing.begin(fault);
        },
        heal(heal) {
          const [cluster = "", part] = heal.parties;
          if (part === "disk") slowUntil.set(cluster, heal.at + diskMilliseconds);
          const wasNone = disturbing.isNone;
          disturbing.heal(heal);
          if (!wasNone) disturb(heal);
        },
        crash(crash) {
          disturb(crash);
          down.add(crash.cluster);
        },
        start(start) {
          disturb(start);
          down.delete(start.cluster);
        },
        time(time) {
          disturb(time);
          if (time.milliseconds > maxPlayedWait) leapsUntil = Math.max(leapsUntil, time.at + time.milliseconds);
        },
        log: check,
        arrival: check,
        end: check,
        frame(frame) {
          check(frame);
          const { from, to, kind, about = {}, at } = frame;
          if (down.has(to)) return;
          const isEnd = kind === "close" || kind === "goodbye";
          if (about.type === "hello") connections.set(`${to} ${from}`, { primary: to, secondary: from, heardAt: at });
          if (serving.has(about.type)) connections.set(`${from} ${to}`, { primary: from, secondary: to, heardAt: at });
          const known = connections.get(`${from} ${to}`);
          if (isEnd) {
            connections.delete(`${from} ${to}`);
            connections.delete(`${to} ${from}`);
          } else if (known && kind === "message") known.heardAt = at;
        },
      },
      answered(operation) {
        const { command } = commandOf(operation) ?? {};
        const { request, answer } = operation;
        if (command === undefined || answer.outcome !== "ok") return;
        for (const [key, one] of connections) {
          if (one.secondary === request.cluster && command !== "filter") connections.delete(key);
          else if (one.primary === request.cluster) one.heardAt = Math.max(one.heardAt, answer.at);
        }
      },
    };
  },
};
