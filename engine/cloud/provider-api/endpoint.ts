import { trimEnd } from "../../api/values/trim-ends.ts";
import { type Cloud, noSurroundings } from "../../ports/cloud.ts";
import type { ClientConfiguration } from "../client/client-configuration.ts";
import { variableNamed } from "../provider.ts";

/** Services of the provider that the method calls. */
export type ProviderService = "sts" | "iam" | "ec2";

export type EndpointSources = Readonly<{
  configuration: Pick<ClientConfiguration, "endpoint" | "iam_endpoint" | "sts_endpoint">;
  cloud: Cloud;
  /** Type with which the auth method is enabled. */
  type: string;
}>;

/**
 * Returns the endpoint for a service: from the configuration, or for all services from the
 * environment variable `…_ENDPOINT_URL`, as in the provider's own clients. Undefined if the default
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
