import type { Checker } from "./checker.ts";
import { fieldsOf } from "./models/operator-command.ts";

/** A write takes effect at most once for each request, and no lease id is issued twice. */
export const atMostOnce: Checker = {
  name: "a write takes effect once",
  invariants: ["9"],
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
