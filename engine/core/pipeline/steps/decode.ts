import { parseInput } from "../../../api/router.ts";
import { handlerContext } from "../handler-context.ts";
import type { Decoded, RequestContext } from "../request-context.ts";
import type { PipelineServices, Step } from "../step.ts";

/** Decodes the fields. Throws a Problem "refused" that names an invalid field. */
export const decode: Step = {
  name: "decode",
  run(context, services) {
    context.decoded ??= decoded(context, services);
  },
};

/** Returns the decoded input; `existence` needs it before this step. */
export function decoded(context: RequestContext, services: PipelineServices): Decoded {
  const { input, unknown } = parseInput(context.destination, context.call);
  return { input, unknown, handlerContext: handlerContext(context, services) };
}
