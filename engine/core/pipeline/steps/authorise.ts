import { spellingOf } from "../../../api/spelling.ts";
import { fullPath } from "../../mounts/open-mount.ts";
import { type Capability, capabilityFor } from "../../policy/capability.ts";
import type { Step } from "../step.ts";

/** Throws a Problem "denied" where the token's policies do not allow the request; or why nothing serves it, to a caller that may ask there. */
export const authorise: Step = {
  name: "authorise",
  run(context, { authorizer }) {
    const { call, realm, refusal, forwarded } = context;
    const bearer = forwarded ?? context.holder?.token;
    // What only clusters ask of one another no policy speaks of.
    if (context.isOpen || !bearer || (forwarded && context.destination.operation.internal)) return;
    const needed: Capability = capabilityFor(call.verb, context.exists);
    const { operation, mount } = refusal ? {} : context.destination;
    const allowed = authorizer.authorise(bearer, {
      realm,
      call,
      wrapSeconds: forwarded ? forwarded.wrapSeconds : (call.wrap?.ttlSeconds ?? null),
      capabilities: operation?.sudo ? [needed, "sudo"] : [needed],
      spelling: operation && spellingOf(operation.input, context.destination, mount ? fullPath(mount.mount) : ""),
    });
    if (!refusal) return allowed;
    if (!(allowed instanceof Promise)) throw refusal;
    return allowed.then(() => {
      throw refusal;
    });
  },
};
