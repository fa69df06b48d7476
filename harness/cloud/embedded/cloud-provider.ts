import type { CloudFault, FaultScope } from "./cloud-fault.ts";
import type { RecordedCall, ScriptedReply } from "./stand-in.ts";

export type { CloudFault, FaultScope };

export type CloudKey = Readonly<{
  accessKeyId: string;
  secretAccessKey: string;
  /** Session token; only keys of sessions have one. */
  sessionToken?: string;
  /** Name of the header that contains the server id. Default: `X-Svc-Cloud-IAM-Server-ID` (CLOUD-SRVID-01). */
  serverIdHeader?: string;
}>;

export type CloudUser = CloudKey &
  Readonly<{
    name: string;
    arn: string;
    /** Immutable id of the user, such as `AIDA…`. */
    uniqueId: string;
  }>;

export type CloudRole = Readonly<{
  name: string;
  arn: string;
  /** Immutable id of the role, such as `AROA…`. */
  uniqueId: string;
}>;

export type CloudSession = CloudKey &
  Readonly<{
    arn: string;
    expiresAt: number;
  }>;

export type RoleRequest = Readonly<{
  /** Path of the role. It begins and ends with a slash. Default: `/`. */
  path?: string;
  /** Ids of the accounts whose users and roles may assume the role. Default: the role's own account. */
  trusts?: readonly string[];
  /** External id that AssumeRole requests must contain. Default: none. */
  externalId?: string;
}>;

export type InstanceOptions = Readonly<{
  /** Id of the instance. Default: random. An instance in another account may have the same id. */
  id?: string;
  image?: string;
  region?: string;
  vpc?: string;
  subnet?: string;
  /** Name of an instance profile that {@link CloudAccount.createProfile} created. Default: none. */
  profile?: string;
  tags?: Readonly<Record<string, string>>;
}>;

export type CloudInstance = Readonly<{ id: string; image: string; region: string; account: string }>;

export type CloudInstanceState = "pending" | "running" | "shutting-down" | "terminated" | "stopping" | "stopped";

/** A call with a valid signature that the cloud has executed or refused. */
export type CloudCall = Readonly<{
  at: number;
  service: string;
  action: string;
  region: string;
  accessKeyId: string;
  /** ARN of the principal that signed the call. */
  caller: string;
  host: string;
  /** Names of all signed headers, in lower case. */
  signedHeaders: readonly string[];
  /** Error code of the response; undefined for a success. */
  refusal?: string;
}>;

export type CloudCapability = "signatures" | "instances" | "accounts" | "cloud-faults" | "stand-ins";

/**
 * A second endpoint of the cloud with its own address. It forwards requests to the cloud unless a response is scripted.
 */
export interface CloudStandIn {
  readonly url: string;
  /** Returns the most recent requests that this endpoint received, oldest first. */
  calls(): readonly RecordedCall[];
  /** Sets the response to all further requests. `undefined` forwards them to the cloud again. */
  script(reply: ScriptedReply | undefined): void;
}

export interface CloudAccount {
  readonly account: string;
  readonly administrator: CloudKey;
  /** Creates a user with an access key. `path` begins and ends with a slash. Default: `/`. */
  createUser(name: string, path?: string): Promise<CloudUser>;
  deleteUser(name: string): Promise<void>;
  createAccessKey(user: string): Promise<void>;
  accessKeysOf(user: string): Promise<readonly string[]>;
  createRole(name: string, options?: RoleRequest): Promise<CloudRole>;
  deleteRole(name: string): Promise<void>;
  assumeRole(name: string, session: string): Promise<CloudSession>;
  /** Creates an instance profile with a role. Returns the ARN of the profile. */
  createProfile(name: string, role: string): Promise<string>;
  /** Starts an instance. Its state is `running` immediately. */
  runInstance(options?: InstanceOptions): Promise<CloudInstance>;
  changeInstance(id: string, change: InstanceOptions & Readonly<{ state?: CloudInstanceState }>): Promise<void>;
}

/** The cloud that clusters use: its endpoint, and administrative access to its default account. */
export interface CloudProvider extends CloudAccount, AsyncDisposable {
  /** The kind of cloud, for people, such as "embedded" or "LocalStack 4.14 in a container". */
  readonly description: string;
  /** Endpoint of STS, IAM and EC2, such as `http://127.0.0.1:4566`. */
  readonly url: string;
  readonly region: string;
  readonly capabilities: ReadonlySet<CloudCapability>;
  /** Sets the fault of all further calls in `scope`, which is an action or a set of fields. `undefined` removes it. */
  setFault(scope: string | FaultScope, fault: CloudFault | undefined): Promise<void>;
  /** Returns the most recent calls, oldest first. Calls with an invalid signature are not included. */
  calls(): Promise<readonly CloudCall[]>;
  otherAccount(id: string): Promise<CloudAccount>;
  /** Returns the address of an instance's metadata service, such as `http://127.0.0.1:41234`. */
  metadataOf(instance: CloudInstance): Promise<string>;
  /**
   * Returns the second endpoint with this name. Creates it on first use. Rejects without the capability "stand-ins".
   */
  standIn(name: string): Promise<CloudStandIn>;
}
