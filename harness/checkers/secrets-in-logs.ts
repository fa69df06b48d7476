import type { EventOf } from "#harness/history/event.ts";
import type { Checker } from "./checker.ts";

export const secretsInLogs: Checker = {
  name: "no secret stands in a log",
  invariants: ["25"],
  rule: "No log message contains a token, password or written value, whether in plain text, base64 or hex.",
  sources: ["Choice of this project: logs are read by people and programs that may not read secrets."],
  excuses: [],
  example: {
    broken: [
      [0, { type: "canary", canary: "canary-1", kind: "password", path: "database/config/main" }],
      [1, { type: "sighting", canary: "canary-1", where: "log", cluster: "Oslo", form: "clear" }],
    ],
    held: [
      [1, { type: "sighting", canary: "canary-1", where: "wire", cluster: "Oslo", to: "database", form: "clear" }],
    ],
  },
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
