import { z } from "zod";
import { noInput } from "../../../api/common-shapes.ts";
import type { Endpoint } from "../../../api/endpoint.ts";
import { operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { Problem } from "../../../api/problem.ts";
import type { SystemContext } from "../../system-context.ts";
import type { TokenLife } from "../../tokens/token-life.ts";
import { requireAccessor } from "./accessor.ts";

const tokenField = z.object({ token: field.secret.default("") });

const accessorFields = z.object({ accessor: field.text.default("") });

function requireText(text: string): void {
  if (text === "") throw new Problem("refused", "missing token ID");
}

export function revocationEndpoints(tokens: TokenLife): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: "auth/token/revoke-self",
      operations: {
        write: operation({
          summary: "Revoke the caller's own token, its descendants and their leases",
          served: "locally",
          input: noInput,
          async run(_, { caller }: SystemContext) {
            const token = await tokens.find(caller.token);
            if (token) await tokens.revoke(token);
            return undefined;
          },
        }),
      },
    },
    {
      path: "auth/token/revoke",
      operations: {
        write: operation({
          summary: "Revoke a token, its descendants and their leases",
          served: "locally",
          input: tokenField,
          async run({ token: text }, { realm }: SystemContext) {
            requireText(text);
            const token = await tokens.find(text, realm);
            if (token) await tokens.revoke(token);
            return undefined;
          },
        }),
      },
    },
    {
      path: "auth/token/revoke-accessor",
      operations: {
        write: operation({
          summary: "Revoke the token of an accessor, its descendants and their leases",
          served: "locally",
          input: accessorFields,
          async run({ accessor }, { realm }: SystemContext) {
            requireAccessor(accessor);
            const token = await tokens.findByAccessor(accessor, realm);
            if (!token) return { warnings: ["No token found with this accessor"] };
            await tokens.revoke(token);
            return undefined;
          },
        }),
      },
    },
    {
      path: "auth/token/revoke-orphan",
      operations: {
        write: operation({
          summary: "Revoke a token and its leases; its children become orphans",
          served: "locally",
          sudo: true,
          input: tokenField,
          async run({ token: text }, { realm }: SystemContext) {
            requireText(text);
            const token = await tokens.find(text, realm);
            if (!token) throw new Problem("refused", "token to revoke not found");
            await tokens.revokeAlone(token);
            return undefined;
          },
        }),
      },
    },
  ];
}
