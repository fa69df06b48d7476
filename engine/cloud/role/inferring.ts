import { Problem } from "../../api/problem.ts";
import { inferredRegionField, type Provider } from "../provider.ts";
import type { InstanceBounds } from "./instance-rules.ts";
import { instanceBounds, type RoleRequest } from "./role-fields.ts";

/** The only entity type that a role can infer. */
export const inferredEntityType = "ec2_instance";

/**
 * Inferencing settings of a role for principals: region and bounds of the instance that an IAM
 * role's session belongs to (CLOUD-INFER-04, CLOUD-INFER-10).
 */
export type Inferring = Readonly<{
  /** Region in which the instance is looked up. */
  region: string;
  bounds: InstanceBounds;
}>;

/**
 * Applies a write to inferencing settings. Returns undefined for a role without inferencing. Throws
 * a Problem with the reference's text for invalid settings.
 */
export function reviseInferring(
  request: RoleRequest,
  { old, provider }: Readonly<{ old: Inferring | undefined; provider: Provider }>,
): Inferring | undefined {
  const type = request.inferred_entity_type ?? (old ? inferredEntityType : "");
  const region = request.inferredRegion ?? (type === "" ? "" : (old?.region ?? ""));
  const regionField = inferredRegionField(provider);
  const bounds = boundsOf(request, old);
  if (type === "") {
    if (region !== "") throw new Problem("refused", `specified ${regionField} but not inferred_entity_type`);
    refuseInstanceBounds(bounds);
    return undefined;
  }
  if (type !== inferredEntityType) throw new Problem("refused", `specified invalid inferred_entity_type: ${type}`);
  if (region === "") throw new Problem("refused", `specified inferred_entity_type but not ${regionField}`);
  return { region, bounds };
}

function boundsOf(request: RoleRequest, old: Inferring | undefined): InstanceBounds {
  const bounds = Object.fromEntries(instanceBounds.map((name) => [name, request[name] ?? old?.bounds[name] ?? []]));
  return bounds as unknown as InstanceBounds;
}

/**
 * Throws a Problem if a role without inferencing has instance bounds, which it would never check
 * (CLOUD-BIND-01). A role that stops inferring must clear them too: it would admit principals that
 * the bounds excluded (OWN-INFER-01).
 */
function refuseInstanceBounds(bounds: InstanceBounds): void {
  const unchecked = instanceBounds.find((name) => bounds[name].length > 0);
  if (unchecked === undefined) return;
  const ways = unchecked === "bound_region" ? "ec2 auth_type" : "ec2 auth_type or inferring ec2_instance";
  throw new Problem("refused", `specified ${unchecked} but not specifying ${ways}`);
}
