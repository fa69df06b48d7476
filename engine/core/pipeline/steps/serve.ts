import { Problem } from "../../../api/problem.ts";
import { type DecodedCall, ignoredFieldsWarning } from "../../../api/router.ts";
import { forward } from "../forward.ts";
import type { RequestContext } from "../request-context.ts";
import type { PipelineServices, Step } from "../step.ts";

/**
 * Runs the handler: on the primary if this cluster is a secondary and the operation requires the primary, otherwise
 * here.
 */
export const serve: Step = {
  name: "serve here or forward",
  run(context, services) {
    const { destination, decoded, forwarded } = context;
    if (!decoded) throw new Error("a request is decoded before it is served");
    if (services.writePath.isPrimary() || destination.mount?.mount.local) return serveHere(context, decoded);
    if (forwarded) throw new Problem("unavailable", "this cluster is not the primary");
    return serveOnSecondary(context, decoded, services);
  },
};

async function serveOnSecondary(
  context: RequestContext,
  decoded: DecodedCall,
  services: PipelineServices,
): Promise<void> {
  const { served } = context.destination.operation;
  const location = served === "by-call" ? await decoded.served() : served;
  if (location === "locally") return serveHere(context, decoded);
  context.answer = await forward(context, services);
}

async function serveHere(context: RequestContext, { unknown, run }: DecodedCall): Promise<void> {
  const answer = await run();
  const isWarned = unknown.length > 0 && answer !== undefined && answer.bare === undefined;
  context.answer = isWarned
    ? { ...answer, warnings: [ignoredFieldsWarning(unknown), ...(answer.warnings ?? [])] }
    : answer;
}
