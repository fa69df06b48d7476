import type { Answer } from "../../../api/answer.ts";
import type { WrapRequest } from "../../../api/wrap-request.ts";
import type { RequestContext } from "../request-context.ts";
import type { PipelineServices, Step } from "../step.ts";

/** Puts the answer behind a wrapping token, where the caller wished so and there is something to wrap. */
export const wrap: Step = {
  name: "wrap",
  whereAskedOnly: true,
  run(context, services) {
    const { answer, call } = context;
    if (call.wrap && answer && isWrappable(answer)) return behindToken(answer, call.wrap, context, services);
  },
};

async function behindToken(
  { headers, ...kept }: Answer,
  wish: WrapRequest,
  context: RequestContext,
  { wrapping }: PipelineServices,
): Promise<void> {
  const { call, realm } = context;
  const creationPath = call.verb === "list" ? `${call.path}/` : call.path;
  const wrapped = await wrapping.wrap(kept, { ...wish, creationPath, namespace: realm.namespace.id });
  context.answer = headers ? { wrap: wrapped, headers } : { wrap: wrapped };
}

/** What has no body, no envelope, or is wrapped already, stays as it is; so does what is no success. */
function isWrappable({ bare, bodiless, text, wrap, status = 200 }: Answer): boolean {
  const isEmpty = bodiless || status === 204;
  return bare === undefined && !isEmpty && text === undefined && wrap === undefined && status < 300;
}
