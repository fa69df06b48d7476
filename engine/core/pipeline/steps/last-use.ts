import type { Step } from "../step.ts";

/** Revokes the caller's token after its last use, whether or not the request succeeded. */
export const lastUse: Step = {
  name: "last use",
  receivingClusterOnly: true,
  runsOnFailure: true,
  run({ holder }, { tokens }) {
    if (holder?.token.uses === "last") return tokens.revoke(holder.token);
  },
};
