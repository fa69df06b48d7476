import { namesData, noInput } from "../../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { Problem } from "../../../api/problem.ts";
import type { SystemContext } from "../../system-context.ts";
import type { TokenLife } from "../../tokens/token-life.ts";
import { tidyStarted } from "../tidy-started.ts";

export function upkeepEndpoints(tokens: TokenLife): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: "auth/token/accessors",
      operations: {
        list: operation({
          summary: "List the accessors of this cluster's tokens in this namespace",
          served: "locally",
          sudo: true,
          input: noInput,
          output: namesData,
          async run(_, { realm }: SystemContext) {
            const keys = await tokens.accessorsOf(realm);
            if (keys.length === 0) throw new Problem("absent", "");
            return { data: { keys } };
          },
        }),
      },
    },
    {
      path: "auth/token/tidy",
      operations: {
        write: operation({
          summary: "Remove leftover data of removed tokens in the background",
          served: "locally",
          statuses: [202],
          rootOnly: true,
          input: noInput,
          async run() {
            return tokens.tidy() ? tidyStarted : { status: 202, warnings: ["Tidy operation already in progress."] };
          },
        }),
      },
    },
  ];
}
