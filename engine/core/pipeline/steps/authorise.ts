import { canonicalizerOf } from "../../../api/fields/canonicalizer.ts";
import { fullPath } from "../../mounts/open-mount.ts";
import { type Capability, capabilityFor } from "../../policy/capability.ts";
import type { Step } from "../step.ts";

/** Throws a Problem "denied" if the request is unauthorized, otherwise the error of the step `route`, if any. */
export const authorise: Step = {
  name: "authorise",
  run(context, { authorizer }) {
    const { call, realm, refusal, forwarded } = context;
    const token = forwarded ?? context.holder?.token;
    // Policies do not apply to internal calls between clusters.
    if (context.isOpen || !token || (forwarded && context.destination.operation.internal)) return;
    const needed: Capability = capabilityFor(call.verb, context.exists);
    const { operation, mount } = refusal ? {} : context.destination;
    const allowed = authorizer.authorise(token, {
      realm,
      call,
      wrapSeconds: forwarded ? forwarded.wrapSeconds : (call.wrap?.ttlSeconds ?? null),
      capabilities: operation?.sudo ? [needed, "sudo"] : [needed],
      canonicalizer:
        operation && canonicalizerOf(operation.input, context.destination, mount ? fullPath(mount.mount) : ""),
    });
    if (!refusal) return allowed;
    if (!(allowed instanceof Promise)) throw refusal;
    return allowed.then(() => {
      throw refusal;
    });
  },
};
