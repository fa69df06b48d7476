import { Problem } from "../../../api/problem.ts";
import type { RequestContext } from "../request-context.ts";
import type { PipelineServices, Step } from "../step.ts";

/**
 * Refuses a request on a secondary whose first copy is not complete: namespaces, mounts, roles and policies that exist on its primary are missing here. It
 * comes first, since even a namespace may be missing.
 */
export const firstCopy: Step = {
  name: "first copy",
  whereAskedOnly: true,
  run(context, services) {
    const refusal = refusalOf(context, services);
    if (refusal) throw refusal;
  },
};

/** The refusal of a request that was refused for what is missing, because the wipe before the copy came while it ran; undefined where that is not so. */
export function withoutFirstCopy(context: RequestContext, services: PipelineServices): Problem | undefined {
  return context.failure?.error instanceof Problem ? refusalOf(context, services) : undefined;
}

function refusalOf({ call }: RequestContext, { writePath, system }: PipelineServices): Problem | undefined {
  const refusal = writePath.firstCopyRefusal?.();
  return refusal && !isAnswered(call, system) ? refusal : undefined;
}

/** Whether the call needs nothing that is replicated. */
function isAnswered(
  { verb, path, namespace, help }: RequestContext["call"],
  system: PipelineServices["system"],
): boolean {
  if (namespace !== "" || help) return false;
  return system.at(path).some(({ operations }) => operations[verb]?.withoutReplicatedData === true);
}
