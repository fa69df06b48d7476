import type { z } from "zod";
import type { Answer } from "../../api/answer.ts";
import { Problem, quoted } from "../../api/problem.ts";
import { isInBlocks } from "../../core/address/address-block.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import type { Cloud } from "../../ports/cloud.ts";
import { type ClientConfiguration, clientConfiguration, unconfigured } from "../client/client-configuration.ts";
import { identityConfiguration } from "../identity/identity-configuration.ts";
import { type Principal, parsePrincipal } from "../principal.ts";
import type { Provider } from "../provider.ts";
import { endpointSetFor } from "../provider-api/endpoint.ts";
import { providerClient } from "../provider-api/provider-client.ts";
import type { Release } from "../release.ts";
import { endsInWildcard, isAdmitted } from "../role/binding.ts";
import { type Role, roleName, roles } from "../role/role.ts";
import { type CallerIdentity, readCallerIdentity, uniqueIdOf } from "./exchange/caller-identity.ts";
import { persistentExchange } from "./exchange/persistent-exchange.ts";
import { providerRequest } from "./exchange/provider-request.ts";
import { fullArnOf } from "./full-arn.ts";
import { inferInstance } from "./inferred-instance.ts";
import { type loginFields, readEvidence, type SignedRequest } from "./signed-request/evidence.ts";
import { requirePermitted } from "./signed-request/permitted-headers.ts";
import { requireServerId } from "./signed-request/server-id.ts";
import { tokenRequest } from "./token-request.ts";

type LoginDependencies = Readonly<{ cloud: Cloud; provider: Provider; release: Release; context: HandlerContext }>;

/**
 * Verifies the signed request of an iam login and issues a token of the role. Throws a Problem if a
 * check fails (W4.3-02 to W4.3-07, W4.3-09).
 */
export async function logIn(input: z.output<typeof loginFields>, dependencies: LoginDependencies): Promise<Answer> {
  const { cloud, provider, release, context } = dependencies;
  const evidence = readEvidence(input);
  const configuration = (await clientConfiguration.read(context.storage)) ?? unconfigured;
  requireServerId(evidence.headers, configuration.iam_server_id_header_value, provider);
  requirePermitted(evidence.headers, configuration.allowed_sts_header_values);
  const identity = await identify(evidence, { cloud, configuration, context });
  const found = principalOf(identity);
  const name = roleName(input.role || found.friendlyName);
  const role = await roles.read(context.storage, name);
  if (!role) throw new Problem("refused", `entry for role ${name} not found`);
  requireAddress(context.caller.remoteAddress, role);
  if (role.authType !== "iam") throw new Problem("refused", `auth method iam not allowed for role ${name}`);
  const client = () => providerClient({ cloud, context, account: identity.account });
  const uniqueId = uniqueIdOf(identity);
  const asksForPath = role.boundPrincipalArns.some(endsInWildcard);
  const principal = asksForPath ? { ...found, fullArn: await fullArnOf(found, { uniqueId, client }) } : found;
  if (!isAdmitted({ ...principal, uniqueId }, role)) {
    throw new Problem("refused", `IAM Principal ${quoted(identity.arn)} does not belong to the role ${quoted(name)}`);
  }
  const { inferring } = role;
  const inferred = inferring ? await inferInstance(principal, { name, inferring, client: await client() }) : undefined;
  const aliasing = await identityConfiguration.read(context.storage);
  return context.tokens.issue(
    tokenRequest({
      name,
      role,
      principal,
      identity,
      configuration: aliasing,
      inferred,
      provider,
      release,
      mountPath: context.mount.path,
    }),
  );
}

async function identify(
  evidence: SignedRequest,
  { cloud, configuration, context }: { cloud: Cloud; configuration: ClientConfiguration; context: HandlerContext },
): Promise<CallerIdentity> {
  const request = providerRequest(evidence, endpointSetFor("sts", { configuration, cloud, type: context.mount.type }));
  const { clock, log } = context;
  return readCallerIdentity(
    await persistentExchange(() => request, { cloud, clock, log, maxRetries: configuration.max_retries }),
  );
}

function principalOf({ arn, account }: CallerIdentity): Principal {
  const principal = parsePrincipal(arn);
  if (principal.account !== account) {
    throw new Problem("refused", "error making upstream request: error parsing STS response");
  }
  return principal;
}

function requireAddress(address: string, { tokens: { boundCidrs } }: Role): void {
  if (boundCidrs.length > 0 && !isInBlocks(address, boundCidrs)) throw new Problem("denied", "permission denied");
}
