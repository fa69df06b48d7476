/** What is in an account and has a unique id. */
export type Principal = Readonly<{
  name: string;
  /** Begins and ends with a slash. */
  path: string;
  arn: string;
  uniqueId: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}>;

/** An IAM user. */
export type User = Principal;

/** The principals that may assume a role. */
export type Trust = Readonly<{
  /** Accounts whose users and roles may; undefined for the role's own account alone. */
  accounts?: readonly string[];
  /** The external id that callers of AssumeRole must give; none by default. */
  externalId?: string;
}>;

/** An IAM role. */
export type Role = Principal & Readonly<{ trust: Trust }>;

/** What gives an instance its role. */
export type InstanceProfile = Principal & Readonly<{ role: Role | undefined }>;

/** The states of an instance and their numbers. Source: AWS, "InstanceState". */
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
  /** None for an instance outside of networks. */
  vpc?: string | undefined;
  subnet?: string | undefined;
  profile?: InstanceProfile | undefined;
  tags: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  launchedAt: number;
}>;

/** The principal of a key: a user, or a session of a role. */
export type Caller = Readonly<{ account: Account }> &
  (Readonly<{ user: User }> | Readonly<{ role: Role; session: string }>);

/** A key that requests are signed with. Those of sessions come with a token and end. */
export type AccessKey = Readonly<{
  id: string;
  secretAccessKey: string;
  caller: Caller;
  createdAt: number;
  /** The session token that every request with this key must carry; none for a user's. */
  sessionToken?: string;
  /** Milliseconds since 1970. */
  expiresAt?: number;
}>;

/** One account of the cloud: its principals, and its instances. Names that differ only in case are one name, kept in lower case. */
export type Account = Readonly<{
  /** Twelve digits. */
  id: string;
  users: Map<string, User>;
  roles: Map<string, Role>;
  profiles: Map<string, InstanceProfile>;
  /** By instance id. */
  instances: Map<string, Instance>;
  /** The access keys of all accounts of the cloud, by their ids. */
  keys: Map<string, AccessKey>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** As many unpredictable bytes; seeded ones in simulation. */
  random: (count: number) => Uint8Array;
}>;
