import { type DecodedCall, decodeCall } from "../../../api/router.ts";
import { mountContext, systemContext } from "../handler-context.ts";
import type { RequestContext } from "../request-context.ts";
import type { PipelineServices, Step } from "../step.ts";

/** Decodes the fields of the request. Throws a Problem "refused" that names an invalid field. */
export const decode: Step = {
  name: "decode",
  run(context, services) {
    context.decoded ??= decoded(context, services);
  },
};

/** Decodes the fields of the request and creates the context of its handler. */
export function decoded(context: RequestContext, services: PipelineServices): DecodedCall {
  const { destination, call } = context;
  return destination.mount
    ? decodeCall(destination, call, mountContext(context, destination.mount, services))
    : decodeCall(destination, call, systemContext(context, services));
}
