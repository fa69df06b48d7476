import { Problem } from "../../api/problem.ts";
import type { MountContext } from "../../core/mounts/mount-type.ts";
import type { Cloud } from "../../ports/cloud.ts";
import type { ClientConfiguration } from "../client/client-configuration.ts";
import { persistentExchange } from "../login/exchange/persistent-exchange.ts";
import { parseStrictXml, type XmlElement } from "../login/exchange/strict-xml.ts";
import type { Credentials } from "./credentials.ts";
import { endpointSetFor, type ProviderService } from "./endpoint.ts";
import { refusalOf } from "./provider-refusal.ts";
import { formOf, signRequest } from "./sign-request.ts";

const versions: Readonly<Record<ProviderService, string>> = { sts: "2011-06-15", iam: "2010-05-08", ec2: "2016-11-15" };

export type ProviderCall = Readonly<{
  service: ProviderService;
  action: string;
  parameters?: Readonly<Record<string, string>>;
  region?: string;
}>;

export type ProviderLine = Readonly<{
  cloud: Cloud;
  configuration: ClientConfiguration;
  credentials: Credentials;
  type: string;
}> &
  Pick<MountContext, "clock" | "cryptography" | "log">;

export const globalRegion = "us-east-1";

const timeoutMilliseconds = 10_000;

const answerLimit = 1_048_576;

/**
 * Calls the provider and returns the root element of its reply. Throws a {@link ProviderRefusal} if the provider
 * refuses, a Problem "upstream" if it still does not respond, fails or throttles after the retries, and a Problem
 * "refused" if its reply or `region` is invalid.
 */
export async function callProvider(
  { service, action, parameters = {}, region = globalRegion }: ProviderCall,
  line: ProviderLine,
): Promise<XmlElement> {
  const { cloud, configuration, credentials, clock, cryptography, log } = line;
  const body = formOf({ Action: action, Version: versions[service], ...parameters });
  const unsigned = { url: endpointOf(service, region, line), service, region, body, timeoutMilliseconds };
  // Each attempt has a new signature, since a signature may expire during a pause.
  const request = () => signRequest(unsigned, { credentials, now: clock.now(), cryptography });
  const reply = await persistentExchange(request, { cloud, clock, log, maxRetries: configuration.max_retries });
  if (reply.status !== 200) throw refusalOf(reply);
  const root = reply.body.length > answerLimit ? undefined : documentOf(reply.body);
  if (root?.name !== `${action}Response`) throw new Problem("refused", `the answer to ${action} cannot be understood`);
  return root;
}

function documentOf(body: string): XmlElement | undefined {
  try {
    return parseStrictXml(body);
  } catch {
    return undefined;
  }
}

/**
 * Returns the URL of a service. A configured URL applies to all regions (CLOUD-CLIENT-12 to -15). Throws a Problem if
 * `region` is needed and invalid.
 */
function endpointOf(service: ProviderService, region: string, line: ProviderLine): string {
  const set = endpointSetFor(service, line);
  if (set !== undefined) return `${set}/`;
  if (!/^[a-z0-9-]{1,32}$/.test(region)) throw new Problem("refused", "the region is no name of a region");
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return service === "iam" ? `https://iam.${domain}/` : `https://${service}.${region}.${domain}/`;
}
