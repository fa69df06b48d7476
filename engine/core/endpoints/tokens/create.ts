import { noData } from "../../../api/common-shapes.ts";
import type { Endpoint } from "../../../api/endpoint.ts";
import { operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { Problem } from "../../../api/problem.ts";
import type { SystemContext } from "../../system-context.ts";
import { createToken, creationFields } from "../../tokens/token-creation.ts";
import type { TokenLife } from "../../tokens/token-life.ts";
import { tokenRoles } from "../../tokens/token-roles.ts";

const roleCreationFields = creationFields.extend({ role_name: field.name });

export function creationEndpoints(tokens: TokenLife): readonly Endpoint<SystemContext>[] {
  return [
    {
      path: "auth/token/create",
      operations: {
        write: operation({
          summary: "Create a token, by default with the caller's policies and as a child of the caller's token",
          served: "locally",
          input: creationFields,
          output: noData,
          run: (fields, context: SystemContext) =>
            createToken(fields, { path: "auth/token/create", orphan: false }, context, tokens),
        }),
      },
    },
    {
      path: "auth/token/create-orphan",
      operations: {
        write: operation({
          summary: "Create a token without a parent",
          served: "locally",
          sudo: true,
          input: creationFields,
          output: noData,
          run: (fields, context: SystemContext) =>
            createToken(fields, { path: "auth/token/create-orphan", orphan: true }, context, tokens),
        }),
      },
    },
    {
      path: "auth/token/create/:role_name",
      operations: {
        write: operation({
          summary: "Create a token by a role",
          served: "locally",
          input: roleCreationFields,
          output: noData,
          async run({ role_name: name, ...fields }, context: SystemContext) {
            const role = await tokenRoles.read(context.realm.storage, name);
            if (!role) throw new Problem("refused", `unknown role ${name}`);
            return createToken(fields, { path: `auth/token/create/${name}`, orphan: false, role }, context, tokens);
          },
        }),
      },
    },
  ];
}
