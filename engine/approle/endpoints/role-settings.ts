import { z } from "zod";
import { type Endpoint, type Operation, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { changesFor, type RoleRequest, reviseRole, roleFields } from "../revise-role.ts";
import { type Role, roleData, roleName, roles, shownBlocks } from "../role.ts";

const named = z.object({ role_name: field.foldedName });

/** A setting of a role that has its own path, such as `role/:role_name/policies`. */
type Setting = Readonly<{
  path: string;
  fields: readonly (keyof typeof roleFields)[];
  show: (role: Role) => JsonObject;
  data: z.ZodObject;
  /** Values that a DELETE request writes. If absent, the setting cannot be deleted. */
  cleared?: RoleRequest;
  readOnly?: true;
}>;

const { shape } = roleData;

const settings: readonly Setting[] = [
  {
    path: "policies",
    fields: ["token_policies", "policies"],
    show: ({ tokens }) => ({
      token_policies: tokens.policies,
      ...(tokens.oldNames.includes("policies") ? { policies: tokens.policies } : undefined),
    }),
    data: z.object({ token_policies: shape.token_policies, policies: shape.policies }),
    cleared: { token_policies: [] },
  },
  {
    path: "role-id",
    fields: ["role_id"],
    show: ({ roleId }) => ({ role_id: roleId }),
    data: z.object({ role_id: z.string() }),
  },
  {
    path: "local-secret-ids",
    fields: ["local_secret_ids"],
    show: ({ localSecretIds }) => ({ local_secret_ids: localSecretIds }),
    data: z.object({ local_secret_ids: shape.local_secret_ids }),
    readOnly: true,
  },
  {
    path: "bind-secret-id",
    fields: ["bind_secret_id"],
    show: ({ bindSecretId }) => ({ bind_secret_id: bindSecretId }),
    data: z.object({ bind_secret_id: shape.bind_secret_id }),
    cleared: { bind_secret_id: true },
  },
  {
    path: "secret-id-bound-cidrs",
    fields: ["secret_id_bound_cidrs"],
    show: ({ secretIdBoundCidrs }) => ({ secret_id_bound_cidrs: shownBlocks(secretIdBoundCidrs) }),
    data: z.object({ secret_id_bound_cidrs: shape.secret_id_bound_cidrs }),
    cleared: { secret_id_bound_cidrs: [] },
  },
  {
    path: "bound-cidr-list",
    fields: ["bound_cidr_list"],
    show: ({ secretIdBoundCidrs }) => ({ bound_cidr_list: shownBlocks(secretIdBoundCidrs) }),
    data: z.object({ bound_cidr_list: shape.secret_id_bound_cidrs }),
    cleared: { bound_cidr_list: [] },
  },
  {
    path: "token-bound-cidrs",
    fields: ["token_bound_cidrs"],
    show: ({ tokens }) => ({ token_bound_cidrs: tokens.boundCidrs }),
    data: z.object({ token_bound_cidrs: shape.token_bound_cidrs }),
    cleared: { token_bound_cidrs: [] },
  },
  {
    path: "secret-id-num-uses",
    fields: ["secret_id_num_uses"],
    show: ({ secretIdUses }) => ({ secret_id_num_uses: secretIdUses }),
    data: z.object({ secret_id_num_uses: shape.secret_id_num_uses }),
    cleared: { secret_id_num_uses: 0 },
  },
  {
    path: "secret-id-ttl",
    fields: ["secret_id_ttl"],
    show: ({ secretIdTtlSeconds }) => ({ secret_id_ttl: secretIdTtlSeconds }),
    data: z.object({ secret_id_ttl: shape.secret_id_ttl }),
    cleared: { secret_id_ttl: 0 },
  },
  {
    path: "token-num-uses",
    fields: ["token_num_uses"],
    show: ({ tokens }) => ({ token_num_uses: tokens.uses }),
    data: z.object({ token_num_uses: shape.token_num_uses }),
    cleared: { token_num_uses: 0 },
  },
  {
    path: "token-ttl",
    fields: ["token_ttl"],
    show: ({ tokens }) => ({ token_ttl: tokens.ttlSeconds }),
    data: z.object({ token_ttl: shape.token_ttl }),
    cleared: { token_ttl: 0 },
  },
  {
    path: "token-max-ttl",
    fields: ["token_max_ttl"],
    show: ({ tokens }) => ({ token_max_ttl: tokens.maxTtlSeconds }),
    data: z.object({ token_max_ttl: shape.token_max_ttl }),
    cleared: { token_max_ttl: 0 },
  },
  {
    path: "period",
    fields: ["token_period", "period"],
    show: ({ tokens }) => ({
      token_period: tokens.periodSeconds,
      ...(tokens.oldNames.includes("period") ? { period: tokens.periodSeconds } : undefined),
    }),
    data: z.object({ token_period: shape.token_period, period: shape.period }),
    cleared: { token_period: 0 },
  },
];

export const roleSettingsEndpoints: readonly Endpoint<HandlerContext>[] = settings.map(settingEndpoint);

function settingEndpoint(setting: Setting): Endpoint<HandlerContext> {
  const { path, fields, show, data, cleared, readOnly } = setting;
  const name = fields[0] ?? path;
  const read = operation({
    summary: `Read ${name} of a role`,
    served: "locally",
    input: named,
    output: data,
    async run({ role_name }, { storage }: HandlerContext) {
      const role = await roles.read(storage, roleName(role_name));
      if (!role) throw new Problem("absent", "");
      return { data: show(role) };
    },
  });
  const changing = { read, write: writeOperation(setting, name) };
  return {
    path: `role/:role_name/${path}`,
    operations: readOnly ? { read } : cleared ? { ...changing, delete: clearOperation(cleared, name) } : changing,
  };
}

function writeOperation({ fields }: Setting, name: string): Operation<HandlerContext> {
  const input = z.object({
    role_name: field.foldedName,
    ...Object.fromEntries(fields.map((each) => [each, roleFields[each]])),
  });
  return operation({
    summary: `Set ${name} of a role`,
    served: "by-primary",
    input,
    async run({ role_name, ...body }, context: HandlerContext) {
      const request: RoleRequest = body;
      const hasSetting = fields.some((each) => request[each] !== undefined);
      if (!hasSetting) throw new Problem("refused", `missing ${name}`);
      if (!(await revise(context, role_name, request))) throw new Problem("unsupported path", "unsupported path");
      return undefined;
    },
  });
}

function clearOperation(cleared: RoleRequest, name: string): Operation<HandlerContext> {
  return operation({
    summary: `Reset ${name} of a role to its default`,
    served: "by-primary",
    input: named,
    async run({ role_name }, context: HandlerContext) {
      await revise(context, role_name, cleared);
      return undefined;
    },
  });
}

function revise(context: HandlerContext, givenName: string, request: RoleRequest): Promise<boolean> {
  const { storage } = context;
  const name = roleName(givenName);
  return context.withLock("roles", async () => {
    const old = await roles.read(storage, name);
    if (!old) return false;
    await storage.commit(await changesFor(name, { old, role: reviseRole(old, request, context), storage }));
    return true;
  });
}
