import type { Step } from "../step.ts";
import { decoded } from "./decode.ts";

/**
 * Finds out whether the object of a write is there, where its endpoint tells creating from updating: they need different capabilities. So there the
 * fields are judged before the capabilities (reference-wire.md, section 2).
 */
export const existence: Step = {
  name: "existence",
  run(context, services) {
    if (context.isOpen || context.refusal || context.call.verb !== "write") return;
    const { exists } = context.destination.operation;
    if (!exists) return;
    context.decoded = decoded(context, services);
    return exists(context.decoded.input, context.decoded.handlerContext).then((found) => {
      context.exists = found;
    });
  },
};
