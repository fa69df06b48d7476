import type { z } from "zod";
import { type Input, type Operation, operation } from "../../api/endpoint.ts";
import type { JsonObject } from "../../api/json.ts";

/**
 * Declares an operation that needs no token, is not audited, has no response envelope, and exists only
 * in the root namespace (F4.1-05). `run` returns the response body, or undefined for status 204.
 */
export function bareOperation<Fields extends Input>(declared: {
  summary: string;
  input: Fields;
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
