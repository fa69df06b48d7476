import type { Checker } from "./checker.ts";
import { command, frame } from "./example.ts";
import { commandOf } from "./models/operator-command.ts";
import { forgetLostStores } from "./models/roles.ts";
import { Secondaries } from "./models/secondaries.ts";

export const revokedMeansSilent: Checker = {
  name: "a revoked secondary is sent nothing",
  invariants: ["10"],
  rule: "After the revocation of a secondary is acknowledged, the primary sends it no more messages.",
  sources: ["REPL-REVOKE-01"],
  excuses: [
    "A new activation token for the same id ends the check.",
    "Frames that reject the secondary or close the connection are allowed.",
    "After the loss of a cluster's store, or its replacement by an older one, the check of the cluster starts again.",
  ],
  example: {
    broken: [
      [0, frame("Lima", "Oslo", "introduction", { id: "lima" })],
      [1, ...command("Oslo", "primary/revoke-secondary", { body: { id: "lima" } })],
      [2, frame("Oslo", "Lima", "message", { type: "entries" })],
    ],
    held: [[2, frame("Oslo", "Lima", "goodbye")]],
  },
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
