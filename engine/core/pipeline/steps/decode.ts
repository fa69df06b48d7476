import { parseInput } from "../../../api/router.ts";
import { handlerContext } from "../handler-context.ts";
import type { Decoded, RequestContext } from "../request-context.ts";
import type { PipelineServices, Step } from "../step.ts";

/** Understands the fields, and gathers what the handler works with. Throws a Problem "refused" that names a field. */
export const decode: Step = {
  name: "decode",
  run(context, services) {
    context.decoded ??= decoded(context, services);
  },
};

/** What `decode` sets: `existence` needs it earlier. */
export function decoded(context: RequestContext, services: PipelineServices): Decoded {
  const { input, unknown } = parseInput(context.destination, context.call);
  return { input, unknown, handlerContext: handlerContext(context, services) };
}
