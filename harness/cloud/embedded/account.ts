export type Principal = Readonly<{
  name: string;
  /** Path of the principal, such as `/team/`. It begins and ends with a slash. */
  path: string;
  arn: string;
  uniqueId: string;
  createdAt: number;
}>;

export type User = Principal;

export type Trust = Readonly<{
  /** Ids of the accounts whose users and roles may assume the role. Undefined: only those of the role's own account. */
  accounts?: readonly string[];
  /** External id that AssumeRole requests must contain. Default: none. */
  externalId?: string;
}>;

export type Role = Principal & Readonly<{ trust: Trust }>;

/** An instance profile. Instances that have it can use its role. */
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

export type Instance = Readonly<{
  id: string;
  region: string;
  image: string;
  state: keyof typeof instanceStates;
  /** Id of the instance's VPC; omitted for an instance outside of VPCs. */
  vpc?: string | undefined;
  subnet?: string | undefined;
  profile?: InstanceProfile | undefined;
  tags: Readonly<Record<string, string>>;
  launchedAt: number;
}>;

/** The principal that signs with a key: a user, or a session of a role. */
export type Caller = Readonly<{ account: Account }> &
  (Readonly<{ user: User }> | Readonly<{ role: Role; session: string }>);

/** An access key, with which requests are signed. The key of a session has a session token and expires. */
export type AccessKey = Readonly<{
  id: string;
  secretAccessKey: string;
  caller: Caller;
  createdAt: number;
  /** Session token that requests signed with this key must contain; omitted for a user's key. */
  sessionToken?: string;
  /** Expiry time in milliseconds since 1970; omitted for a user's key. */
  expiresAt?: number;
}>;

/**
 * An AWS account with its principals and instances. The maps of principals are indexed by names in lower case, because
 * names are unique regardless of case.
 */
export type Account = Readonly<{
  id: string;
  users: Map<string, User>;
  roles: Map<string, Role>;
  profiles: Map<string, InstanceProfile>;
  instances: Map<string, Instance>;
  keys: Map<string, AccessKey>;
  now: () => number;
  /** Returns `count` unpredictable bytes. In the simulation, they are drawn from the seed. */
  random: (count: number) => Uint8Array;
}>;
