import type { z } from "zod";
import type { Answer } from "./answer.ts";
import type { Call, Verb } from "./request.ts";

/** Cluster that serves a request to a secondary: the secondary itself, or its primary. */
export type Served = "locally" | "by-primary";

/** Reason for a long body: a document, or a list of thousands of values (docs/limits.md). */
export type LongBody = "document" | "list";

/** Fields by name, including path parameters. */
export type Input = z.ZodObject;

/**
 * An operation at a path. `Context` provides the handler with storage, the caller and ports. If the
 * handler returns no answer, the status is 204.
 */
export type Operation<Context> = Readonly<{
  summary: string;
  /** Serving cluster, or a function that selects it by input or stored data (local mounts). */
  served: Served | ((input: never, context: Context) => Served | Promise<Served>);
  /** True if no token is required; a function if that depends on the call. */
  unauthenticated?: boolean | ((call: Pick<Call, "fields" | "token">) => boolean);
  /** True for a login, which is called without a token and returns one. */
  login?: true;
  /** True if a wrapping token replaces the client token and selects the response to unwrap. */
  unwraps?: true;
  /** True if the operation seals the cluster. On a sealed cluster it does nothing. */
  seals?: true;
  /** True if the token needs the capability `sudo` as well. */
  sudo?: boolean;
  /** True if requests are not audited, since any client may send them every second. */
  unaudited?: boolean;
  /** True if only secondaries of this cluster may call it; for clients the path does not exist. */
  internal?: boolean;
  /**
   * Returns further mounts that the operation affects. If one is filtered from a secondary, that
   * secondary cannot forward the operation.
   */
  concerns?: (input: never) => readonly Readonly<{ kind: "auth" | "secret"; path: string }>[];
  /** True if only the root namespace has the operation. */
  rootOnly?: boolean;
  /** Reason for a long body, which requires a valid token. All other bodies are short. */
  longBody?: LongBody;
  input: Input;
  /**
   * Schema of the response data, or of the complete response if it is bare. An operation with a
   * schema always has a response body, unless `statuses` contains 204; a write without a schema has
   * no data (`engine/api/openapi/responses.ts`).
   */
  output?: z.ZodType;
  /** True if no replicated data is needed, not even the first copy of a secondary. */
  withoutReplicatedData?: true;
  /** True if responses of the operation have no envelope. */
  bare?: boolean;
  /** Content type of the responses that are not JSON, if there are any. */
  textType?: string;
  /**
   * Statuses that are not derived: unusual success statuses, such as 202, and additional error
   * statuses, such as 500. `any` if the client chooses the status.
   */
  statuses?: readonly number[] | "any";
  /**
   * For a `write`: returns true if the object exists, which requires `update` instead of `create`.
   */
  exists?: (input: never, context: Context) => Promise<boolean>;
  run: (input: never, context: Context) => Promise<Answer | undefined>;
}>;

/** A path and its operations. `:name` matches one segment, a final `*name` or `*` the rest. */
export type Endpoint<Context> = Readonly<{
  path: string;
  /** True if responses have no envelope, and refusals of methods no text (as in sys/health). */
  bare?: boolean;
  operations: Partial<Readonly<Record<Verb, Operation<Context>>>>;
}>;

type Declared<Fields extends Input, Context> = Omit<
  Operation<Context>,
  "input" | "served" | "concerns" | "exists" | "run"
> &
  Readonly<{
    input: Fields;
    concerns?: (input: z.output<Fields>) => readonly Readonly<{ kind: "auth" | "secret"; path: string }>[];
    served: Served | ((input: z.output<Fields>, context: Context) => Served | Promise<Served>);
    exists?: (input: z.output<Fields>, context: Context) => Promise<boolean>;
    run: (input: z.output<Fields>, context: Context) => Promise<Answer | undefined>;
  }>;

/** Declares an operation, with a handler that is typed by the input. */
export function operation<Fields extends Input, Context>(declared: Declared<Fields, Context>): Operation<Context> {
  return declared;
}
