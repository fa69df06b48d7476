import { randomInt } from "node:crypto";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { noHealthCheck, startReapedContainer } from "#harness/reaper/reaped-container.ts";
import { Unavailable } from "#harness/reaper/unavailable.ts";
import type { CloudProvider } from "./embedded/cloud-provider.ts";
import { known, localStackAccount } from "./localstack-account.ts";

const region = "us-east-1";

/** Image of the last releases of LocalStack that need no account. */
const image = "localstack/localstack:4.14";

const requestTimeoutMilliseconds = 10_000;
const maximumAttempts = 3;

export type LocalStackCloudOptions = Readonly<{
  /** Address of a running LocalStack. Default: one is started, and stopped on dispose. */
  url?: string;
}>;

/**
 * Opens LocalStack as the cloud. LocalStack verifies no signatures. Rejects with an `Unavailable` if no LocalStack
 * responds at `url` or, without `url`, if none can be started.
 */
export async function localStackCloud({ url: given }: LocalStackCloudOptions = {}): Promise<CloudProvider> {
  const kept = given === undefined ? await startLocalStack() : undefined;
  const url = given ?? kept?.container.getConnectionUri() ?? "";
  // LocalStack treats a key id of twelve digits as root of that account, so each stage gets its own account.
  const administrator = { accessKeyId: String(randomInt(1e11, 1e12)), secretAccessKey: "test" };
  const options = {
    endpoint: url,
    region,
    credentials: administrator,
    maxAttempts: maximumAttempts,
    requestHandler: { connectionTimeout: requestTimeoutMilliseconds, requestTimeout: requestTimeoutMilliseconds },
  };
  await using rollback = new AsyncDisposableStack();
  if (kept) rollback.defer(() => kept.end());
  const optionsOf = (id: string) => ({ ...options, credentials: { ...administrator, accessKeyId: id } });
  const account = await accountOf(new STSClient(options));
  const own = rollback.use(localStackAccount({ account, options: optionsOf(account) }));
  const parts = rollback.move();
  return {
    ...own,
    description: kept ? "LocalStack 4.14 in a container" : `LocalStack at ${url}`,
    url,
    region,
    capabilities: new Set(["accounts"]),
    metadataOf: () => Promise.reject(new Error("LocalStack has no metadata of instances")),
    standIn: () => Promise.reject(new Error("LocalStack has no stand-ins")),
    setFault: () => Promise.reject(new Error("LocalStack does not support faults.")),
    calls: () => Promise.reject(new Error("LocalStack does not record its calls.")),
    otherAccount: async (id) => parts.use(localStackAccount({ account: id, options: optionsOf(id) })),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

function startLocalStack() {
  return startReapedContainer({
    image,
    instead: "--cloud embedded",
    async make() {
      const { LocalstackContainer } = await import("@testcontainers/localstack");
      // Makes access key ids begin with AKIA, as in AWS.
      return new LocalstackContainer(image)
        .withEnvironment({ PARITY_AWS_ACCESS_KEY_ID: "1" })
        .withHealthCheck(noHealthCheck);
    },
  });
}

async function accountOf(sts: STSClient): Promise<string> {
  try {
    const { Account: account } = await sts.send(new GetCallerIdentityCommand({}));
    return known(account);
  } catch (cause) {
    throw new Unavailable("no LocalStack answers at the given address: start one there, or run with --cloud embedded", {
      cause,
    });
  } finally {
    sts.destroy();
  }
}
