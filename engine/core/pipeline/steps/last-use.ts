import type { Step } from "../step.ts";

/** Ends a token whose last use this was, whatever came of it. */
export const lastUse: Step = {
  name: "last use",
  whereAskedOnly: true,
  evenRefused: true,
  run({ holder }, { tokens }) {
    if (holder?.token.uses === "last") return tokens.revoke(holder.token);
  },
};
