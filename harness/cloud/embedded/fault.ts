import { CloudError, type CloudErrorCode } from "./cloud-error.ts";
import type { CloudFault, FaultScope, ScopedFault } from "./cloud-fault.ts";
import type { CloudState } from "./cloud-state.ts";

/** How far off a clock is that is: further than signatures hold. */
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

/** From now on what `scope` says goes wrong with `fault`; without a fault it goes well again. */
export function setFault({ faults }: CloudState, scope: FaultScope, fault: CloudFault | undefined): void {
  const { service, action, caller } = scope;
  const name = JSON.stringify([service, action, caller]);
  if (fault === undefined) faults.delete(name);
  else faults.set(name, { scope, fault });
}

/** What goes wrong with a call, by the narrowest scope that it is in; undefined for nothing. */
export function faultOf({ faults }: CloudState, call: Required<FaultScope>): CloudFault | undefined {
  const width = ({ scope }: ScopedFault) => Object.values(scope).filter((part) => part !== undefined).length;
  const matching = [...faults.values()].filter(({ scope }) =>
    (["service", "action", "caller"] as const).every((part) => scope[part] === undefined || scope[part] === call[part]),
  );
  return matching.toSorted((one, other) => width(other) - width(one))[0]?.fault;
}

/** Throws the refusal that `fault` is; does nothing for a fault of another kind. */
export function refuseFor(fault: CloudFault | undefined, action: string): void {
  if (fault === "expired")
    throw new CloudError("ExpiredToken", "The security token included in the request is expired");
  if (fault === undefined || kinds.includes(fault)) return;
  throw new CloudError(fault as CloudErrorCode, `The cloud was told to answer ${action} so.`);
}
