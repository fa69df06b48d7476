import { z } from "zod";
import type { Answer } from "../../api/answer.ts";
import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { bounded, field } from "../../api/field.ts";
import { Problem, wrapped } from "../../api/problem.ts";
import type { MaybePromise } from "../concurrency/maybe-promise.ts";
import type { Realm } from "../namespaces/realm.ts";
import type { Access } from "../policy/access.ts";
import type { SystemContext } from "../system-context.ts";
import type { Token } from "../tokens/token.ts";
import type { TokenLife } from "../tokens/token-life.ts";

/** List of paths. Its length is limited, because each path is looked up in the policies of the token. */
const paths = bounded.list({ characters: 64 * 1024, items: 1024 });

export const maxSteps = 128 * 1024;

const queryFields = z.object({
  paths: paths.default([]).meta({ description: "Paths without the prefix `v1/`." }),
  path: paths.default([]).meta({ description: "Deprecated name of `paths`." }),
});
const tokenFields = queryFields.extend({ token: field.secret.default("") });
const accessorFields = queryFields.extend({ accessor: field.text.default("") });

/** Response data: capabilities by path. If only one path was requested, its capabilities are also in `capabilities`. */
const capabilitiesData = z.record(z.string(), z.array(z.string()));

type Tokens = Pick<TokenLife, "find" | "findByAccessor">;

const parameters = z.record(z.string(), z.array(z.unknown())).optional();
const rules = z
  .record(
    z.string(),
    z.object({
      capabilities: z.array(z.string()),
      min_wrapping_ttl: z.int().optional(),
      max_wrapping_ttl: z.int().optional(),
      allowed_parameters: parameters,
      denied_parameters: parameters,
      required_parameters: z.array(z.string()).optional(),
    }),
  )
  .optional();
const rightsData = z.object({ root: z.boolean(), exact_paths: rules, glob_paths: rules });

/** Endpoints `sys/capabilities…` and `sys/internal/ui/resultant-acl` (W3.4-18, W3.4-19, W3.7-09). */
export function capabilityEndpoints({
  tokens,
  accessOf,
}: {
  tokens: Tokens;
  accessOf(token: Token, realm: Realm): MaybePromise<Access>;
}): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: "sys/capabilities-self",
      operations: {
        write: operation({
          summary: "List the capabilities of the caller's token on paths",
          served: "locally",
          input: queryFields,
          output: capabilitiesData,
          run: async (input, { access, foldedAt }: SystemContext) => answerFor(input, access, foldedAt),
        }),
      },
    },
    {
      path: "sys/capabilities",
      operations: {
        write: operation({
          summary: "List the capabilities of a token on paths",
          served: "locally",
          statuses: [500],
          input: tokenFields,
          output: capabilitiesData,
          async run({ token: text, ...input }, { realm, foldedAt }: SystemContext) {
            if (text === "") throw new Problem("failed", "no token found");
            const token = await tokens.find(text);
            return answerFor(input, () => accessOfKnown(token, "invalid token", realm), foldedAt);
          },
        }),
      },
    },
    {
      path: "sys/capabilities-accessor",
      operations: {
        write: operation({
          summary: "List the capabilities of the token of an accessor on paths",
          served: "locally",
          input: accessorFields,
          output: capabilitiesData,
          async run({ accessor, ...input }, { realm, foldedAt }: SystemContext) {
            if (accessor === "") throw new Problem("refused", wrapped("missing accessor"));
            const token = await tokens.findByAccessor(accessor, realm);
            return answerFor(input, () => accessOfKnown(token, "invalid accessor", realm), foldedAt);
          },
        }),
      },
    },
    {
      path: "sys/internal/ui/resultant-acl",
      operations: {
        read: operation({
          summary: "Read all policy rules that apply to the caller's token",
          served: "locally",
          input: noInput,
          output: rightsData,
          run: async (_, { access }: SystemContext) => ({ data: (await access()).resultant() }),
        }),
      },
    },
  ];

  async function accessOfKnown(token: Token | undefined, refusal: string, realm: Realm): Promise<Access> {
    if (!token) throw new Problem("refused", wrapped(refusal));
    return accessOf(token, realm);
  }

  async function answerFor(
    { paths, path }: z.output<typeof queryFields>,
    accessOf: () => MaybePromise<Access>,
    foldedAt: SystemContext["foldedAt"],
  ): Promise<Answer> {
    const wanted = paths.length > 0 ? paths : path;
    if (wanted.length === 0) throw new Problem("refused", "paths must be supplied");
    const access = await accessOf();
    const most = Math.max(1, Math.floor(maxSteps / Math.max(1, access.steps)));
    if (wanted.length > most) throw new Problem("refused", `paths: more than ${most} with policies of this size`);
    const capabilitiesAt = (path: string) => [...access.capabilities(path, foldedAt(path))].sort();
    const found = wanted.map((one): [string, readonly string[]] => [
      one,
      access.isRoot ? ["root"] : capabilitiesAt(one.replace(/^\/+/, "")),
    ]);
    const [only] = found.length === 1 ? found : [];
    return { data: { ...Object.fromEntries(found), ...(only ? { capabilities: only[1] } : {}) }, raised: true };
  }
}
