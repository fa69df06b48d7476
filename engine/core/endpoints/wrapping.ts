import { z } from "zod";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import type { SystemScene } from "../system-scene.ts";
import type { Wrapping } from "../wrapping.ts";

/** `sys/wrapping/unwrap`: the wrapping token is its own right, in the body or as the caller's token. */
export function wrappingEndpoints(wrapping: Wrapping): readonly Endpoint<SystemScene>[] {
  return [
    {
      path: "sys/wrapping/unwrap",
      operations: {
        write: operation({
          summary: "Give out, once, what is behind a wrapping token",
          served: "locally",
          unauthenticated: true,
          input: z.object({ token: field.secret.default("") }),
          run: async ({ token }, { caller }: SystemScene) => ({ data: await wrapping.unwrap(token || caller.token) }),
        }),
      },
    },
  ];
}
