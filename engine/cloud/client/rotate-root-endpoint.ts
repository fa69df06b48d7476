import { z } from "zod";
import { noInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import type { Cloud } from "../../ports/cloud.ts";
import { requiredText } from "../provider-api/answer-parts.ts";
import { type ProviderClient, providerClient } from "../provider-api/provider-client.ts";
import { type ClientConfiguration, clientConfiguration } from "./client-configuration.ts";

/** Replaces the access key that the provider is asked with. Source: cloud-auth-api.md, "Endpoints"; order: reference-facts.md, 2.8. */
export function rotateRootEndpoint(cloud: Cloud): Endpoint<HandlerContext> {
  return {
    path: "config/rotate-root",
    operations: {
      write: operation({
        summary: "Replace the configured access key by a new one of the same IAM user",
        served: "by-primary",
        statuses: [200, 500, 502],
        input: noInput,
        output: z.object({ access_key: z.string() }),
        run: (_, context: HandlerContext) =>
          context.withLock("config/client", async () => ({ data: { access_key: await rotate({ cloud, context }) } })),
      }),
    },
  };
}

/** Gives the id of the new key. Throws a Problem; until the new key is stored the old one stays configured and in use. */
async function rotate({ cloud, context }: Readonly<{ cloud: Cloud; context: HandlerContext }>): Promise<string> {
  const configuration = requireRotatable(await clientConfiguration.read(context.storage));
  const client = await providerClient({ cloud, context });
  const user = await asked("GetUser", {}, client);
  const name = requiredText(user, "GetUserResult", "User", "UserName");
  const created = await asked("CreateAccessKey", { UserName: name }, client);
  const accessKey = requiredText(created, "CreateAccessKeyResult", "AccessKey", "AccessKeyId");
  const secretKey = requiredText(created, "CreateAccessKeyResult", "AccessKey", "SecretAccessKey");
  await context.failpoint("cloud access key created");
  try {
    const next = { ...configuration, access_key: accessKey, secret_key: secretKey };
    await context.storage.commit([clientConfiguration.put(next)]);
  } catch (error) {
    // A key whose secret is lost would be in the way of every later rotation: a user has two at most.
    await asked("DeleteAccessKey", { UserName: name, AccessKeyId: accessKey }, client);
    throw error;
  }
  await context.failpoint("cloud access key stored");
  const old = configuration.access_key;
  await asked(
    "DeleteAccessKey",
    { UserName: name, AccessKeyId: old },
    client,
    `error deleting old access key ID ${old}`,
  );
  return accessKey;
}

function requireRotatable(configuration: ClientConfiguration | undefined): ClientConfiguration {
  const unset = (what: string) => new Problem("refused", `can't update ${what} because it's unset`);
  if (!configuration) throw unset("client config");
  if (configuration.access_key === "") throw unset("access_key");
  if (configuration.secret_key === "") throw unset("secret_key");
  return configuration;
}

/** One call about the user's keys; what the provider refuses of it is the provider's failure, not the caller's. */
async function asked(
  action: string,
  parameters: Readonly<Record<string, string>>,
  client: ProviderClient,
  failure = `error calling ${action}`,
) {
  try {
    return await client.call({ service: "iam", action, parameters });
  } catch (cause) {
    if (!(cause instanceof Problem) || cause.code !== "refused") throw cause;
    throw new Problem("failed", `${failure}: ${cause.message}`, { cause });
  }
}
