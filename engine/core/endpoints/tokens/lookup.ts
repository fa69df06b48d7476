import { z } from "zod";
import { noInput } from "../../../api/common-shapes.ts";
import type { Endpoint } from "../../../api/endpoint.ts";
import { operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { Problem } from "../../../api/problem.ts";
import type { SystemContext } from "../../system-context.ts";
import type { TokenLife } from "../../tokens/token-life.ts";
import { shownToken } from "../../tokens/token-view.ts";
import { tokenOfAccessor } from "./accessor.ts";

const tokenFields = z.object({
  token: field.secret.meta({ description: "Default: the caller's own token." }).default(""),
});
const accessorFields = z.object({ accessor: field.text.default("") });

export function lookupEndpoints(tokens: TokenLife): readonly Endpoint<SystemContext>[] {
  const self = operation({
    summary: "Look up the caller's own token",
    served: "locally",
    input: noInput,
    output: shownToken,
    run: async (_, context: SystemContext) => lookUp(context.caller.token, context),
  });

  const any = operation({
    summary: "Look up a token",
    served: "locally",
    input: tokenFields,
    output: shownToken,
    run: async ({ token }, context: SystemContext) => lookUp(token === "" ? context.caller.token : token, context),
  });

  async function lookUp(text: string, { realm, caller }: SystemContext) {
    const token = await tokens.find(text, text === caller.token ? undefined : realm);
    if (!token) throw new Problem("bad token", "bad token");
    return { data: await tokens.describe(token, text) };
  }

  return [
    { path: "auth/token/lookup-self", operations: { read: self, write: self } },
    { path: "auth/token/lookup", operations: { read: any, write: any } },
    {
      path: "auth/token/lookup-accessor",
      operations: {
        write: operation({
          summary: "Look up the token of an accessor",
          served: "locally",
          input: accessorFields,
          output: shownToken,
          async run({ accessor }, { realm }: SystemContext) {
            return { data: await tokens.describe(await tokenOfAccessor(tokens, accessor, realm), "") };
          },
        }),
      },
    },
  ];
}
