import type { Api } from "./api.d.ts";

export type { Envelope } from "./envelope.d.ts";

/** How to reach a cluster. */
export type Connection = Readonly<{
  /** Such as `http://127.0.0.1:8200`. */
  address: string;
  /** Left out, only what needs none is done. */
  token?: string | undefined;
  /** Path of the namespace; the root when left out. */
  namespace?: string | undefined;
  /** Where mounts really are, by where they usually are: `{ "secret/": "team-secrets/" }`. */
  places?: Readonly<Record<string, string>>;
}>;

type Verb = "read" | "list" | "delete" | "write" | "patch";

/** The paths where this can be done. */
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

/** Asks a cluster by the paths of the reference page. Every operation rejects with a {@link Refusal}, or with fetch's TypeError when there is no answer. */
export type Client = Readonly<{ [V in Verb]: Ask<V> }> &
  Readonly<{
    /** The same with another token. */
    as(token: string): Client;
  }>;

/** What a cluster refused: the HTTP status, and the texts that it gave. */
export class Refusal extends Error {
  readonly name: "Refusal";
  readonly status: number;
  readonly errors: readonly string[];
}

/** A client of the cluster at this address; nothing is sent yet. */
export function connect(connection: Connection): Client;
