import { Problem } from "../../../api/problem.ts";
import type { Asked } from "../../audit/entry.ts";
import type { RequestContext } from "../request-context.ts";
import type { PipelineServices, Step } from "../step.ts";

/** Has audit devices write the request down, before anything is done. Throws a Problem "failed" when none took it. */
export const auditRequest: Step = {
  name: "audit the request",
  run(context, services) {
    if (context.isAudited) return writeRequest(context, services, "");
  },
};

/** Writes the audit entry of the response, before the client gets it. Throws a Problem "failed" when none took it. */
export const auditAnswer: Step = {
  name: "audit the answer",
  evenRefused: true,
  run(context, services) {
    if (context.isAudited) return writeAnswer(context, services);
  },
};

function writeRequest(context: RequestContext, services: PipelineServices, error: string): Promise<void> {
  context.isRequestAudited = true;
  return services.audit.asked({ asked: describe(context, services), holder: context.holder, error });
}

async function writeAnswer(context: RequestContext, services: PipelineServices): Promise<void> {
  const { holder, failure, answer } = context;
  const error = failure ? textOf(failure.error) : "";
  if (!context.isRequestAudited) await writeRequest(context, services, error);
  const asked = describe(context, services);
  await services.audit.answered({ asked, holder, error, answer: failure ? undefined : answer });
}

function textOf(error: unknown): string {
  return error instanceof Problem ? error.message || error.code : "internal error";
}

function describe(context: RequestContext, { audit, clusterName }: PipelineServices): Asked {
  const { id, at, call, realm, mount, forwarded, headers } = context;
  return {
    id,
    at,
    call,
    namespace: realm.namespace,
    mount: mount?.mount,
    headers: audit.headersOf(headers),
    ...(forwarded ? { forwarded: { ...forwarded, to: clusterName } } : {}),
  };
}
