import type { EventOf } from "#harness/history/event.ts";
import type { Checker } from "./checker.ts";

/** No log message contains a token, password or written value, whether in plain text, base64 or hex. */
export const secretsInLogs: Checker = {
  name: "no secret stands in a log",
  invariants: ["25"],
  judge({ broken, time }) {
    const canaries = new Map<string, EventOf<"canary">>();
    return {
      on: {
        canary: (canary) => void canaries.set(canary.canary, canary),
        sighting(sighting) {
          if (sighting.where !== "log") return;
          const { kind = "secret", path = "somewhere" } = canaries.get(sighting.canary) ?? {};
          broken(sighting, `the ${kind} of ${path} is in the log of ${sighting.cluster}, at ${time(sighting)}`);
        },
      },
    };
  },
};
