import { Problem, quoted } from "../../api/problem.ts";
import { requireBounds, requireRunning } from "../instance/instance-bounds.ts";
import type { ProviderClient } from "../provider-api/provider-client.ts";
import { parseBoundPrincipal } from "../role/bound-principal.ts";
import type { Inferring } from "../role/inferring.ts";

export type InferredInstance = Readonly<{ id: string; region: string }>;

type Session = Readonly<{ account: string; canonicalArn: string; sessionName: string }>;

/**
 * Returns the running instance whose id is the name of `session`. The instance profile must contain
 * the IAM role of the session, and the instance must satisfy every bound of the auth method's role
 * `name`. Otherwise throws a Problem (CLOUD-INFER-06, CLOUD-INFER-07, CLOUD-INFER-08).
 */
export async function inferInstance(
  session: Session,
  {
    name,
    inferring: { region, bounds },
    client,
  }: Readonly<{ name: string; inferring: Inferring; client: ProviderClient }>,
): Promise<InferredInstance> {
  const id = session.sessionName;
  const unverified = (why: string, cause?: unknown) =>
    new Problem("refused", `failed to verify ${id || quoted("")} as a valid EC2 instance in region ${region}: ${why}`, {
      cause,
    });
  if (!/^i-[0-9a-z]+$/.test(id)) throw unverified("the session is not named after an instance");
  const instance = await runningInstance({ id, region, account: session.account }, { client, unverified });
  const { profileArn } = instance.description;
  if (profileArn === undefined) throw unverified("IAM instance profile in the instance description is nil");
  const profile = profileArn.slice(profileArn.lastIndexOf("/") + 1);
  const roleArns = await client.rolesOfProfile(profile).catch((cause: unknown) => {
    throw cause instanceof Problem && cause.code === "refused" ? unverified(cause.message, cause) : cause;
  });
  if (!roleArns.some((arn) => parseBoundPrincipal(arn).canonicalArn === session.canonicalArn)) {
    throw unverified("its instance profile has another IAM role");
  }
  await requireBounds(instance, { name, bounds, client });
  return { id, region };
}

async function runningInstance(
  { id, region, account }: Readonly<{ id: string; region: string; account: string }>,
  { client, unverified }: Readonly<{ client: ProviderClient; unverified: (why: string, cause?: unknown) => Problem }>,
) {
  try {
    return await requireRunning(client, { instanceId: id, accountId: account, region });
  } catch (cause) {
    if (!(cause instanceof Problem) || cause.code !== "refused") throw cause;
    throw unverified(cause.message.replace("failed to verify instance ID: ", ""), cause);
  }
}

export async function requireStillRunning(
  { id, region }: InferredInstance,
  { account, client }: Readonly<{ account: string; client: ProviderClient }>,
): Promise<void> {
  await requireRunning(client, { instanceId: id, accountId: account, region });
}
