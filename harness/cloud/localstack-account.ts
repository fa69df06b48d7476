import {
  AddRoleToInstanceProfileCommand,
  CreateAccessKeyCommand,
  CreateInstanceProfileCommand,
  CreateRoleCommand,
  CreateUserCommand,
  DeleteAccessKeyCommand,
  DeleteRoleCommand,
  DeleteUserCommand,
  GetRoleCommand,
  IAMClient,
  ListAccessKeysCommand,
} from "@aws-sdk/client-iam";
import { AssumeRoleCommand, STSClient } from "@aws-sdk/client-sts";
import type { CloudAccount, CloudKey, CloudSession, CloudUser } from "./embedded/cloud-provider.ts";

export type LocalStackAccountOptions = Readonly<{
  account: string;
  /** Options of AWS SDK clients. LocalStack treats a key id of twelve digits as root of the account with this id. */
  options: Readonly<{
    endpoint: string;
    region: string;
    credentials: CloudKey;
    maxAttempts: number;
    requestHandler: Readonly<{ connectionTimeout: number; requestTimeout: number }>;
  }>;
}>;

/** An account of LocalStack, administered through LocalStack's API. Instances are not supported. */
export function localStackAccount({ account, options }: LocalStackAccountOptions): CloudAccount & Disposable {
  const iam = new IAMClient(options);
  const sts = new STSClient(options);
  return {
    account,
    administrator: options.credentials,
    createUser: (name, path = "/") => createUser(iam, { name, path }),
    deleteUser: (name) => deleteUser(iam, name),
    async createAccessKey(name) {
      await iam.send(new CreateAccessKeyCommand({ UserName: name }));
    },
    accessKeysOf: (name) => accessKeysOf(iam, name),
    async createRole(name, { path = "/", trusts = [account] } = {}) {
      const policy = JSON.stringify(trustPolicy(trusts));
      const requested = { RoleName: name, Path: path, AssumeRolePolicyDocument: policy };
      const { Role: role } = await iam.send(new CreateRoleCommand(requested));
      return { name, arn: known(role?.Arn), uniqueId: known(role?.RoleId) };
    },
    async deleteRole(name) {
      await iam.send(new DeleteRoleCommand({ RoleName: name }));
    },
    async assumeRole(name, session) {
      // LocalStack accepts any ARN, but loses the session's role unless the path is the original one.
      const { Role: role } = await iam.send(new GetRoleCommand({ RoleName: name }));
      return assumeRole(sts, { arn: known(role?.Arn), session });
    },
    async createProfile(name, role) {
      const { InstanceProfile: profile } = await iam.send(
        new CreateInstanceProfileCommand({ InstanceProfileName: name }),
      );
      await iam.send(new AddRoleToInstanceProfileCommand({ InstanceProfileName: name, RoleName: role }));
      return known(profile?.Arn);
    },
    runInstance: () => Promise.reject(noInstances()),
    changeInstance: () => Promise.reject(noInstances()),
    [Symbol.dispose]() {
      iam.destroy();
      sts.destroy();
    },
  };
}

/** Returns a response field that AWS never omits. Throws if it is missing. */
export function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("The cloud left out a part of its answer.");
  return value;
}

function trustPolicy(accounts: readonly string[]) {
  const AWS = accounts.map((id) => `arn:aws:iam::${id}:root`);
  return { Version: "2012-10-17", Statement: [{ Effect: "Allow", Principal: { AWS }, Action: "sts:AssumeRole" }] };
}

async function assumeRole(
  sts: STSClient,
  { arn, session }: Readonly<{ arn: string; session: string }>,
): Promise<CloudSession> {
  const { AssumedRoleUser: who, Credentials: key } = await sts.send(
    new AssumeRoleCommand({ RoleArn: arn, RoleSessionName: session }),
  );
  return {
    arn: known(who?.Arn),
    accessKeyId: known(key?.AccessKeyId),
    secretAccessKey: known(key?.SecretAccessKey),
    sessionToken: known(key?.SessionToken),
    expiresAt: known(key?.Expiration).getTime(),
  };
}

async function createUser(iam: IAMClient, { name, path }: { name: string; path: string }): Promise<CloudUser> {
  const { User: user } = await iam.send(new CreateUserCommand({ UserName: name, Path: path }));
  const { AccessKey: key } = await iam.send(new CreateAccessKeyCommand({ UserName: name }));
  return {
    name,
    arn: known(user?.Arn),
    uniqueId: known(user?.UserId),
    accessKeyId: known(key?.AccessKeyId),
    secretAccessKey: known(key?.SecretAccessKey),
  };
}

async function accessKeysOf(iam: IAMClient, name: string): Promise<readonly string[]> {
  const { AccessKeyMetadata: keys = [] } = await iam.send(new ListAccessKeysCommand({ UserName: name }));
  return keys.map(({ AccessKeyId }) => known(AccessKeyId));
}

async function deleteUser(iam: IAMClient, name: string): Promise<void> {
  for (const id of await accessKeysOf(iam, name)) {
    await iam.send(new DeleteAccessKeyCommand({ UserName: name, AccessKeyId: id }));
  }
  await iam.send(new DeleteUserCommand({ UserName: name }));
}

function noInstances(): Error {
  return new Error("Scenarios with instances need a cloud endpoint with the capability instances.");
}
