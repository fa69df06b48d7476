import type { z } from "zod";
import { type Input, type Operation, operation } from "../../api/endpoint.ts";
import type { JsonObject } from "../../api/json.ts";

/**
 * An operation of the cluster's life: no token, no envelope, no namespace but the root, and no audit. `run` yields the
 * body, or nothing for 204 (reference-wire.md, 3.1).
 */
export function bareOperation<Fields extends Input>(declared: {
  summary: string;
  input: Fields;
  /** Shape of the body. */
  output?: z.ZodType;
  run: (input: z.output<Fields>) => Promise<JsonObject | undefined>;
}): Operation<unknown> {
  const { summary, input, output, run } = declared;
  return operation({
    summary,
    served: "locally",
    unauthenticated: true,
    unaudited: true,
    rootOnly: true,
    bare: true,
    input,
    ...(output ? { output } : {}),
    async run(fields: z.output<Fields>) {
      const body = await run(fields);
      return body && { bare: body };
    },
  });
}
