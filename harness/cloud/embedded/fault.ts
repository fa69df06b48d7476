import { CloudError, type CloudErrorCode } from "../cloud-error.ts";
import type { CloudState } from "./cloud-state.ts";

/** What can go wrong with a call whose signature is right. */
export type CloudFault =
  /** It is refused with this code of the provider's, such as `Throttling` or `InternalFailure`. */
  | CloudErrorCode
  /** It is carried out, and answered late. */
  | "slow"
  /** It is not carried out, and its connection breaks. */
  | "cut"
  /** It is carried out, and its connection breaks before the answer. */
  | "cut after"
  /** It is answered when another call has been, so that answers come in another order than calls. */
  | "out of order"
  /** It is taken for one that is signed for a region that there is not. */
  | "wrong region"
  /** Its credentials have expired. */
  | "expired"
  /** The clock that its signature is judged by is off. */
  | "clock skew"
  /** It is answered, and then whoever called is deleted and made again under the same name. */
  | "caller made again";

/** Which calls something goes wrong with: those that all of it is true of. */
export type FaultScope = Readonly<{
  /** Such as `ec2`. */
  service?: string;
  /** Such as `DescribeInstances`. */
  action?: string;
  /** ARN of whoever signed the call. */
  caller?: string;
}>;

export type ScopedFault = Readonly<{ scope: FaultScope; fault: CloudFault }>;

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
