import { type DecodedCall, decodeCall } from "../../../api/router.ts";
import { mountContext, systemContext } from "../handler-context.ts";
import type { RequestContext } from "../request-context.ts";
import type { PipelineServices, Step } from "../step.ts";

export const decode: Step = {
  name: "decode",
  run(context, services) {
    context.decoded ??= decoded(context, services);
  },
};

export function decoded(context: RequestContext, services: PipelineServices): DecodedCall {
  const { destination, call } = context;
  return destination.mount
    ? decodeCall(destination, call, mountContext(context, destination.mount, services))
    : decodeCall(destination, call, systemContext(context, services));
}
