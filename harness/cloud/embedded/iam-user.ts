/** An IAM user. */
export type User = Readonly<{
  name: string;
  /** Begins and ends with a slash. */
  path: string;
  arn: string;
  uniqueId: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}>;

/** One of at most two keys of a user. */
export type AccessKey = Readonly<{ id: string; secretAccessKey: string; user: User; createdAt: number }>;
