import type { CloudFault, FaultScope } from "./cloud-fault.ts";
import type { RecordedCall, ScriptedReply } from "./stand-in.ts";

export type { CloudFault, FaultScope };

/** An access key that requests are signed with: a user's, or that of a session of a role. */
export type CloudKey = Readonly<{
  accessKeyId: string;
  secretAccessKey: string;
  /** A session's own. */
  sessionToken?: string;
  /** The server ID header, where it is not `X-Svc-Cloud-IAM-Server-ID` (CLOUD-SRVID-01). */
  serverIdHeader?: string;
}>;

/** A user of the provider with one access key. */
export type CloudUser = CloudKey &
  Readonly<{
    name: string;
    /** Such as `arn:aws:iam::123456789012:user/team/ada`. */
    arn: string;
    /** The provider's unchangeable id of the user, such as `AIDA…`. */
    uniqueId: string;
  }>;

/** A role of the provider. */
export type CloudRole = Readonly<{
  name: string;
  /** Such as `arn:aws:iam::123456789012:role/team/web`. */
  arn: string;
  /** The provider's unchangeable id of the role, such as `AROA…`. */
  uniqueId: string;
}>;

/** The session of a role. */
export type CloudSession = CloudKey &
  Readonly<{
    /** Such as `arn:aws:sts::123456789012:assumed-role/web/i-0123`. */
    arn: string;
    /** When it ends, in milliseconds since 1970. */
    expiresAt: number;
  }>;

export type RoleRequest = Readonly<{
  /** Begins and ends with a slash; default `/`. */
  path?: string;
  /** Accounts whose users and roles may assume it; its own by default. */
  trusts?: readonly string[];
  /** The external id that callers of AssumeRole have to give. */
  externalId?: string;
}>;

/** What of an instance a scenario may decide; the rest is usual. */
export type InstanceOptions = Readonly<{
  /** Drawn by default; that of an instance of another account makes two with one id. */
  id?: string;
  image?: string;
  region?: string;
  vpc?: string;
  subnet?: string;
  /** The name of an instance profile that was made with `createProfile`. */
  profile?: string;
  tags?: Readonly<Record<string, string>>;
}>;

/** An EC2 instance. */
export type CloudInstance = Readonly<{ id: string; image: string; region: string; account: string }>;

export type CloudInstanceState = "pending" | "running" | "shutting-down" | "terminated" | "stopping" | "stopped";

/** One call that the cloud has answered, once its signature was verified. */
export type CloudCall = Readonly<{
  /** Milliseconds since 1970. */
  at: number;
  service: string;
  action: string;
  region: string;
  accessKeyId: string;
  /** ARN of the principal that signed it. */
  caller: string;
  /** The Host header, and the names of all headers that were signed, in lower case. */
  host: string;
  signedHeaders: readonly string[];
  /** The provider's code of a refusal; undefined for a success. */
  refusal?: string;
}>;

/** What a cloud endpoint can do that a scenario may need. */
export type CloudCapability = "signatures" | "instances" | "accounts" | "cloud-faults" | "stand-ins";

/** An endpoint beside the cloud's own, at a host of its own. It passes what it is asked on to the cloud until it is told an answer. */
export interface CloudStandIn {
  readonly url: string;
  /** What it was asked, oldest first. */
  calls(): readonly RecordedCall[];
  /** From now on it answers so, whatever it is asked; without a reply, as the cloud does. */
  script(reply: ScriptedReply | undefined): void;
}

/** One account of the cloud, as its administrator sees it. */
export interface CloudAccount {
  /** Twelve digits. */
  readonly account: string;
  /** The administrator's own access key. */
  readonly administrator: CloudKey;
  /** Makes a user. `path` begins and ends with a slash; default `/`. */
  createUser(name: string, path?: string): Promise<CloudUser>;
  deleteUser(name: string): Promise<void>;
  /** Gives a user one more access key. */
  createAccessKey(user: string): Promise<void>;
  /** Ids of a user's access keys. */
  accessKeysOf(user: string): Promise<readonly string[]>;
  createRole(name: string, wish?: RoleRequest): Promise<CloudRole>;
  deleteRole(name: string): Promise<void>;
  /** Begins a session of a role of this account, as the role's own account may. */
  assumeRole(name: string, session: string): Promise<CloudSession>;
  /** Makes an instance profile that gives an instance the role named; returns its ARN. */
  createProfile(name: string, role: string): Promise<string>;
  /** Starts an instance, which is running at once. */
  runInstance(wish?: InstanceOptions): Promise<CloudInstance>;
  /** Changes what is given of an instance. */
  changeInstance(id: string, change: InstanceOptions & Readonly<{ state?: CloudInstanceState }>): Promise<void>;
}

/** The cloud that clusters are pointed at: its endpoint, and the administrator's side of an account for scenarios. */
export interface CloudProvider extends CloudAccount, AsyncDisposable {
  /** How it came to be, for people: "embedded", "LocalStack 4.14 in a container". */
  readonly description: string;
  /** Endpoint of STS, IAM and EC2, such as `http://127.0.0.1:4566`. */
  readonly url: string;
  readonly region: string;
  readonly capabilities: ReadonlySet<CloudCapability>;
  /** From now on `fault` befalls every call in `scope`, an action's name or more, until it is answered as usual again: undefined. */
  setFault(scope: string | FaultScope, fault: CloudFault | undefined): Promise<void>;
  /** The calls that it answered of late, oldest first; what was signed wrongly is not among them. */
  calls(): Promise<readonly CloudCall[]>;
  /** Another account of the same cloud, which is made at its first use. */
  otherAccount(id: string): Promise<CloudAccount>;
  /** Where `instance` reaches its metadata service, such as `http://127.0.0.1:41234`. */
  metadataOf(instance: CloudInstance): Promise<string>;
  /** The stand-in of this name, made when there is none. Rejects where the capability "stand-ins" is missing. */
  standIn(name: string): Promise<CloudStandIn>;
}
