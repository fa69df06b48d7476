import type { Answer } from "../../../api/answer.ts";
import type { WrapRequest } from "../../../api/requests/wrap-request.ts";
import type { RequestContext } from "../request-context.ts";
import type { PipelineServices, Step } from "../step.ts";

export const wrap: Step = {
  name: "wrap",
  receivingClusterOnly: true,
  run(context, services) {
    const { answer, call } = context;
    if (call.wrap && answer && isWrappable(answer)) return behindToken(answer, call.wrap, context, services);
  },
};

async function behindToken(
  { headers, ...body }: Answer,
  request: WrapRequest,
  context: RequestContext,
  { wrapping }: PipelineServices,
): Promise<void> {
  const { call, realm } = context;
  const creationPath = call.verb === "list" ? `${call.path}/` : call.path;
  const wrapped = await wrapping.wrap(body, { ...request, creationPath, namespace: realm.namespace.id });
  context.answer = headers ? { wrap: wrapped, headers } : { wrap: wrapped };
}

function isWrappable({ bare, bodiless, text, wrap, status = 200 }: Answer): boolean {
  const isEmpty = bodiless || status === 204;
  return bare === undefined && !isEmpty && text === undefined && wrap === undefined && status < 300;
}
