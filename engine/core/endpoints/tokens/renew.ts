import { z } from "zod";
import { noData } from "../../../api/common-shapes.ts";
import type { Endpoint } from "../../../api/endpoint.ts";
import { operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { Problem } from "../../../api/problem.ts";
import type { Realm } from "../../namespaces/realm.ts";
import type { SystemContext } from "../../system-context.ts";
import type { TokenLife } from "../../tokens/token-life.ts";
import { tokenOfAccessor } from "./accessor.ts";

const increment = field.seconds
  .meta({ description: "0 (default) selects the TTL with which the token was created." })
  .default(0);

const tokenFields = z.object({ token: field.secret.default(""), increment });
const accessorFields = z.object({ accessor: field.text.default(""), increment });

export function renewalEndpoints(tokens: TokenLife): readonly Endpoint<SystemContext>[] {
  async function renewed(text: string, incrementSeconds: number, from?: Realm) {
    if (text === "") throw new Problem("refused", "missing token ID");
    const token = await tokens.find(text, from);
    if (!token) throw new Problem("refused", "token not found");
    return tokens.renew(token, text, incrementSeconds);
  }

  return [
    {
      path: "auth/token/renew-self",
      operations: {
        write: operation({
          summary: "Renew the caller's own token",
          served: "locally",
          statuses: [500],
          // Clients also send their own token in the body, where it is ignored.
          input: tokenFields,
          output: noData,
          run: (input, { caller }: SystemContext) => renewed(caller.token, input.increment),
        }),
      },
    },
    {
      path: "auth/token/renew",
      operations: {
        write: operation({
          summary: "Renew a token",
          served: "locally",
          statuses: [500],
          input: tokenFields,
          output: noData,
          run: (input, { realm }: SystemContext) => renewed(input.token, input.increment, realm),
        }),
      },
    },
    {
      path: "auth/token/renew-accessor",
      operations: {
        write: operation({
          summary: "Renew the token of an accessor",
          served: "locally",
          statuses: [500],
          input: accessorFields,
          output: noData,
          async run(input, { realm }: SystemContext) {
            return tokens.renew(await tokenOfAccessor(tokens, input.accessor, realm), "", input.increment);
          },
        }),
      },
    },
  ];
}
