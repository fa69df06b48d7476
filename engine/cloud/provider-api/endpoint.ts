import { trimEnd } from "../../api/values/trim-ends.ts";
import { type Cloud, noSurroundings } from "../../ports/cloud.ts";
import type { ClientConfiguration } from "../client/client-configuration.ts";
import { variableNamed } from "../provider.ts";

export type ProviderService = "sts" | "iam" | "ec2";

export type EndpointSources = Readonly<{
  configuration: Pick<ClientConfiguration, "endpoint" | "iam_endpoint" | "sts_endpoint">;
  cloud: Cloud;
  type: string;
}>;

/**
 * Returns the configured endpoint of a service. If none is configured, returns the value of the environment variable
 * `…_ENDPOINT_URL`, which applies to all services, as in the provider's own clients. Returns undefined if the default
 * endpoint applies.
 */
export function endpointSetFor(
  service: ProviderService,
  { configuration, cloud, type }: EndpointSources,
): string | undefined {
  const { endpoint: ec2, iam_endpoint: iam, sts_endpoint: sts } = configuration;
  const { environment } = cloud.surroundings ?? noSurroundings;
  const set = { ec2, iam, sts }[service] || environment[variableNamed("ENDPOINT_URL", type)] || "";
  return set === "" ? undefined : trimEnd(set, "/");
}
