import { spellingOf } from "../../../api/spelling.ts";
import { type Capability, capabilityFor } from "../../policy/capability.ts";
import type { Step } from "../step.ts";

/** Throws a Problem "denied" where the token's policies do not allow the request; or why nothing serves it, to a caller that may ask there. */
export const authorise: Step = {
  name: "authorise",
  whereAskedOnly: true,
  run(context, { authorizer }) {
    const { holder, call, realm, refusal } = context;
    if (context.isOpen || !holder) return;
    const needed: Capability = capabilityFor(call.verb, context.exists);
    const { operation } = refusal ? {} : context.destination;
    const allowed = authorizer.authorise(holder.token, {
      realm,
      call,
      capabilities: operation?.sudo ? [needed, "sudo"] : [needed],
      spelling: operation && spellingOf(operation.input, context.destination, call.path),
    });
    if (!refusal) return allowed;
    if (!(allowed instanceof Promise)) throw refusal;
    return allowed.then(() => {
      throw refusal;
    });
  },
};
