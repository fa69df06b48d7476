import { CloudError, type CloudErrorCode } from "./cloud-error.ts";
import type { CloudFault, FaultScope, ScopedFault } from "./cloud-fault.ts";
import type { CloudState } from "./cloud-state.ts";

/** Error of the cloud's clock during a "clock skew" fault in milliseconds; more than signatures tolerate. */
export const skewMilliseconds = 3_600_000;

const kinds: readonly string[] = [
  "slow",
  "cut",
  "cut after",
  "out of order",
  "wrong region",
  "expired",
  "clock skew",
  "caller made again",
];

export function setFault({ faults }: CloudState, scope: FaultScope, fault: CloudFault | undefined): void {
  const { service, action, caller } = scope;
  const name = JSON.stringify([service, action, caller]);
  if (fault === undefined) faults.delete(name);
  else faults.set(name, { scope, fault });
}

/**
 * Returns the fault that applies to a call, or undefined. If several apply, returns the one whose scope has the most
 * fields.
 */
export function faultOf({ faults }: CloudState, call: Required<FaultScope>): CloudFault | undefined {
  const width = ({ scope }: ScopedFault) => Object.values(scope).filter((part) => part !== undefined).length;
  const matching = [...faults.values()].filter(({ scope }) =>
    (["service", "action", "caller"] as const).every((part) => scope[part] === undefined || scope[part] === call[part]),
  );
  return matching.toSorted((one, other) => width(other) - width(one))[0]?.fault;
}

/**
 * Throws the error response of `fault`. Does nothing if `fault` is undefined or of a kind without an error code of its
 * own.
 */
export function refuseFor(fault: CloudFault | undefined, action: string): void {
  if (fault === "expired")
    throw new CloudError("ExpiredToken", "The security token included in the request is expired");
  if (fault === undefined || kinds.includes(fault)) return;
  throw new CloudError(fault as CloudErrorCode, `A fault is set for ${action}.`);
}
