import type { Checker } from "./checker.ts";
import { commandOf } from "./models/operator-command.ts";
import { forgetLostStores } from "./models/roles.ts";
import { Secondaries } from "./models/secondaries.ts";

/** After the revocation of a secondary is acknowledged, the primary sends it no more messages. */
export const revokedMeansSilent: Checker = {
  name: "a revoked secondary is sent nothing",
  invariants: ["10"],
  judge({ broken, time }) {
    const secondaries = new Secondaries();
    const revoked = new Map<string, Readonly<{ seq: number; at: number }>>();
    return {
      on: {
        // The store may be older than the revocation.
        fault: forgetLostStores(revoked),
        frame(frame) {
          secondaries.frame(frame);
          if (frame.kind !== "message") return;
          const id = secondaries.idOf({ secondary: frame.to, primary: frame.from });
          const since = revoked.get(`${frame.from} ${id}`);
          if (id === undefined || !since) return;
          broken(
            frame,
            `${frame.from} revoked ${id} at ${time(since)}, but sends a message to ${frame.to} at ${time(frame)}`,
          );
        },
      },
      answered(operation) {
        const command = commandOf(operation);
        if (!command || operation.answer.outcome === "fail") return;
        const place = `${command.cluster} ${command.id}`;
        if (command.command === "secondary token") revoked.delete(place);
        if (command.command === "revoke" && operation.answer.outcome === "ok") revoked.set(place, operation.answer);
      },
    };
  },
};
