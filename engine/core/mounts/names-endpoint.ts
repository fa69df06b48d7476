import { namesData, noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import type { Storage } from "../storage/storage.ts";
import type { HandlerContext } from "./mount-type.ts";

/** Returns a LIST endpoint for names stored in a mount. An empty list is a Problem "absent". */
export function namesEndpoint(
  path: string,
  summary: string,
  names: (storage: Storage) => Promise<readonly string[]>,
): Endpoint<HandlerContext> {
  return {
    path,
    operations: {
      list: operation({
        summary,
        served: "locally",
        input: noInput,
        output: namesData,
        async run(_, { storage }: HandlerContext) {
          const keys = await names(storage);
          if (keys.length === 0) throw new Problem("absent", "");
          return { data: { keys } };
        },
      }),
    },
  };
}
