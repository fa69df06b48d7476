import { randomInt } from "node:crypto";
import {
  CreateAccessKeyCommand,
  CreateUserCommand,
  DeleteAccessKeyCommand,
  DeleteUserCommand,
  IAMClient,
  ListAccessKeysCommand,
} from "@aws-sdk/client-iam";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { startReapedContainer } from "#harness/reaper/reaped-container.ts";
import type { CloudProvider, CloudUser } from "./cloud-provider.ts";

const region = "us-east-1";

/** The last line of images that can be had without an account there. */
const image = "localstack/localstack:4.14";

/** Its first answer takes a third of a second on an idle machine. */
const requestTimeoutMilliseconds = 10_000;
const maximumAttempts = 3;

export type LocalStackCloudOptions = Readonly<{
  /** Address of a LocalStack that runs already, which is then left running. Default: one is started, and stopped at the end. */
  url?: string;
}>;

/**
 * LocalStack as the cloud: STS, IAM and EC2. It verifies no signature, so it has no capabilities.
 * Throws an Error that says what to do when there is neither a LocalStack nor Docker.
 */
export async function localStackCloud({ url: given }: LocalStackCloudOptions = {}): Promise<CloudProvider> {
  const kept = given === undefined ? await startLocalStack() : undefined;
  const url = given ?? kept?.container.getConnectionUri() ?? "";
  // LocalStack takes a key id of twelve digits for the root of that account: each of us has one, and users of any name.
  const administrator = { accessKeyId: String(randomInt(1e11, 1e12)), secretAccessKey: "test" };
  const options = {
    endpoint: url,
    region,
    credentials: administrator,
    maxAttempts: maximumAttempts,
    requestHandler: { connectionTimeout: requestTimeoutMilliseconds, requestTimeout: requestTimeoutMilliseconds },
  };
  const iam = new IAMClient(options);
  const dispose = async () => {
    iam.destroy();
    await kept?.end();
  };
  try {
    return {
      description: kept ? "LocalStack 4.14 in a container" : `LocalStack at ${url}`,
      url,
      account: await accountOf(new STSClient(options)),
      region,
      administrator,
      capabilities: new Set(),
      createUser: (name, path = "/") => createUser(iam, { name, path }),
      deleteUser: (name) => deleteUser(iam, name),
      standIn: () => Promise.reject(new Error("nothing stands in for LocalStack")),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function startLocalStack() {
  return startReapedContainer({
    image,
    instead: "--cloud embedded",
    async make() {
      const { LocalstackContainer } = await import("@testcontainers/localstack");
      // So that access key ids begin with AKIA, as the provider's do.
      return new LocalstackContainer(image).withEnvironment({ PARITY_AWS_ACCESS_KEY_ID: "1" });
    },
  });
}

/** Also shows that somebody answers there. */
async function accountOf(sts: STSClient): Promise<string> {
  try {
    const { Account: account } = await sts.send(new GetCallerIdentityCommand({}));
    return known(account);
  } catch (cause) {
    throw new Error("No LocalStack answers at the given address. Start one there, or run with --cloud embedded.", {
      cause,
    });
  } finally {
    sts.destroy();
  }
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

/** Removes the user and first its keys, of which there are two at most, so one page of the list is all. */
async function deleteUser(iam: IAMClient, name: string): Promise<void> {
  const { AccessKeyMetadata: keys = [] } = await iam.send(new ListAccessKeysCommand({ UserName: name }));
  for (const { AccessKeyId: id } of keys) {
    await iam.send(new DeleteAccessKeyCommand({ UserName: name, AccessKeyId: id }));
  }
  await iam.send(new DeleteUserCommand({ UserName: name }));
}

function known(value: string | undefined): string {
  if (value === undefined) throw new Error("The cloud left out a part of its answer.");
  return value;
}
