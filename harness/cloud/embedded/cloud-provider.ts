import type { CloudFault, FaultScope } from "./cloud-fault.ts";
import type { RecordedCall, ScriptedReply } from "./stand-in.ts";

export type { CloudFault, FaultScope };

/** An access key that signs requests: a user's, or that of a session of a role. */
export type CloudKey = Readonly<{
  accessKeyId: string;
  secretAccessKey: string;
  /** Session token, only for the key of a session. */
  sessionToken?: string;
  /** Name of the server ID header. Default: `X-Svc-Cloud-IAM-Server-ID` (CLOUD-SRVID-01). */
  serverIdHeader?: string;
}>;

/** A user of the cloud with one access key. */
export type CloudUser = CloudKey &
  Readonly<{
    name: string;
    /** For example `arn:aws:iam::123456789012:user/team/ada`. */
    arn: string;
    /** Immutable id of the user, such as `AIDA…`. */
    uniqueId: string;
  }>;

/** A role of the cloud. */
export type CloudRole = Readonly<{
  name: string;
  /** For example `arn:aws:iam::123456789012:role/team/web`. */
  arn: string;
  /** Immutable id of the role, such as `AROA…`. */
  uniqueId: string;
}>;

/** A session of a role. */
export type CloudSession = CloudKey &
  Readonly<{
    /** For example `arn:aws:sts::123456789012:assumed-role/web/i-0123`. */
    arn: string;
    /** Expiry time, in milliseconds since 1970. */
    expiresAt: number;
  }>;

export type RoleRequest = Readonly<{
  /** Begins and ends with a slash. Default: `/`. */
  path?: string;
  /** Accounts whose users and roles may assume the role. Default: its own. */
  trusts?: readonly string[];
  /** External id that callers of AssumeRole must send. */
  externalId?: string;
}>;

/** Properties of an instance that a scenario can set; others have defaults. */
export type InstanceOptions = Readonly<{
  /**
   * Default: random. With the id of an instance in another account, two instances have the same id.
   */
  id?: string;
  image?: string;
  region?: string;
  vpc?: string;
  subnet?: string;
  /** Name of an instance profile that `createProfile` created. */
  profile?: string;
  tags?: Readonly<Record<string, string>>;
}>;

/** An EC2 instance. */
export type CloudInstance = Readonly<{ id: string; image: string; region: string; account: string }>;

export type CloudInstanceState = "pending" | "running" | "shutting-down" | "terminated" | "stopping" | "stopped";

/** A call with a verified signature that the cloud has answered. */
export type CloudCall = Readonly<{
  /** Time of the call, in milliseconds since 1970. */
  at: number;
  service: string;
  action: string;
  region: string;
  accessKeyId: string;
  /** ARN of the principal that signed the call. */
  caller: string;
  /** The Host header, and the names of all signed headers, in lower case. */
  host: string;
  signedHeaders: readonly string[];
  /** Error code; undefined for a success. */
  refusal?: string;
}>;

/** Capabilities of a cloud endpoint that scenarios may need. */
export type CloudCapability = "signatures" | "instances" | "accounts" | "cloud-faults" | "stand-ins";

/**
 * A second endpoint at its own host. It forwards requests to the cloud unless it has a scripted
 * reply.
 */
export interface CloudStandIn {
  readonly url: string;
  /** Recorded requests, oldest first. */
  calls(): readonly RecordedCall[];
  /** Sets the reply to all further requests. Undefined: the cloud's reply. */
  script(reply: ScriptedReply | undefined): void;
}

/** Administrative access to one account of the cloud. */
export interface CloudAccount {
  /** Twelve digits. */
  readonly account: string;
  /** Access key of the administrator. */
  readonly administrator: CloudKey;
  /** Creates a user. `path` begins and ends with a slash. Default: `/`. */
  createUser(name: string, path?: string): Promise<CloudUser>;
  deleteUser(name: string): Promise<void>;
  /** Creates another access key for a user. */
  createAccessKey(user: string): Promise<void>;
  /** Returns the ids of a user's access keys. */
  accessKeysOf(user: string): Promise<readonly string[]>;
  createRole(name: string, options?: RoleRequest): Promise<CloudRole>;
  deleteRole(name: string): Promise<void>;
  /** Starts a session of a role of this account, as a caller in that account. */
  assumeRole(name: string, session: string): Promise<CloudSession>;
  /** Creates an instance profile with a role. Returns its ARN. */
  createProfile(name: string, role: string): Promise<string>;
  /** Starts an instance, which is in state `running` at once. */
  runInstance(options?: InstanceOptions): Promise<CloudInstance>;
  /** Changes the given properties of an instance. */
  changeInstance(id: string, change: InstanceOptions & Readonly<{ state?: CloudInstanceState }>): Promise<void>;
}

/**
 * The cloud that clusters use: its endpoint, and administrative access to its default account for
 * scenarios.
 */
export interface CloudProvider extends CloudAccount, AsyncDisposable {
  /** Origin of the cloud, for people: "embedded", "LocalStack 4.14 in a container". */
  readonly description: string;
  /** Endpoint of STS, IAM and EC2, such as `http://127.0.0.1:4566`. */
  readonly url: string;
  readonly region: string;
  readonly capabilities: ReadonlySet<CloudCapability>;
  /**
   * Sets the fault of all further calls in `scope` (the name of an action, or more fields).
   * Undefined removes it.
   */
  setFault(scope: string | FaultScope, fault: CloudFault | undefined): Promise<void>;
  /** Returns the most recent calls, oldest first, without those whose signature was wrong. */
  calls(): Promise<readonly CloudCall[]>;
  /** Returns another account of the same cloud, which is created on first use. */
  otherAccount(id: string): Promise<CloudAccount>;
  /** Returns the address of the instance's metadata service, such as `http://127.0.0.1:41234`. */
  metadataOf(instance: CloudInstance): Promise<string>;
  /**
   * Returns the stand-in of this name, created on first use. Rejects without the capability
   * "stand-ins".
   */
  standIn(name: string): Promise<CloudStandIn>;
}
