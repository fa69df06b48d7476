import type { Checker } from "./checker.ts";
import { call, command } from "./example.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { lostStores, statusPath } from "./models/roles.ts";

const toleranceMilliseconds = 1_000;

type Token = {
  readonly by: string;
  readonly at: number;
  readonly endsAt: number;
  used: Readonly<{ cluster: string; at: number }> | undefined;
  isOver: boolean;
};

export const activationTokens: Checker = {
  name: "an activation token is good once and for its time",
  invariants: ["11"],
  rule: "An activation token activates at most one secondary, only before the token expires, and not again once that secondary has streamed.",
  sources: ["REPL-TOKEN-05", "OWN-ACTIVATION-01", "0008"],
  excuses: [
    `A difference of ${toleranceMilliseconds / 1000} s between two clocks is tolerated.`,
    "Until its secondary streams, the same cluster may use the token again.",
    "An issuer that lost its store, or got an older one, may accept a used token again.",
  ],
  example: {
    broken: [
      [
        0,
        ...call(
          "Oslo",
          "POST sys/replication/performance/primary/secondary-token",
          { body: { id: "lima" } },
          { secret: "token-1", body: { wrap_info: { ttl: 1800 } } },
        ),
      ],
      [1, ...command("Lima", "secondary/enable", { secret: "token-1" })],
      [8, ...command("Rome", "secondary/enable", { secret: "token-1" })],
    ],
    held: [[8, ...command("Rome", "secondary/enable", { secret: "token-1" }, 400)]],
  },
  judge({ broken, time }) {
    const tokens = new Map<string, Token>();
    return {
      on: {
        // With an older store, the issuer may have no record that the token was used.
        fault(fault) {
          for (const token of tokens.values())
            if (lostStores(fault).includes(token.by)) Object.assign(token, { used: undefined, isOver: false });
        },
      },
      answered(operation) {
        const { request, answer } = operation;
        const command = commandOf(operation)?.command;
        if (answer.outcome !== "ok") return;
        // A token is used up only when its secondary streams: before that, the connection may have been lost.
        if (request.path === statusPath && fieldsOf(fieldsOf(answer.body).data).state === "stream-wals") {
          for (const token of tokens.values()) if (token.used?.cluster === request.cluster) token.isOver = true;
        }
        if (command === "secondary token" && answer.secret !== undefined) {
          const { ttl } = fieldsOf(fieldsOf(answer.body).wrap_info);
          const endsAt = typeof ttl === "number" ? answer.at + ttl * 1000 : Number.POSITIVE_INFINITY;
          tokens.set(answer.secret, { by: request.cluster, at: answer.at, endsAt, used: undefined, isOver: false });
        }
        if (command !== "secondary enable" && command !== "update primary") return;
        const token = tokens.get(request.secret ?? "");
        if (!token) return;
        const issued = `the activation token issued at ${time(token)}`;
        const { used } = token;
        if (used && (token.isOver || used.cluster !== request.cluster)) {
          broken(
            answer,
            `${issued} was used by ${used.cluster} at ${time(used)} and accepted again for ${request.cluster} at ${time(answer)}`,
          );
        }
        if (request.at > token.endsAt + toleranceMilliseconds) {
          broken(
            answer,
            `${issued} expired at ${time({ at: token.endsAt })}, and ${request.cluster} was activated with it at ${time(answer)}`,
          );
        }
        token.used = { cluster: request.cluster, at: answer.at };
      },
    };
  },
};
