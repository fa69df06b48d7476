import type { Checker } from "./checker.ts";
import { commandOf, fieldsOf } from "./models/operator-command.ts";
import { lostStores, statusPath } from "./models/roles.ts";

/** Clocks of two clusters may differ by so much, in milliseconds. */
const toleranceMilliseconds = 1_000;

type Token = {
  /** The cluster that issued it. */
  readonly by: string;
  readonly at: number;
  readonly endsAt: number;
  used: Readonly<{ cluster: string; at: number }> | undefined;
  isOver: boolean;
};

/** An activation token boots one secondary, once, and within its time. */
export const activationTokens: Checker = {
  name: "an activation token is good once and for its time",
  invariants: ["11"],
  judge({ broken, time }) {
    const tokens = new Map<string, Token>();
    return {
      on: {
        // In an older store a token may be unused still.
        fault(fault) {
          for (const token of tokens.values())
            if (lostStores(fault).includes(token.by)) Object.assign(token, { used: undefined, isOver: false });
        },
      },
      answered(operation) {
        const { request, answer } = operation;
        const command = commandOf(operation)?.command;
        if (answer.outcome !== "ok") return;
        // Until its secondary was let in, a token is not used up: the way there may have been cut.
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
        const given = `the activation token of ${time(token)}`;
        const { used } = token;
        if (used && (token.isOver || used.cluster !== request.cluster)) {
          broken(
            answer,
            `${given} was used by ${used.cluster} at ${time(used)} and is good for ${request.cluster} again at ${time(answer)}`,
          );
        }
        if (request.at > token.endsAt + toleranceMilliseconds) {
          broken(
            answer,
            `${given} was good until ${time({ at: token.endsAt })}, and ${request.cluster} was let in with it at ${time(answer)}`,
          );
        }
        token.used = { cluster: request.cluster, at: answer.at };
      },
    };
  },
};
