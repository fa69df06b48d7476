/** An entity of an account with a unique id. */
export type Principal = Readonly<{
  name: string;
  /** Begins and ends with a slash. */
  path: string;
  arn: string;
  uniqueId: string;
  /** Creation time, in milliseconds since 1970. */
  createdAt: number;
}>;

/** An IAM user. */
export type User = Principal;

/** Principals that may assume a role. */
export type Trust = Readonly<{
  /** Accounts whose users and roles are trusted. Undefined: only the role's own account. */
  accounts?: readonly string[];
  /** External id that callers of AssumeRole must send. Default: none. */
  externalId?: string;
}>;

/** An IAM role. */
export type Role = Principal & Readonly<{ trust: Trust }>;

/** An instance profile, which assigns a role to instances. */
export type InstanceProfile = Principal & Readonly<{ role: Role | undefined }>;

/** Instance states and their numeric codes. Source: AWS, "InstanceState". */
export const instanceStates = {
  pending: 0,
  running: 16,
  "shutting-down": 32,
  terminated: 48,
  stopping: 64,
  stopped: 80,
} as const;

/** An EC2 instance. */
export type Instance = Readonly<{
  id: string;
  region: string;
  image: string;
  state: keyof typeof instanceStates;
  /** Id of its VPC; omitted for an instance outside of VPCs. */
  vpc?: string | undefined;
  subnet?: string | undefined;
  profile?: InstanceProfile | undefined;
  tags: Readonly<Record<string, string>>;
  /** Launch time, in milliseconds since 1970. */
  launchedAt: number;
}>;

/** Principal of a key: a user, or a session of a role. */
export type Caller = Readonly<{ account: Account }> &
  (Readonly<{ user: User }> | Readonly<{ role: Role; session: string }>);

/** An access key, which signs requests. Session keys have a token and expire. */
export type AccessKey = Readonly<{
  id: string;
  secretAccessKey: string;
  caller: Caller;
  createdAt: number;
  /** Session token that requests with this key must contain; omitted for a user's key. */
  sessionToken?: string;
  /** Expiry time, in milliseconds since 1970. */
  expiresAt?: number;
}>;

/**
 * An AWS account with its principals and instances. Names are case-insensitive and indexed in lower
 * case.
 */
export type Account = Readonly<{
  /** Twelve digits. */
  id: string;
  users: Map<string, User>;
  roles: Map<string, Role>;
  profiles: Map<string, InstanceProfile>;
  /** Instances by id. */
  instances: Map<string, Instance>;
  /** Access keys of all accounts of the cloud, by id. */
  keys: Map<string, AccessKey>;
  /** Returns the current time in milliseconds since 1970. */
  now: () => number;
  /** Returns `count` unpredictable bytes; in simulation they come from the seed. */
  random: (count: number) => Uint8Array;
}>;
