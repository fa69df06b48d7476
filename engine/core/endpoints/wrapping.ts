import { z } from "zod";
import { anyData, noData } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { bounded, field } from "../../api/field.ts";
import { defaultBounds } from "../../api/fields/field-bounds.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { Call } from "../../api/request.ts";
import { timeText } from "../../api/values/time.ts";
import type { SystemContext } from "../system-context.ts";
import type { Wrapping } from "../wrapping/wrapping.ts";

/** `token` accepts any type, because a value other than a string has a specific error text. */
const tokenFields = z.object({
  token: bounded
    .any(defaultBounds.text)
    .meta({ secret: true, description: "Wrapping token, if the caller sends another token in the header." })
    .optional(),
});

const lookupFields = z.object({ token: field.secret.default("") });
const lookupData = z.object({ creation_path: z.string(), creation_time: z.string(), creation_ttl: z.int() });
const anyFields = z.looseObject({});

/** Endpoints below `sys/wrapping` for single-use wrapping tokens (W3.6-02 to W3.6-05, W3.6-08). */
export function wrappingEndpoints(wrapping: Wrapping): readonly Endpoint<SystemContext>[] {
  const lookUp = operation({
    summary: "Read when and by which request a wrapping token was created",
    served: "locally",
    unauthenticated: true,
    input: lookupFields,
    output: lookupData,
    async run({ token }, { caller, realm }: SystemContext) {
      const facts = await wrapping.lookUp(token || caller.token, realm.namespace.id);
      return {
        data: {
          creation_path: facts.creationPath,
          creation_time: timeText(facts.createdAt),
          creation_ttl: facts.ttlSeconds,
        },
      };
    },
  });

  /**
   * Returns the wrapping token in the body or, if the body has none, in the header. Throws a Problem if the header has
   * no token.
   */
  async function tokenOf({ token }: z.output<typeof tokenFields>, { caller, realm }: SystemContext): Promise<string> {
    if (token !== undefined && typeof token !== "string") throw invalid("could not decode token in request body");
    if (!token && caller.token === "") throw invalid("token is empty");
    if (token && caller.token === "") {
      await wrapping.lookUp(token, realm.namespace.id);
      throw new Problem("bad token", "permission denied");
    }
    return token || caller.token;
  }

  return [
    {
      path: "sys/wrapping/wrap",
      operations: {
        write: operation({
          summary: "Wrap the request data in a wrapping token",
          served: "locally",
          input: anyFields,
          output: noData,
          async run(data, { realm, wrapRequest }: SystemContext) {
            if (!wrapRequest) throw new Problem("refused", "endpoint requires response wrapping to be used");
            const terms = { ttlSeconds: wrapRequest.ttlSeconds, creationPath: "sys/wrapping/wrap", jwt: false };
            return {
              wrap: await wrapping.wrap({ data: data as JsonObject }, { ...terms, namespace: realm.namespace.id }),
            };
          },
        }),
      },
    },
    { path: "sys/wrapping/lookup", operations: { read: lookUp, write: lookUp } },
    {
      path: "sys/wrapping/unwrap",
      operations: {
        write: operation({
          summary: "Unwrap a response; the wrapping token can be used once",
          served: "locally",
          unauthenticated: needsNoPolicy,
          input: tokenFields,
          output: anyData,
          run: async (input, context: SystemContext) =>
            wrapping.unwrap(await tokenOf(input, context), context.realm.namespace.id),
        }),
      },
    },
    {
      path: "sys/wrapping/rewrap",
      operations: {
        write: operation({
          summary: "Replace a wrapping token by a new one with the same TTL",
          served: "locally",
          unauthenticated: needsNoPolicy,
          input: tokenFields,
          output: noData,
          async run(input, context: SystemContext) {
            const terms = { namespace: context.realm.namespace.id, jwt: context.wrapRequest?.jwt ?? false };
            return { wrap: await wrapping.rewrap(await tokenOf(input, context), terms) };
          },
        }),
      },
    },
  ];
}

/** True if the request does not contain two different tokens; then no policy is checked. */
function needsNoPolicy({ fields, token }: Pick<Call, "fields" | "token">): boolean {
  const other: unknown = fields.token ?? "";
  return token === "" || typeof other !== "string" || other === "" || other === token;
}

function invalid(why: string): Problem {
  return new Problem("bad token", `error validating wrapping token: ${why}`);
}
