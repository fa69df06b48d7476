import type { z } from "zod";
import type { Answer } from "./answer.ts";
import type { Call, Verb } from "./request.ts";

/** Cluster that serves a request which a secondary received: the secondary itself, or its primary. */
export type Served = "locally" | "by-primary";

/**
 * Why an operation accepts a long request body: as a document, or as a list of thousands of values (docs/limits.md).
 */
export type LongBody = "document" | "list";

/** Schema of the request fields by name, including path parameters. */
export type Input = z.ZodObject;

/**
 * One verb of an endpoint, such as `read`. The handler receives storage, caller and ports as its `Context`. If the
 * handler returns undefined, the response has status 204.
 */
export type Operation<Context> = Readonly<{
  summary: string;
  /** Cluster that serves the request. A function selects it by the input or by stored data, as for local mounts. */
  served: Served | ((input: never, context: Context) => Served | Promise<Served>);
  /** True if requests need no token. A function if that depends on the request. */
  unauthenticated?: boolean | ((call: Pick<Call, "fields" | "token">) => boolean);
  /** True for a login, which is called without a token and returns one. */
  login?: true;
  /** True if a request whose client token is a wrapping token returns the wrapped response instead of being handled. */
  unwraps?: true;
  /** True if the operation seals the cluster. Does nothing if the cluster is already sealed. */
  seals?: true;
  /** True if the policies of the token must also grant the capability `sudo`. */
  sudo?: boolean;
  /** True if requests are not written to audit devices, since any client may send them every second. */
  unaudited?: boolean;
  /** True if only secondaries may call the operation, by forwarding. For clients the path does not exist. */
  internal?: boolean;
  /**
   * Returns mounts that the operation affects besides the mount that serves it. A secondary cannot forward the
   * operation if a paths filter excludes one of these mounts from it.
   */
  concerns?: (input: never) => readonly Readonly<{ kind: "auth" | "secret"; path: string }>[];
  /** True if the operation exists only in the root namespace. */
  rootOnly?: boolean;
  /** Set if the operation accepts a long body. A request with a long body needs a valid token. */
  longBody?: LongBody;
  input: Input;
  /**
   * Schema of `data` in the response, or of the complete response body if `bare` is true. An operation with a schema
   * always has a response body, unless `statuses` contains 204. A write without a schema returns no data
   * (`engine/api/openapi/responses.ts`).
   */
  output?: z.ZodType;
  /** True if the operation uses no replicated data. It is then available while a secondary has no complete copy yet. */
  withoutReplicatedData?: true;
  /** True if response bodies lack the usual members such as `request_id` (see {@link Answer}). */
  bare?: boolean;
  /** Content type of responses that are not JSON, if the operation has such responses. */
  textType?: string;
  /**
   * Statuses that the OpenAPI document cannot derive: unusual success statuses, such as 202, and additional error
   * statuses, such as 500. `any` if the client chooses the status.
   */
  statuses?: readonly number[] | "any";
  /** Only for `write`. Returns true if the object exists; the token then needs `update` instead of `create`. */
  exists?: (input: never, context: Context) => Promise<boolean>;
  run: (input: never, context: Context) => Promise<Answer | undefined>;
}>;

/** A path and its operations. In the path, `:name` matches one segment; a final `*name` or `*` matches the rest. */
export type Endpoint<Context> = Readonly<{
  path: string;
  /**
   * True if responses lack the usual members such as `request_id`, and an unsupported method has an error without text
   * (as in sys/health).
   */
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

/** Declares an operation. TypeScript infers the type of the handler's input from the schema. */
export function operation<Fields extends Input, Context>(declared: Declared<Fields, Context>): Operation<Context> {
  return declared;
}
