import { z } from "zod";
import type { Endpoint } from "../../api/endpoint.ts";
import { operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem } from "../../api/problem.ts";
import type { Clock } from "../../ports/clock.ts";
import type { SystemScene } from "../system-scene.ts";
import { describeToken, type TokenLife } from "../token-life.ts";
import type { Token } from "../tokens.ts";

const creation = z.object({
  id: field.secret.optional(),
  policies: field.list.default([]),
  meta: field.object.optional(),
  display_name: field.text.default(""),
  ttl: field.seconds.default(0),
  explicit_max_ttl: field.seconds.default(0),
  period: field.seconds.default(0),
  num_uses: field.integer.default(0),
  no_parent: field.boolean.default(false),
  no_default_policy: field.boolean.default(false),
  renewable: field.boolean.default(true),
  type: field.text.default("service"),
});

/** `auth/token/…` (reference-wire.md, 3.4), as far as service tokens go. */
export function tokenEndpoints({
  tokens,
  clock,
}: {
  tokens: TokenLife;
  clock: Clock;
}): readonly Endpoint<SystemScene>[] {
  const create = (path: string, orphan: boolean): Endpoint<SystemScene> => ({
    path,
    operations: {
      write: operation({
        summary: "Create a token",
        served: "locally",
        input: creation,
        async run(input, { caller, realm }: SystemScene) {
          if (input.type === "batch")
            throw new Problem("refused", "batch tokens are not supported yet; allowed is service");
          if (input.type !== "service") throw new Problem("refused", "invalid 'token_type' value");
          if (input.num_uses < 0) throw new Problem("refused", "number of uses cannot be negative");
          return tokens.createChild(await own(caller.token), {
            namespace: realm.namespace.id,
            id: input.id,
            policies: input.policies,
            metadata: input.meta
              ? Object.fromEntries(Object.entries(input.meta).map(([k, v]) => [k, String(v)]))
              : null,
            displayName: input.display_name,
            ttlSeconds: input.ttl,
            explicitMaxTtlSeconds: input.explicit_max_ttl,
            periodSeconds: input.period,
            uses: input.num_uses,
            noParent: orphan || input.no_parent,
            noDefaultPolicy: input.no_default_policy,
            renewable: input.renewable,
          });
        },
      }),
    },
  });

  async function own(text: string): Promise<Token> {
    const token = await tokens.find(text);
    if (!token) throw new Problem("bad token", "bad token");
    return token;
  }

  async function named(text: string): Promise<Token> {
    if (text === "") throw new Problem("refused", "missing token ID");
    const token = await tokens.find(text);
    if (!token) throw new Problem("refused", "token not found");
    return token;
  }

  const lookUp = (summary: string, which: (input: { token: string }, scene: SystemScene) => string) =>
    operation({
      summary,
      served: "locally",
      input: z.object({ token: field.secret.default("") }),
      async run(input, scene: SystemScene) {
        const text = which(input, scene);
        return { data: describeToken(await own(text), text, clock.now()) };
      },
    });

  const lookUpSelf = lookUp("Look up the caller's own token", (_, { caller }) => caller.token);
  const lookUpAny = lookUp("Look up a token", ({ token }, { caller }) => token || caller.token);

  return [
    create("auth/token/create", false),
    create("auth/token/create-orphan", true),
    { path: "auth/token/lookup-self", operations: { read: lookUpSelf, write: lookUpSelf } },
    { path: "auth/token/lookup", operations: { read: lookUpAny, write: lookUpAny } },
    {
      path: "auth/token/renew-self",
      operations: {
        write: operation({
          summary: "Renew the caller's own token",
          served: "locally",
          input: z.object({ increment: field.seconds.default(0) }),
          async run({ increment }, { caller }: SystemScene) {
            return tokens.renew(await own(caller.token), caller.token, increment);
          },
        }),
      },
    },
    {
      path: "auth/token/renew",
      operations: {
        write: operation({
          summary: "Renew a token",
          served: "locally",
          input: z.object({ token: field.secret.default(""), increment: field.seconds.default(0) }),
          async run({ token, increment }) {
            return tokens.renew(await named(token), token, increment);
          },
        }),
      },
    },
    {
      path: "auth/token/revoke-self",
      operations: {
        write: operation({
          summary: "Revoke the caller's own token",
          served: "locally",
          input: z.object({}),
          async run(_, { caller }: SystemScene) {
            await tokens.revoke(await own(caller.token));
            return undefined;
          },
        }),
      },
    },
    {
      path: "auth/token/revoke",
      operations: {
        write: operation({
          summary: "Revoke a token, those made with it and their leases",
          served: "locally",
          input: z.object({ token: field.secret.default("") }),
          async run({ token: text }) {
            if (text === "") throw new Problem("refused", "missing token ID");
            const token = await tokens.find(text);
            if (token) await tokens.revoke(token);
            return undefined;
          },
        }),
      },
    },
  ];
}
