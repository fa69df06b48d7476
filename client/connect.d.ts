import type { Api } from "./api.d.ts";

export type { Envelope } from "./envelope.d.ts";

export type Connection = Readonly<{
  /** Base URL of the cluster's API, such as `http://127.0.0.1:8200`. */
  address: string;
  /** Token that is sent with each request. Default: no token. */
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
 * response has an error status, or with the TypeError of `fetch` if no response arrives.
 */
export type Client = Readonly<{ [V in Verb]: Ask<V> }> &
  Readonly<{
    as(token: string): Client;
  }>;

/** Error of a request that a cluster refused. `status` is the HTTP status, `errors` the error texts in the response. */
export class Refusal extends Error {
  readonly name: "Refusal";
  readonly status: number;
  readonly errors: readonly string[];
}

/** Creates a client of the cluster at this address. Sends nothing. */
export function connect(connection: Connection): Client;
