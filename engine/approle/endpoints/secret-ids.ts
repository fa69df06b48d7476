import { z } from "zod";
import type { Answer } from "../../api/answer.ts";
import { namesData } from "../../api/common-shapes.ts";
import { type Endpoint, type Operation, operation, type Served } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { Problem, quoted } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { uuid } from "../../core/naming/random-names.ts";
import { namesIn } from "../../core/storage/folder.ts";
import { newSecretId, secretIdFields } from "../new-secret-id.ts";
import { maxIdLength } from "../revise-role.ts";
import { existingRole, type Role, roleName, roles, secretIdSpace } from "../role.ts";
import {
  accessorPrefix,
  findByAccessor,
  findSecretId,
  keyOfSecretId,
  putSecretId,
  removeSecretId,
  type StoredSecretId,
  secretIdData,
  shownSecretId,
} from "../secret-id.ts";

const named = z.object({ role_name: field.foldedName });
const bySecretId = named.extend({ secret_id: field.secret.default("") });
const byAccessor = named.extend({ secret_id_accessor: field.text.default("") });

const createdSecretId = z.object({
  secret_id: field.secret,
  secret_id_accessor: z.string(),
  secret_id_num_uses: z.int(),
  secret_id_ttl: z.int(),
});

export const secretIdEndpoints: readonly Endpoint<HandlerContext>[] = [
  {
    path: "role/:role_name/secret-id",
    operations: {
      list: operation({
        summary: "List the accessors of a role's secret ids",
        served: "locally",
        input: named,
        output: namesData,
        async run({ role_name }, { storage }: HandlerContext) {
          const role = await existingRole(storage, role_name);
          const keys = await namesIn(storage, secretIdSpace(role), `${accessorPrefix}${role.uuid}/`);
          if (keys.length === 0) throw new Problem("absent", "");
          return { data: { keys } };
        },
      }),
      write: operation({
        summary: "Create a secret id",
        served: servedWhereStored,
        input: named.extend(secretIdFields),
        output: createdSecretId,
        run: ({ role_name, ...request }, context: HandlerContext) =>
          createSecretId(context, { role_name, request, text: uuid(context.entropy) }),
      }),
    },
  },
  {
    path: "role/:role_name/custom-secret-id",
    operations: {
      write: operation({
        summary: "Create a secret id with the given text",
        served: servedWhereStored,
        input: bySecretId.extend(secretIdFields),
        output: createdSecretId,
        run: ({ role_name, secret_id, ...request }, context: HandlerContext) =>
          createSecretId(context, { role_name, request, text: secret_id }),
      }),
    },
  },
  { path: "role/:role_name/secret-id/lookup", operations: { write: lookup(bySecretId, findByText) } },
  {
    path: "role/:role_name/secret-id/destroy",
    operations: { write: destroy(bySecretId, findByText), delete: destroy(bySecretId, findByText) },
  },
  { path: "role/:role_name/secret-id-accessor/lookup", operations: { write: lookup(byAccessor, requireByAccessor) } },
  {
    path: "role/:role_name/secret-id-accessor/destroy",
    operations: { write: destroy(byAccessor, requireByAccessor), delete: destroy(byAccessor, requireByAccessor) },
  },
];

async function servedWhereStored({ role_name }: { role_name: string }, { storage }: HandlerContext): Promise<Served> {
  const role = await roles.read(storage, roleName(role_name));
  return role?.localSecretIds ? "locally" : "by-primary";
}

type NewSecretId = Readonly<{ role_name: string; request: Parameters<typeof newSecretId>[1]; text: string }>;

async function createSecretId(context: HandlerContext, { role_name, request, text }: NewSecretId): Promise<Answer> {
  const role = await existingRole(context.storage, role_name);
  if (!role.bindSecretId) throw new Problem("refused", "bind_secret_id is not set on the role");
  if (text === "") throw new Problem("refused", "missing secret_id");
  if (text.length > maxIdLength) throw new Problem("refused", "secret_id is too long");
  const key = keyOfSecretId(role, text, context);
  return context.withLock(`secret-id/${key}`, async () => {
    if (await findSecretId(role, key, context)) throw new Problem("refused", "SecretID is already registered");
    const secretId = newSecretId(role, request, context);
    await context.storage.commit(putSecretId(role, { key, secretId }));
    return {
      data: {
        secret_id: text,
        secret_id_accessor: secretId.accessor,
        secret_id_num_uses: secretId.uses,
        secret_id_ttl: secretId.ttlSeconds,
      },
    };
  });
}

type Find<Input> = (role: Role, input: Input, context: HandlerContext) => Promise<StoredSecretId | undefined>;

async function findByText(role: Role, { secret_id }: z.output<typeof bySecretId>, context: HandlerContext) {
  if (secret_id === "") throw new Problem("refused", "missing secret_id");
  const key = keyOfSecretId(role, secret_id, context);
  const secretId = await findSecretId(role, key, context);
  return secretId && { key, secretId };
}

async function requireByAccessor(
  role: Role,
  { secret_id_accessor: accessor }: z.output<typeof byAccessor>,
  context: HandlerContext,
) {
  if (accessor === "") throw new Problem("refused", "missing secret_id_accessor");
  const found = await findByAccessor(role, accessor, context);
  if (found) return found;
  throw new Problem("absent", `failed to find accessor entry for secret_id_accessor: ${quoted(accessor)}`);
}

type Named = Readonly<{ role_name: string }>;

function lookup<Fields extends z.ZodObject>(input: Fields, find: Find<z.output<Fields>>): Operation<HandlerContext> {
  return operation({
    summary: "Look up a secret id",
    served: "locally",
    statuses: [200, 204],
    input,
    output: secretIdData,
    async run(values, context: HandlerContext) {
      const role = await existingRole(context.storage, (values as Named).role_name);
      const found = await find(role, values, context);
      return found && { data: shownSecretId(found.secretId) };
    },
  });
}

function destroy<Fields extends z.ZodObject>(input: Fields, find: Find<z.output<Fields>>): Operation<HandlerContext> {
  return operation({
    summary: "Destroy a secret id",
    served: (values, context: HandlerContext) => servedWhereStored(values as Named, context),
    input,
    async run(values, context: HandlerContext) {
      const role = await existingRole(context.storage, (values as Named).role_name);
      const found = await find(role, values, context);
      if (!found) return undefined;
      return context.withLock(`secret-id/${found.key}`, async () => {
        await context.storage.commit(removeSecretId(role, found));
        return undefined;
      });
    },
  });
}
