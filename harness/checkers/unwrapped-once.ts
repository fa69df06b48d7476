import type { Checker } from "./checker.ts";
import { answer, call, request } from "./example.ts";
import { lostStores } from "./models/roles.ts";

type Unwrapped = Readonly<{ cluster: string; at: number }>;

export const unwrappedOnce: Checker = {
  name: "a wrapped response is returned once",
  invariants: ["15"],
  rule: "At most one request receives what is behind a wrapping token.",
  sources: ["OWN-WRAP-01"],
  excuses: ["A cluster that lost its store, or got an older one, may return a wrapped response again."],
  example: {
    broken: [
      [0, ...call("Oslo", "GET colours/sky", { wraps: true }, { secret: "token-1" })],
      [1, ...call("Oslo", "POST sys/wrapping/unwrap", { secret: "token-1" })],
      [2, request("Oslo", "POST sys/wrapping/unwrap", { secret: "token-1" })],
      [3, answer()],
    ],
    held: [[3, answer({ status: 400 })]],
  },
  judge({ broken, time }) {
    const unwrapped = new Map<string, Unwrapped>();
    return {
      on: {
        fault(fault) {
          const lost = lostStores(fault);
          for (const [token, { cluster }] of unwrapped) if (lost.includes(cluster)) unwrapped.delete(token);
        },
      },
      answered({ request: { path, cluster, secret }, answer }) {
        if (secret === undefined || answer.outcome !== "ok") return;
        if (!/(^|\/)(sys\/wrapping\/unwrap|cubbyhole\/response)$/.test(path)) return;
        const other = unwrapped.get(secret);
        unwrapped.set(secret, { cluster, at: answer.at });
        if (other === undefined) return;
        broken(
          answer,
          `${cluster} returned a wrapped response at ${time(answer)} that ${other.cluster} had returned at ${time(other)}`,
        );
      },
    };
  },
};
