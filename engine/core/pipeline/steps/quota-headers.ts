import type { Step } from "../step.ts";

/** Tells the client how much of its quota is left, where an operator wants that. */
export const quotaHeaders: Step = {
  name: "quota headers",
  whereAskedOnly: true,
  run(context) {
    const { answer, quotaHeaders: headers } = context;
    if (headers) context.answer = { ...(answer ?? { status: 204 }), headers: { ...answer?.headers, ...headers } };
  },
};
