import type { CloudErrorCode } from "./cloud-error.ts";

/** A fault of a call with a valid signature. */
export type CloudFault =
  /** The call is refused with this AWS error code, such as `Throttling` or `InternalFailure`. */
  | CloudErrorCode
  /** The call is executed, and the response is delayed. */
  | "slow"
  /** The call is not executed, and its connection is closed. */
  | "cut"
  /** The call is executed, and its connection is closed without a response. */
  | "cut after"
  /** The response is delayed until another call has been answered. */
  | "out of order"
  /** The call is treated as signed for an unknown region. */
  | "wrong region"
  /** The credentials of the call have expired. */
  | "expired"
  /** The signature is checked with a wrong clock. */
  | "clock skew"
  /** The call is executed; then the caller is deleted, and created again under the same name. */
  | "caller made again";

/** Calls that a fault applies to: those that match every given field. */
export type FaultScope = Readonly<{
  /** For example `ec2`. */
  service?: string;
  /** For example `DescribeInstances`. */
  action?: string;
  /** ARN of the principal that signed the call. */
  caller?: string;
}>;

/** A fault and the calls that it applies to. */
export type ScopedFault = Readonly<{ scope: FaultScope; fault: CloudFault }>;
