import { Problem } from "../../api/problem.ts";
import type { MountContext } from "../../core/mounts/mount-type.ts";
import type { Cloud } from "../../ports/cloud.ts";
import { type ClientConfiguration, clientConfiguration, unconfigured } from "../client/client-configuration.ts";
import type { XmlElement } from "../login/exchange/strict-xml.ts";
import { type StsRole, stsRoles } from "../sts/sts-role.ts";
import { partOf, requiredText, textOf } from "./answer-parts.ts";
import { callProvider, globalRegion, type ProviderCall, type ProviderLine } from "./call-provider.ts";
import { type Credentials, providerCredentials } from "./credentials.ts";
import { type InstanceDescription, readInstance } from "./instance-description.ts";

export type ProviderPrincipal = Readonly<{ arn: string; uniqueId: string; path: string }>;

/**
 * Calls the provider with the auth method's own credentials, or with those of an assumed role. Every
 * method throws a {@link ProviderRefusal} if the provider refuses.
 */
export type ProviderClient = Readonly<{
  call(call: ProviderCall): Promise<XmlElement>;
  getUser(name: string): Promise<ProviderPrincipal>;
  getRole(name: string): Promise<ProviderPrincipal>;
  rolesOfProfile(name: string): Promise<readonly string[]>;
  /** Returns undefined unless the provider's reply describes exactly this instance. */
  describeInstance(id: string, region: string): Promise<InstanceDescription | undefined>;
}>;

export type ProviderClientOptions = Readonly<{
  cloud: Cloud;
  context: Pick<MountContext, "storage" | "clock" | "cryptography" | "log"> & Readonly<{ mount: { type: string } }>;
  /** Account that the calls are about. If an STS role is configured for it, the client assumes that role first. */
  account?: string;
}>;

const sessionName = "cloud-auth";

/**
 * Creates a client with the current configuration. Throws a Problem if the auth method has no credentials, or if the
 * STS role of the account cannot be assumed; the method's own credentials are not used instead (CLOUD-STS-07).
 */
export async function providerClient({ cloud, context, account }: ProviderClientOptions): Promise<ProviderClient> {
  const { mount, storage, clock, cryptography, log } = context;
  const configuration = (await clientConfiguration.read(storage)) ?? unconfigured;
  const own = await providerCredentials({ configuration, cloud, type: mount.type });
  if (!own) throw new Problem("refused", "NoCredentialProviders: no valid providers in chain");
  const line = { cloud, configuration, type: mount.type, clock, cryptography, log };
  const role = account === undefined ? undefined : await stsRoles.read(storage, account);
  const credentials = role ? await assumed(role, { ...line, credentials: own }) : own;
  const call = (providerCall: ProviderCall) => callProvider(providerCall, { ...line, credentials });
  return {
    call,
    async getUser(name) {
      const answer = await call({ service: "iam", action: "GetUser", parameters: { UserName: name } });
      return principalOf(partOf(answer, "GetUserResult", "User"), "UserId");
    },
    async getRole(name) {
      const answer = await call({ service: "iam", action: "GetRole", parameters: { RoleName: name } });
      return principalOf(partOf(answer, "GetRoleResult", "Role"), "RoleId");
    },
    async rolesOfProfile(name) {
      const parameters = { InstanceProfileName: name };
      const answer = await call({ service: "iam", action: "GetInstanceProfile", parameters });
      const roles = partOf(answer, "GetInstanceProfileResult", "InstanceProfile", "Roles")?.children ?? [];
      return roles.map((member) => requiredText(member, "Arn"));
    },
    async describeInstance(id, region) {
      const parameters = { "InstanceId.1": id };
      return readInstance(await call({ service: "ec2", action: "DescribeInstances", region, parameters }), id);
    },
  };
}

function principalOf(element: XmlElement | undefined, idName: string): ProviderPrincipal {
  const path = textOf(element, "Path") ?? "/";
  return { arn: requiredText(element, "Arn"), uniqueId: requiredText(element, idName), path };
}

async function assumed({ arn, externalId }: StsRole, line: ProviderLine): Promise<Credentials> {
  const parameters = {
    RoleArn: arn,
    RoleSessionName: sessionName,
    ...(externalId === "" ? undefined : { ExternalId: externalId }),
  };
  const region = stsRegion(line.configuration) ?? line.credentials.region ?? globalRegion;
  const answer = await callProvider({ service: "sts", action: "AssumeRole", region, parameters }, line);
  const found = partOf(answer, "AssumeRoleResult", "Credentials");
  return {
    accessKeyId: requiredText(found, "AccessKeyId"),
    secretAccessKey: requiredText(found, "SecretAccessKey"),
    sessionToken: requiredText(found, "SessionToken"),
  };
}

/** Returns the configured STS region. It is ignored unless an STS endpoint is configured too (CLOUD-CLIENT-17). */
function stsRegion({ sts_endpoint, sts_region }: ClientConfiguration): string | undefined {
  return sts_endpoint !== "" && sts_region !== "" ? sts_region : undefined;
}
