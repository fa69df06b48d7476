import type { Step } from "../step.ts";

/** Adds headers with the remaining quota to the answer, if the quota settings enable them. */
export const quotaHeaders: Step = {
  name: "quota headers",
  receivingClusterOnly: true,
  run(context) {
    const { answer, quotaHeaders: headers } = context;
    if (headers) context.answer = { ...(answer ?? { status: 204 }), headers: { ...answer?.headers, ...headers } };
  },
};
