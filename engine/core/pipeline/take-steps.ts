import type { RequestContext } from "./request-context.ts";
import type { PipelineServices, Step } from "./step.ts";

/**
 * Has a request take one step after the other. Waits only where a step returned a promise: most do not, and a promise costs more than
 * they do. What a step throws is kept in `failure`, and the steps that follow are left out but for those that are for refused requests, too.
 */
export async function takeSteps(
  steps: readonly Step[],
  context: RequestContext,
  services: PipelineServices,
): Promise<void> {
  // By index: in an async function, an iterator makes an object for each step.
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at];
    if (!step || (context.failure && !step.evenRefused)) continue;
    try {
      const pending = step.run(context, services);
      if (pending) await pending;
    } catch (error) {
      context.failure = { error };
    }
  }
}
