import { Problem } from "../../../api/problem.ts";
import type { RequestContext } from "../request-context.ts";
import type { PipelineServices, Step } from "../step.ts";

/**
 * Refuses requests on a secondary whose first copy of the shared data is incomplete, except requests that need no
 * replicated data. Runs first, because even the namespace of a request may be missing.
 */
export const firstCopy: Step = {
  name: "first copy",
  receivingClusterOnly: true,
  run(context, services) {
    const refusal = refusalOf(context, services);
    if (refusal) throw refusal;
  },
};

/** Returns the error for a failed request if the first copy of the shared data is incomplete now. */
export function withoutFirstCopy(context: RequestContext, services: PipelineServices): Problem | undefined {
  return context.failure?.error instanceof Problem ? refusalOf(context, services) : undefined;
}

function refusalOf({ call }: RequestContext, { writePath, system }: PipelineServices): Problem | undefined {
  const refusal = writePath.firstCopyRefusal?.();
  return refusal && !isAnswered(call, system) ? refusal : undefined;
}

function isAnswered(
  { verb, path, namespace, help }: RequestContext["call"],
  system: PipelineServices["system"],
): boolean {
  if (namespace !== "" || help) return false;
  return system.at(path).some(({ operations }) => operations[verb]?.withoutReplicatedData === true);
}
