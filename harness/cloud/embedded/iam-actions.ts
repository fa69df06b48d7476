import { createAccessKey, deleteAccessKey, keysOf } from "./access-key.ts";
import type { AccessKey, Principal, User } from "./account.ts";
import { type Action, type ActionContext, required, timestamp } from "./action.ts";
import { CloudError } from "./cloud-error.ts";
import { profileNamed } from "./instance-profile.ts";
import type { Content } from "./rendering.ts";
import { createRole, deleteRole, roleNamed } from "./role.ts";
import { createUser, deleteUser, userNamed } from "./user.ts";

/**
 * Actions of IAM. They apply to the caller's account. If UserName is optional and omitted, the caller is used. The
 * embedded cloud has no policies.
 */
export const iamActions: Readonly<Record<string, Action>> = {
  CreateUser: {
    parameters: ["UserName", "Path"],
    run: ({ caller: { account }, parameters }) => {
      const path = parameters.get("Path") ?? "/";
      return { User: described("User", createUser(account, { name: required(parameters, "UserName"), path })) };
    },
  },
  GetUser: {
    parameters: ["UserName"],
    run: (context) => ({ User: described("User", userOf(context)) }),
  },
  DeleteUser: {
    parameters: ["UserName"],
    run: ({ caller: { account }, parameters }) => {
      deleteUser(account, required(parameters, "UserName"));
      return undefined;
    },
  },
  CreateRole: {
    parameters: ["RoleName", "Path", "AssumeRolePolicyDocument"],
    run: ({ caller: { account }, parameters }) => {
      const path = parameters.get("Path") ?? "/";
      return { Role: described("Role", createRole(account, { name: required(parameters, "RoleName"), path })) };
    },
  },
  GetRole: {
    parameters: ["RoleName"],
    run: ({ caller: { account }, parameters }) => ({
      Role: described("Role", roleNamed(account, required(parameters, "RoleName"))),
    }),
  },
  DeleteRole: {
    parameters: ["RoleName"],
    run: ({ caller: { account }, parameters }) => {
      deleteRole(account, required(parameters, "RoleName"));
      return undefined;
    },
  },
  GetInstanceProfile: {
    parameters: ["InstanceProfileName"],
    run: ({ caller: { account }, parameters }) => {
      const profile = profileNamed(account, required(parameters, "InstanceProfileName"));
      const roles = profile.role ? [described("Role", profile.role)] : [];
      return { InstanceProfile: { ...described("InstanceProfile", profile), Roles: roles } };
    },
  },
  CreateAccessKey: {
    parameters: ["UserName"],
    run: (context) => {
      const key = createAccessKey(context.caller.account, userOf(context));
      return { AccessKey: { ...describedKey(key), SecretAccessKey: key.secretAccessKey } };
    },
  },
  ListAccessKeys: {
    parameters: ["UserName"],
    run: (context) => ({
      AccessKeyMetadata: keysOf(context.caller.account, userOf(context)).map(describedKey),
      IsTruncated: "false",
    }),
  },
  DeleteAccessKey: {
    parameters: ["UserName", "AccessKeyId"],
    run: (context) => {
      deleteAccessKey(context.caller.account, userOf(context), required(context.parameters, "AccessKeyId"));
      return undefined;
    },
  },
};

function userOf({ caller, parameters }: ActionContext): User {
  const name = parameters.get("UserName");
  if (name !== undefined) return userNamed(caller.account, name);
  if ("user" in caller) return caller.user;
  throw new CloudError("ValidationError", "Must specify userName when calling with non-User credentials");
}

function described(kind: "User" | "Role" | "InstanceProfile", principal: Principal): Readonly<Record<string, string>> {
  const { path, name, uniqueId, arn, createdAt } = principal;
  return { Path: path, [`${kind}Name`]: name, [`${kind}Id`]: uniqueId, Arn: arn, CreateDate: timestamp(createdAt) };
}

function describedKey({ id, caller, createdAt }: AccessKey): Readonly<Record<string, string>> {
  const name = "user" in caller ? caller.user.name : "";
  return { UserName: name, AccessKeyId: id, Status: "Active", CreateDate: timestamp(createdAt) } satisfies Content;
}
