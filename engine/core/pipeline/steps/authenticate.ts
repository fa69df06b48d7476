import { noInput } from "../../../api/common-shapes.ts";
import type { Operation } from "../../../api/endpoint.ts";
import { operation } from "../../../api/endpoint.ts";
import { Problem } from "../../../api/problem.ts";
import { andThen } from "../../concurrency/maybe-promise.ts";
import type { Caller } from "../../mounts/mount-type.ts";
import type { Token } from "../../tokens/token.ts";
import type { RequestContext } from "../request-context.ts";
import type { PipelineServices, Step } from "../step.ts";

/** Authenticates the caller. Throws a Problem "bad token" if a token is needed and is invalid. */
export const authenticate: Step = {
  name: "authenticate",
  run(context, services) {
    const { call, forwarded, isOpen, destination } = context;
    if (forwarded) {
      const { displayName, entityId } = forwarded;
      context.caller = { ...noCaller, displayName, entityId, remoteAddress: call.remoteAddress };
    } else if (isOpen) {
      context.caller = { ...noCaller, token: call.token, remoteAddress: call.remoteAddress };
    } else if (destination?.operation.unwraps) {
      return orUnwrapping(context, services);
    } else return byToken(context, services);
  },
};

function byToken(context: RequestContext, { authorizer }: PipelineServices): void | Promise<void> {
  return andThen(authorizer.authenticate(context.call), (token) => {
    context.caller = callerOf(token, context);
    context.holder = { token, identityPolicies: [] };
    if (!context.isAudited) return;
    return authorizer.identityPoliciesOf(token).then((identityPolicies) => {
      context.holder = { token, identityPolicies };
    });
  });
}

async function orUnwrapping(context: RequestContext, services: PipelineServices): Promise<void> {
  const { call, realm } = context;
  if (!(await services.wrapping.holds(call.token, realm.namespace.id))) return byToken(context, services);
  context.caller = { ...noCaller, token: call.token, remoteAddress: call.remoteAddress };
  context.isOpen = true;
  context.destination = { ...context.destination, operation: unwrapping(context, services) };
}

function unwrapping({ call, realm }: RequestContext, { wrapping }: PipelineServices): Operation<unknown> {
  return operation({
    summary: "Read what is behind a wrapping token",
    served: "locally",
    input: noInput,
    async run() {
      const response = await wrapping.asResponse(call.token, realm.namespace.id);
      // A concurrent request used the token first.
      if (!response) throw new Problem("bad token", "permission denied");
      return response;
    },
  });
}

function callerOf(token: Token, { call }: RequestContext): Caller {
  return {
    displayName: token.displayName,
    token: call.token,
    tokenKey: token.key,
    ...(token.type === "batch" ? { batch: { parentKey: token.parent ?? "", expiresAt: token.expiresAt } } : {}),
    entityId: token.entityId,
    remoteAddress: call.remoteAddress,
  };
}

const noCaller: Caller = { displayName: "", token: "", tokenKey: "", entityId: "", remoteAddress: "" };
