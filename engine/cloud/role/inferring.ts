import { Problem } from "../../api/problem.ts";
import { inferredRegionField, type Provider } from "../provider.ts";
import type { InstanceBounds } from "./instance-rules.ts";
import { instanceBounds, type RoleRequest } from "./role-fields.ts";

export const inferredEntityType = "ec2_instance";

/**
 * Settings of a role that infers instances: a login's session must belong to an instance in `region` that satisfies
 * `bounds` (CLOUD-INFER-04, CLOUD-INFER-10).
 */
export type Inferring = Readonly<{
  region: string;
  bounds: InstanceBounds;
}>;

/**
 * Returns `old` changed by a write. Returns undefined if the role does not infer instances. Throws a
 * Problem if the result is invalid.
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
 * Throws a Problem if a role that does not infer instances has instance bounds, since they would not be checked
 * (CLOUD-BIND-01). This includes a write that stops inferring but keeps the bounds: the role would admit principals
 * that the bounds excluded (OWN-INFER-01).
 */
function refuseInstanceBounds(bounds: InstanceBounds): void {
  const unchecked = instanceBounds.find((name) => bounds[name].length > 0);
  if (unchecked === undefined) return;
  const ways = unchecked === "bound_region" ? "ec2 auth_type" : "ec2 auth_type or inferring ec2_instance";
  throw new Problem("refused", `specified ${unchecked} but not specifying ${ways}`);
}
