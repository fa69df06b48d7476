import type { Answer } from "../../api/answer.ts";
import type { LongBody } from "../../api/endpoint.ts";
import { internalError } from "../../api/errors/internal-error.ts";
import { type JsonObject, parseJson } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { Call } from "../../api/request.ts";
import type { ForwardedCall, Outcome } from "../storage/write-path.ts";
import { RequestContext } from "./request-context.ts";
import type { PipelineServices, Step } from "./step.ts";
import { auditAnswer, auditRequest } from "./steps/audit.ts";
import { authenticate } from "./steps/authenticate.ts";
import { authorise } from "./steps/authorise.ts";
import { decode } from "./steps/decode.ts";
import { existence } from "./steps/existence.ts";
import { firstCopy, withoutFirstCopy } from "./steps/first-copy.ts";
import { forwardable } from "./steps/forwardable.ts";
import { lastUse } from "./steps/last-use.ts";
import { namespace } from "./steps/namespace.ts";
import { quota } from "./steps/quota.ts";
import { quotaHeaders } from "./steps/quota-headers.ts";
import { index, requiredIndex } from "./steps/replication-index.ts";
import { route } from "./steps/route.ts";
import { serve } from "./steps/serve.ts";
import { wrap } from "./steps/wrap.ts";
import { takeSteps } from "./take-steps.ts";

/**
 * Steps of a client's request to the core, in order. On the primary, a forwarded request runs the same steps, except
 * those that only the receiving cluster runs.
 */
export const requestPipeline: readonly Step[] = [
  firstCopy,
  requiredIndex,
  namespace,
  quota,
  route,
  authenticate,
  existence,
  authorise,
  auditRequest,
  decode,
  forwardable,
  serve,
  wrap,
  lastUse,
  auditAnswer,
  quotaHeaders,
  index,
];

const forwardedPipeline = requestPipeline.filter(({ receivingClusterOnly }) => !receivingClusterOnly);

export class RequestPipeline {
  readonly #services: PipelineServices;

  constructor(services: PipelineServices) {
    this.#services = services;
  }

  async perform(context: RequestContext): Promise<Answer | undefined> {
    await takeSteps(requestPipeline, context, this.#services);
    const { metrics, clock } = this.#services;
    metrics.note(context.isLogin ? loginDuration : requestDuration, clock.now() - context.at);
    if (context.failure) throw withoutFirstCopy(context, this.#services) ?? context.failure.error;
    return context.answer;
  }

  /** Returns the kind of long body that the request may have; undefined if it must be short. */
  async longBodyOf(call: Call): Promise<LongBody | undefined> {
    const { clock, tokens } = this.#services;
    const context = new RequestContext({ id: "", call, headers: {}, at: clock.now() });
    await takeSteps([namespace, route], context, this.#services);
    if (context.failure || context.refusal || context.isOpen) return undefined;
    const { longBody } = context.destination.operation;
    return longBody && (await tokens.find(call.token)) && longBody;
  }

  /** Executes a request that the secondary `from` forwarded. Errors become the problem in the outcome. */
  async serveForwarded(call: ForwardedCall, from: string): Promise<Outcome> {
    const { clock, log } = this.#services;
    const { requestId, fieldsText, displayName, entityId, policies, policyNamespace, wrapSeconds, ...rest } = call;
    try {
      const context = new RequestContext({
        id: requestId,
        call: { ...rest, fields: parseJson(fieldsText) as JsonObject, folder: false, token: "" },
        headers: {},
        at: clock.now(),
        forwarded: { from, displayName, entityId, policies, namespace: policyNamespace, wrapSeconds },
      });
      await takeSteps(forwardedPipeline, context, this.#services);
      if (context.failure) throw context.failure.error;
      return { answer: context.answer ?? null };
    } catch (error) {
      const target = `/v1/${call.path}`;
      const { code, message } = error instanceof Problem ? error : internalError(error, { requestId, target }, log);
      return { problem: { code, message } };
    }
  }
}

const [requestDuration, loginDuration] = ["vault.core.handle_request", "vault.core.handle_login_request"];
