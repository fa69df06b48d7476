import type { Api } from "./api.d.ts";

export type { Envelope } from "./envelope.d.ts";

/** Address, token and mounts that a client uses. */
export type Connection = Readonly<{
  /** Base URL of the cluster's API, such as `http://127.0.0.1:8200`. */
  address: string;
  /** Token of all requests. Without it, only operations that require no token succeed. */
  token?: string | undefined;
  /** Path of the namespace. The default is the root namespace. */
  namespace?: string | undefined;
  /** Actual mount paths by default mount paths: `{ "secret/": "team-secrets/" }`. */
  places?: Readonly<Record<string, string>>;
}>;

type Verb = "read" | "list" | "delete" | "write" | "patch";

/** Paths that support the operation `V`. */
export type PathWith<V extends Verb> = { [Path in keyof Api]: V extends keyof Api[Path] ? Path : never }[keyof Api];

type OperationOf<V extends Verb, Path extends PathWith<V>> = Api[Path][V & keyof Api[Path]] extends infer Found extends
  {
    input: unknown;
    answer: unknown;
  }
  ? Found
  : never;

type Ask<V extends Verb> = <Path extends PathWith<V>>(
  path: Path,
  ...input: Record<never, never> extends OperationOf<V, Path>["input"]
    ? [input?: OperationOf<V, Path>["input"]]
    : [input: OperationOf<V, Path>["input"]]
) => Promise<OperationOf<V, Path>["answer"]>;

/**
 * Sends requests to a cluster. Paths are those of docs/reference.md. An operation rejects with a {@link Refusal} if the
 * cluster refuses it, or with the TypeError of `fetch` if no response arrives.
 */
export type Client = Readonly<{ [V in Verb]: Ask<V> }> &
  Readonly<{
    /** Returns a client of the same cluster with another token. */
    as(token: string): Client;
  }>;

/** Error of a request that a cluster refused, with the HTTP status and the error texts of the response. */
export class Refusal extends Error {
  readonly name: "Refusal";
  readonly status: number;
  readonly errors: readonly string[];
}

/** Creates a client of the cluster at this address. Sends nothing. */
export function connect(connection: Connection): Client;
