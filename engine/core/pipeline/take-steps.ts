import type { RequestContext } from "./request-context.ts";
import type { PipelineServices, Step } from "./step.ts";

/**
 * Runs the steps of a request in order. After an error, which is stored in `failure`, only steps with `runsOnFailure`
 * run.
 */
export async function takeSteps(
  steps: readonly Step[],
  context: RequestContext,
  services: PipelineServices,
): Promise<void> {
  // A loop by index: in an async function, an iterator creates an object per step.
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at];
    if (!step || (context.failure && !step.runsOnFailure)) continue;
    try {
      const pending = step.run(context, services);
      if (pending) await pending;
    } catch (error) {
      context.failure = { error };
    }
  }
}
