import type { CloudErrorCode } from "./cloud-error.ts";

export type CloudFault =
  /** The cloud refuses the call with this AWS error code, such as `Throttling` or `InternalFailure`. */
  | CloudErrorCode
  /** The cloud executes the call and delays the response. */
  | "slow"
  /** The cloud closes the connection without executing the call. */
  | "cut"
  /** The cloud executes the call and closes the connection without a response. */
  | "cut after"
  /**
   * The cloud executes the call, and sends the response only after it has responded to a later call, or after some
   * seconds.
   */
  | "out of order"
  /** The cloud treats the call as signed for an unknown region. */
  | "wrong region"
  /** The cloud responds that the credentials of the call have expired. */
  | "expired"
  /** The cloud checks the time of the signature against a wrong clock. */
  | "clock skew"
  /** The cloud executes the call, then deletes the caller and creates it again under the same name. */
  | "caller made again";

/** The calls to which a fault applies: those that match every given field. */
export type FaultScope = Readonly<{
  service?: string;
  action?: string;
  /** ARN of the principal that signed the call. */
  caller?: string;
}>;

export type ScopedFault = Readonly<{ scope: FaultScope; fault: CloudFault }>;
