import type { CloudErrorCode } from "./cloud-error.ts";

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
  /** It is answered, and then the caller is deleted and made again under the same name. */
  | "caller made again";

/** Which calls something goes wrong with: those that all of it is true of. */
export type FaultScope = Readonly<{
  /** Such as `ec2`. */
  service?: string;
  /** Such as `DescribeInstances`. */
  action?: string;
  /** ARN of the principal that signed the call. */
  caller?: string;
}>;

/** What goes wrong, and with which calls. */
export type ScopedFault = Readonly<{ scope: FaultScope; fault: CloudFault }>;
