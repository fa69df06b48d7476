import { CloudError } from "../cloud-error.ts";
import { createAccessKey, deleteAccessKey } from "./access-key.ts";
import type { CloudState } from "./cloud-state.ts";
import type { AccessKey, User } from "./iam-user.ts";
import type { Content } from "./rendering.ts";
import { createUser, deleteUser, keysOf, userNamed } from "./user.ts";

/** One request as an action sees it, its signature verified. */
type ActionContext = Readonly<{ state: CloudState; caller: User; parameters: ReadonlyMap<string, string> }>;

/** What the cloud can be asked for. */
export type Action = Readonly<{
  /** Parameters it knows; any other is refused, so that nobody believes that it was heeded. */
  parameters: readonly string[];
  /** The result element's content; undefined for an answer without one. */
  run: (context: ActionContext) => Content | undefined;
}>;

/** Actions of STS. Every user may call all of them, and all of IAM: the embedded cloud has no policies. */
export const stsActions: Readonly<Record<string, Action>> = {
  GetCallerIdentity: {
    parameters: [],
    run: ({ state, caller }) => ({ Arn: caller.arn, UserId: caller.uniqueId, Account: state.account }),
  },
};

/** Actions of IAM. Where UserName may be left out it is the caller. */
export const iamActions: Readonly<Record<string, Action>> = {
  CreateUser: {
    parameters: ["UserName", "Path"],
    run: ({ state, parameters }) => {
      const path = parameters.get("Path") ?? "/";
      return { User: describedUser(createUser(state, { name: required(parameters, "UserName"), path })) };
    },
  },
  GetUser: {
    parameters: ["UserName"],
    run: (context) => ({ User: describedUser(userOf(context)) }),
  },
  DeleteUser: {
    parameters: ["UserName"],
    run: ({ state, parameters }) => {
      deleteUser(state, required(parameters, "UserName"));
      return undefined;
    },
  },
  CreateAccessKey: {
    parameters: ["UserName"],
    run: (context) => {
      const key = createAccessKey(context.state, userOf(context));
      return { AccessKey: { ...describedKey(key), SecretAccessKey: key.secretAccessKey } };
    },
  },
  ListAccessKeys: {
    parameters: ["UserName"],
    run: (context) => ({
      AccessKeyMetadata: keysOf(context.state, userOf(context)).map(describedKey),
      IsTruncated: "false",
    }),
  },
  DeleteAccessKey: {
    parameters: ["UserName", "AccessKeyId"],
    run: (context) => {
      deleteAccessKey(context.state, userOf(context), required(context.parameters, "AccessKeyId"));
      return undefined;
    },
  },
};

function userOf({ state, caller, parameters }: ActionContext): User {
  const name = parameters.get("UserName");
  return name === undefined ? caller : userNamed(state, name);
}

function required(parameters: ReadonlyMap<string, string>, name: string): string {
  const value = parameters.get(name);
  if (!value) throw new CloudError("ValidationError", `The request must have ${name}.`);
  return value;
}

function describedUser({ path, name, uniqueId, arn, createdAt }: User): Content {
  return { Path: path, UserName: name, UserId: uniqueId, Arn: arn, CreateDate: timestamp(createdAt) };
}

/** A key without its secret, which is shown once, when the key is made. */
function describedKey({ id, user, createdAt }: AccessKey) {
  return { UserName: user.name, AccessKeyId: id, Status: "Active", CreateDate: timestamp(createdAt) };
}

function timestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
