import { trimEnd } from "../../api/trim-ends.ts";
import { type Cloud, noSurroundings } from "../../ports/cloud.ts";
import type { ClientConfiguration } from "../client/client-configuration.ts";
import { variableNamed } from "../provider.ts";

/** The provider's services that the method asks. */
export type ProviderService = "sts" | "iam" | "ec2";

export type EndpointSources = Readonly<{
  configuration: Pick<ClientConfiguration, "endpoint" | "iam_endpoint" | "sts_endpoint">;
  cloud: Cloud;
  /** The type that the method is enabled as. */
  type: string;
}>;

/**
 * The endpoint that is set for a service: configured, or else in the variable `…_ENDPOINT_URL` of the environment, for all of them, as the
 * provider's own clients heed it. Undefined when there is none, and the provider's usual one is asked.
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
