import { z } from "zod";
import type { Answer } from "../../api/answer.ts";
import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { bounded, field } from "../../api/field.ts";
import { Problem, wrapped } from "../../api/problem.ts";
import type { FoldedSegments } from "../../api/spelling.ts";
import type { MaybePromise } from "../concurrency/maybe-promise.ts";
import type { Realm } from "../namespaces/realm.ts";
import type { Access } from "../policy/access.ts";
import type { SystemContext } from "../system-context.ts";
import type { Token } from "../tokens/token.ts";
import type { TokenLife } from "../tokens/token-life.ts";

/** Each path is judged by all policies of the token. No request has a longer path than 16 KiB. */
const paths = bounded.list({ characters: 64 * 1024, items: 1024 });

/** Steps through the rules of a token's policies that all paths of a request may take together: some 60 ms. Most policies have some 100. */
const maxSteps = 128 * 1024;

const asked = z.object({
  paths: paths.default([]).meta({ description: "Paths, as requests have them, without `v1/`." }),
  path: paths.default([]).meta({ description: "The former name of `paths`." }),
});
const askedOfToken = asked.extend({ token: field.secret.default("") });
const askedOfAccessor = asked.extend({ accessor: field.text.default("") });

/** Capabilities by path, and again as `capabilities` when a single path was asked for. */
const answered = z.record(z.string(), z.array(z.string()));

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

/**
 * `sys/capabilities`, `-self`, `-accessor` and `sys/internal/ui/resultant-acl` (W3.4-18, W3.4-19,
 * W3.7-09).
 */
export function capabilityEndpoints({
  tokens,
  accessOf,
  foldedAt,
}: {
  tokens: Tokens;
  accessOf(token: Token, realm: Realm): MaybePromise<Access>;
  /** The segments of a path in which case makes no difference to the endpoints that serve it. */
  foldedAt(path: string, realm: Realm): readonly FoldedSegments[];
}): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: "sys/capabilities-self",
      operations: {
        write: operation({
          summary: "What the caller's own token may do at some paths",
          served: "locally",
          input: asked,
          output: answered,
          run: async (input, { access, realm }: SystemContext) => answerFor(input, access, realm),
        }),
      },
    },
    {
      path: "sys/capabilities",
      operations: {
        write: operation({
          summary: "What a token may do at some paths",
          served: "locally",
          statuses: [500],
          input: askedOfToken,
          output: answered,
          async run({ token: text, ...input }, { realm }: SystemContext) {
            if (text === "") throw new Problem("failed", "no token found");
            const token = await tokens.find(text);
            return answerFor(input, () => accessOfKnown(token, "invalid token", realm), realm);
          },
        }),
      },
    },
    {
      path: "sys/capabilities-accessor",
      operations: {
        write: operation({
          summary: "What the token of an accessor may do at some paths",
          served: "locally",
          input: askedOfAccessor,
          output: answered,
          async run({ accessor, ...input }, { realm }: SystemContext) {
            if (accessor === "") throw new Problem("refused", wrapped("missing accessor"));
            const token = await tokens.findByAccessor(accessor, realm);
            return answerFor(input, () => accessOfKnown(token, "invalid accessor", realm), realm);
          },
        }),
      },
    },
    {
      path: "sys/internal/ui/resultant-acl",
      operations: {
        read: operation({
          summary: "All the rules that the caller's own token is judged by",
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

  /** A path is judged as a request for it would be. */
  async function answerFor(
    { paths, path }: z.output<typeof asked>,
    accessOf: () => MaybePromise<Access>,
    realm: Realm,
  ): Promise<Answer> {
    const wanted = paths.length > 0 ? paths : path;
    if (wanted.length === 0) throw new Problem("refused", "paths must be supplied");
    const access = await accessOf();
    const most = Math.max(1, Math.floor(maxSteps / Math.max(1, access.steps)));
    if (wanted.length > most) throw new Problem("refused", `paths: more than ${most} with policies of this size`);
    const capabilitiesAt = (path: string) => [...access.capabilities(path, foldedAt(path, realm))].sort();
    const found = wanted.map((one): [string, readonly string[]] => [
      one,
      access.isRoot ? ["root"] : capabilitiesAt(one.replace(/^\/+/, "")),
    ]);
    const [only] = found.length === 1 ? found : [];
    return { data: { ...Object.fromEntries(found), ...(only ? { capabilities: only[1] } : {}) }, raised: true };
  }
}
