import type { Step } from "../step.ts";

/** Refuses a request that requires newer data than this cluster has (`X-Vault-Index`, F4.1-03). */
export const requiredIndex: Step = {
  name: "required index",
  receivingClusterOnly: true,
  run: ({ headers }, { writePath }) => writePath.expectIndex?.(headers),
};

/** Adds the replication index to the answer of a request that may have written. */
export const index: Step = {
  name: "index",
  receivingClusterOnly: true,
  run(context, { writePath }) {
    const { verb } = context.call;
    if (verb === "read" || verb === "list" || !writePath.withIndex) return;
    context.answer = writePath.withIndex(context.answer);
  },
};
