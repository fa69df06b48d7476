import type { Checker } from "./checker.ts";
import { call } from "./example.ts";
import { fieldsOf } from "./models/operator-command.ts";

export const atMostOnce: Checker = {
  name: "a write takes effect once",
  invariants: ["9"],
  rule: "A write that a secondary forwards takes effect at most once, and no lease id is issued twice.",
  sources: ["OWN-STREAM-01", "DB-CREDS-03"],
  excuses: ["Requests without a response count as writes."],
  example: {
    broken: [
      [0, ...call("Oslo", "POST sys/mounts/colours", { body: { type: "kv", options: { version: "2" } } })],
      [
        1,
        ...call(
          "Lima",
          "POST colours/data/sky",
          { content: "blue" },
          { body: { data: { version: 2 } }, index: { set: "A", entry: 7 } },
        ),
      ],
    ],
    held: [
      [
        1,
        ...call(
          "Lima",
          "POST colours/data/sky",
          { content: "blue" },
          { body: { data: { version: 1 } }, index: { set: "A", entry: 7 } },
        ),
      ],
    ],
  },
  judge({ broken, models: { secrets }, time }) {
    const attempts = new Map<string, number>();
    const leases = new Map<string, Readonly<{ at: number }>>();
    return {
      on: {
        request({ method, path }) {
          if (method === "POST" || method === "PUT") attempts.set(path, (attempts.get(path) ?? 0) + 1);
        },
      },
      answered({ request, answer, write }) {
        const body = fieldsOf(answer.body);
        const { version } = fieldsOf(body.data);
        const asked = attempts.get(request.path) ?? 0;
        if (write && typeof version === "number" && secrets.isVersioned(request.path) && version > asked) {
          broken(
            answer,
            `${request.path} has version ${version} at ${time(answer)}, but was written only ${asked} times`,
          );
        }
        const lease = body.lease_id;
        if (typeof lease !== "string" || lease === "" || request.path.includes("sys/")) return;
        const before = leases.get(lease);
        if (before) broken(answer, `the lease ${lease} was issued at ${time(before)} and again at ${time(answer)}`);
        leases.set(lease, answer);
      },
    };
  },
};
