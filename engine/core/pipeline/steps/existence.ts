import type { Step } from "../step.ts";
import { decoded } from "./decode.ts";

/**
 * Looks up whether the object of a write exists, if the endpoint distinguishes create from update, which need different
 * capabilities (DB-CAP-01, DB-CAP-02). For these endpoints, the fields are validated before the capabilities (W2-13).
 */
export const existence: Step = {
  name: "existence",
  run(context, services) {
    if (context.isOpen || context.refusal || context.call.verb !== "write") return;
    if (!context.destination.operation.distinguishesCreate) return;
    context.decoded = decoded(context, services);
    return context.decoded.exists()?.then((found) => {
      context.exists = found;
    });
  },
};
