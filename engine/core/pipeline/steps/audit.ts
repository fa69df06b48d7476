import { Problem } from "../../../api/problem.ts";
import type { AuditedRequest } from "../../audit/entry.ts";
import type { RequestContext } from "../request-context.ts";
import type { PipelineServices, Step } from "../step.ts";

/** Writes the audit entry of an audited request before the request is served. */
export const auditRequest: Step = {
  name: "audit the request",
  run(context, services) {
    if (context.isAudited) return writeRequest(context, services, "");
  },
};

/** Writes the audit entry of an audited request's response before the response is sent. */
export const auditAnswer: Step = {
  name: "audit the answer",
  runsOnFailure: true,
  run(context, services) {
    if (context.isAudited) return writeAnswer(context, services);
  },
};

function writeRequest(context: RequestContext, services: PipelineServices, error: string): Promise<void> {
  context.isRequestAudited = true;
  return services.audit.logRequest({ request: describe(context, services), holder: context.holder, error });
}

async function writeAnswer(context: RequestContext, services: PipelineServices): Promise<void> {
  const { holder, failure, answer } = context;
  const error = failure ? textOf(failure.error) : "";
  if (!context.isRequestAudited) await writeRequest(context, services, error);
  const request = describe(context, services);
  await services.audit.logResponse({ request, holder, error, answer: failure ? undefined : answer });
}

function textOf(error: unknown): string {
  return error instanceof Problem ? error.message || error.code : "internal error";
}

function describe(context: RequestContext, { audit, clusterName }: PipelineServices): AuditedRequest {
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
