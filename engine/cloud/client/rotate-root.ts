import { Problem } from "../../api/problem.ts";
import { parseTime } from "../../api/values/time.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import type { Cloud } from "../../ports/cloud.ts";
import { partOf, requiredText, textOf } from "../provider-api/answer-parts.ts";
import { type ProviderClient, providerClient } from "../provider-api/provider-client.ts";
import { ProviderRefusal } from "../provider-api/provider-refusal.ts";
import { type ClientConfiguration, clientConfiguration } from "./client-configuration.ts";
import { type RotationRecord, rotationRecord } from "./rotation-record.ts";

/**
 * Maximum difference, in milliseconds, between the start time in a rotation record and the creation time that the
 * provider reports for the key of that rotation. Signatures tolerate 15 minutes of clock skew, and retries end within
 * minutes.
 */
const windowMilliseconds = 20 * 60_000;

type LoginDependencies = Readonly<{ cloud: Cloud; context: HandlerContext }>;

/**
 * Replaces the configured access key. Returns the id of the new key. The old key stays configured until the new key is
 * stored (CLOUD-ROTATE-04). A rotation record is stored before the key is created, so that the next rotation can find
 * and delete a key that a crash left at the provider (OWN-ROTATE-02).
 */
export async function rotateRoot({ cloud, context }: LoginDependencies): Promise<string> {
  const configuration = requireRotatable(await clientConfiguration.read(context.storage));
  const client = await providerClient({ cloud, context });
  await clearLeftovers(configuration.access_key, { client, context });
  const user = requiredText(await callIam("GetUser", {}, client), "GetUserResult", "User", "UserName");
  const announced: RotationRecord = { user, announcedAt: context.clock.now(), replaced: [] };
  await context.storage.commit([rotationRecord.put(announced)]);
  await context.failpoint("cloud access key announced");
  const made = await createKey(user, { client, context });
  await context.failpoint("cloud access key created");
  const old = configuration.access_key;
  try {
    const next = { ...configuration, access_key: made.id, secret_key: made.secret };
    const replaced = { ...announced, replaced: [old] };
    await context.storage.commit([clientConfiguration.put(next), rotationRecord.put(replaced)]);
  } catch (error) {
    await deleteKey(user, made.id, client);
    throw error;
  }
  await context.failpoint("cloud access key stored");
  await deleteKey(user, old, client, `error deleting old access key ID ${old}`);
  await context.storage.commit([rotationRecord.remove()]);
  return made.id;
}

function requireRotatable(configuration: ClientConfiguration | undefined): ClientConfiguration {
  const unset = (what: string) => new Problem("refused", `can't update ${what} because it's unset`);
  if (!configuration) throw unset("client config");
  if (configuration.access_key === "") throw unset("access_key");
  if (configuration.secret_key === "") throw unset("secret_key");
  return configuration;
}

async function createKey(
  user: string,
  { client, context }: Readonly<{ client: ProviderClient }> & Pick<LoginDependencies, "context">,
) {
  try {
    const created = await callIam("CreateAccessKey", { UserName: user }, client);
    const part = (name: string) => requiredText(created, "CreateAccessKeyResult", "AccessKey", name);
    return { id: part("AccessKeyId"), secret: part("SecretAccessKey") };
  } catch (error) {
    const isRefused = error instanceof Problem && error.cause instanceof ProviderRefusal;
    if (isRefused) await context.storage.commit([rotationRecord.remove()]);
    throw error;
  }
}

/**
 * Deletes the access keys that an unfinished rotation left at the provider, and then its record. Keeps the key with the
 * id `inUse`. Deletes no key if `inUse` is not a key of the rotation's user.
 */
async function clearLeftovers(
  inUse: string,
  { client, context }: Readonly<{ client: ProviderClient }> & Pick<LoginDependencies, "context">,
): Promise<void> {
  const record = await rotationRecord.read(context.storage);
  if (!record) return;
  const answer = await callIam("ListAccessKeys", { UserName: record.user }, client);
  const listed = partOf(answer, "ListAccessKeysResult", "AccessKeyMetadata")?.children ?? [];
  const keys = listed.map((key) => ({
    id: requiredText(key, "AccessKeyId"),
    madeAt: parseTime(textOf(key, "CreateDate") ?? "") ?? 0,
  }));
  const isOurs = keys.some(({ id }) => id === inUse);
  const left = keys.filter(
    ({ id, madeAt }) =>
      id !== inUse && (record.replaced.includes(id) || Math.abs(madeAt - record.announcedAt) <= windowMilliseconds),
  );
  for (const { id } of isOurs ? left : []) {
    await deleteKey(record.user, id, client);
    context.log.info("deleted an access key that an unfinished rotation left behind", { user: record.user });
  }
  await context.storage.commit([rotationRecord.remove()]);
}

async function deleteKey(user: string, id: string, client: ProviderClient, failure?: string): Promise<void> {
  await callIam("DeleteAccessKey", { UserName: user, AccessKeyId: id }, client, failure);
}

/** Calls IAM. A Problem "refused" becomes a Problem "failed", since the client's request is not the cause. */
async function callIam(
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
