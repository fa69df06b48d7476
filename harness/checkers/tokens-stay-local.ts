import type { Checker } from "./checker.ts";
import { call } from "./example.ts";
import { CanaryPaths } from "./models/canary-paths.ts";

/** Kinds of secrets that are valid only on the cluster that issued them. */
const local: ReadonlySet<string> = new Set(["service token", "token accessor"]);

export const tokensStayLocal: Checker = {
  name: "service tokens stay on their cluster",
  invariants: ["15"],
  rule: "A cluster sends no service tokens or accessors to other clusters, and accepts only those that it issued.",
  sources: ["OWN-TOKEN-01", "OWN-STREAM-06"],
  excuses: ["Batch tokens may be valid on several clusters, and root tokens of two clusters may be equal."],
  example: {
    broken: [
      [0, ...call("Oslo", "GET auth/token/lookup-self", { client: "client 1" })],
      [1, ...call("Lima", "GET auth/token/lookup-self", { client: "client 1" })],
    ],
    held: [[1, ...call("Lima", "GET auth/token/lookup-self", { client: "client 1" }, { status: 403 })]],
  },
  judge({ broken, time }) {
    const canaries = new CanaryPaths();
    const welcome = new Map<string, Readonly<{ cluster: string; at: number }>>();
    return {
      on: {
        canary: (canary) => canaries.take(canary),
        sighting({ seq, at, where, canary, cluster, to, form }) {
          const { kind = "", paths: [path] = [] } = canaries.of(canary) ?? {};
          if (where !== "wire" || !local.has(kind)) return;
          broken({ seq, at }, `a ${kind} of ${path} was sent from ${cluster} to ${to} in ${form} at ${time({ at })}`);
        },
      },
      answered({ request: { client, cluster, path }, answer }) {
        // Responses without authentication prove nothing about a token; the root tokens of two clusters may be equal.
        if (!client.startsWith("client ") || answer.outcome !== "ok" || !needsToken(path)) return;
        const before = welcome.get(client);
        if (!before) welcome.set(client, { cluster, at: answer.at });
        else if (before.cluster !== cluster) {
          broken(
            answer,
            `the token of ${client} is valid in ${before.cluster} at ${time(before)}, and in ${cluster} at ${time(answer)}`,
          );
        }
      },
    };
  },
};

function needsToken(path: string): boolean {
  return path === "auth/token/lookup-self" || !/(^|\/)(sys|auth|identity\/oidc)\//.test(path);
}
