import { z } from "zod";
import { anyData, noData } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { bounded, field } from "../../api/field.ts";
import { defaultBounds } from "../../api/field-bounds.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { Call } from "../../api/request.ts";
import { timeText } from "../../api/time.ts";
import type { SystemContext } from "../system-context.ts";
import type { Wrapping } from "../wrapping/wrapping.ts";

/** Of any type: what is no text is refused in words of its own. */
const spending = z.object({
  token: bounded
    .any(defaultBounds.text)
    .meta({ secret: true, description: "The wrapping token, when the caller has another token." })
    .optional(),
});

const lookupFields = z.object({ token: field.secret.default("") });
const lookupData = z.object({ creation_path: z.string(), creation_time: z.string(), creation_ttl: z.int() });
const anyFields = z.looseObject({});

/** `sys/wrapping/…`: responses wrapped by single-use tokens (W3.6-02 to W3.6-05, W3.6-08). */
export function wrappingEndpoints(wrapping: Wrapping): readonly Endpoint<SystemContext>[] {
  const lookUp = operation({
    summary: "Tell when and by which request a wrapping token was made",
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

  /** The wrapping token of a request. A client that sends it in the body needs a token of its own besides. */
  async function meant({ token }: z.output<typeof spending>, { caller, realm }: SystemContext): Promise<string> {
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
          summary: "Put what is sent behind a wrapping token",
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
          summary: "Give out, once, what is behind a wrapping token",
          served: "locally",
          unauthenticated: isItsOwnRight,
          input: spending,
          output: anyData,
          run: async (input, context: SystemContext) =>
            wrapping.unwrap(await meant(input, context), context.realm.namespace.id),
        }),
      },
    },
    {
      path: "sys/wrapping/rewrap",
      operations: {
        write: operation({
          summary: "Put what is behind a wrapping token behind a new one, for as long again",
          served: "locally",
          unauthenticated: isItsOwnRight,
          input: spending,
          output: noData,
          async run(input, context: SystemContext) {
            const terms = { namespace: context.realm.namespace.id, jwt: context.wrapRequest?.jwt ?? false };
            return { wrap: await wrapping.rewrap(await meant(input, context), terms) };
          },
        }),
      },
    },
  ];
}

/** A wrapping token as the caller's own token is all the right there is to it. */
function isItsOwnRight({ fields, token }: Pick<Call, "fields" | "token">): boolean {
  const other: unknown = fields.token ?? "";
  return token === "" || typeof other !== "string" || other === "" || other === token;
}

function invalid(why: string): Problem {
  return new Problem("bad token", `error validating wrapping token: ${why}`);
}
