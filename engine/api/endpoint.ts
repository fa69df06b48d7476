import type { z } from "zod";
import type { Answer } from "./answer.ts";
import type { Call, Verb } from "./request.ts";

/** Cluster that serves a request that a secondary receives: the secondary itself, or its primary. */
export type Served = "locally" | "by-primary";

/**
 * Reason why an operation accepts a long request body: the body contains a document, or a list of thousands of values
 * (docs/limits.md).
 */
export type LongBody = "document" | "list";

export type Input = z.ZodObject;

/** A mount that an operation affects, other than the mount of the operation itself. */
export type ConcernedMount = Readonly<{ kind: "auth" | "secret"; path: string }>;

/**
 * Functions of an operation. `Values` are its decoded fields. `Context` gives the handler access to storage, the caller
 * and ports.
 */
type Functions<Values, Context> = Readonly<{
  /** Cluster that serves the operation, or a function that selects it by fields or stored data (local mounts). */
  served: Served | ((input: Values, context: Context) => Served | Promise<Served>);
  /**
   * Returns the other mounts that the operation affects. A secondary from which one of them is filtered cannot forward
   * the operation.
   */
  concerns?: (input: Values) => readonly ConcernedMount[];
  /**
   * For a `write`: returns true if the object exists. The token then needs the capability `update` instead of `create`.
   */
  exists?: (input: Values, context: Context) => Promise<boolean>;
  /** Handles the operation. If it returns no answer, the status is 204. */
  run: (input: Values, context: Context) => Promise<Answer | undefined>;
}>;

/** An operation, bound to the decoded fields and the context of one request. */
export type BoundOperation = Readonly<{
  served(): Served | Promise<Served>;
  concerns(): readonly ConcernedMount[];
  /** Undefined if the operation does not distinguish create from update. */
  exists(): Promise<boolean> | undefined;
  run(): Promise<Answer | undefined>;
}>;

/** Properties of an operation that do not depend on a request. */
type Facts<Fields extends Input> = Readonly<{
  summary: string;
  /** True if no token is required; a function if that depends on the call. */
  unauthenticated?: boolean | ((call: Pick<Call, "fields" | "token">) => boolean);
  /** True for a login: a call without a token that returns a token. */
  login?: true;
  /**
   * True if a request whose client token is a wrapping token returns the wrapped response, and the handler is not
   * called.
   */
  unwraps?: true;
  /** True if the operation seals the cluster. On a sealed cluster it has no effect. */
  seals?: true;
  /** True if the token also needs the capability `sudo`. */
  sudo?: boolean;
  /** True if requests are not written to audit devices. */
  unaudited?: boolean;
  /** True if only secondaries may call the operation, by forwarding. For clients the path does not exist. */
  internal?: boolean;
  /** True if the operation exists only in the root namespace. */
  rootOnly?: boolean;
  /** Set if the operation accepts a long body. A request with a long body needs a valid token. */
  longBody?: LongBody;
  input: Fields;
  /** Schema of `data` in the response, or of the complete response body if `bare` is true. */
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
}>;

export type Operation<Context> = Facts<Input> &
  Readonly<{
    /** Cluster that serves the operation; "by-call" if {@link BoundOperation.served} selects it. */
    served: Served | "by-call";
    /** True if a `write` distinguishes create from update. */
    distinguishesCreate: boolean;
    /** Binds the operation to a context, and to the fields that `decode` returns. */
    bind(decode: <Fields extends Input>(input: Fields) => z.output<Fields>, context: Context): BoundOperation;
  }>;

/** A path and its operations. `:name` matches one segment; `*name` or `*` matches any text, including slashes. */
export type Endpoint<Context> = Readonly<{
  path: string;
  /**
   * True if responses lack the usual members such as `request_id`, and an unsupported method has an error without text
   * (as in sys/health).
   */
  bare?: boolean;
  operations: Partial<Readonly<Record<Verb, Operation<Context>>>>;
}>;

/** Declares an operation; the parameter types of its functions follow from `input`. */
export function operation<Fields extends Input, Context>(
  declared: Facts<Fields> & Functions<z.output<Fields>, Context>,
): Operation<Context> {
  const { served, concerns, exists, run, ...facts } = declared;
  return {
    ...facts,
    served: typeof served === "function" ? "by-call" : served,
    distinguishesCreate: exists !== undefined,
    bind(decode, context) {
      const values = decode(declared.input);
      return {
        served: () => (typeof served === "function" ? served(values, context) : served),
        concerns: () => concerns?.(values) ?? [],
        exists: () => exists?.(values, context),
        run: () => run(values, context),
      };
    },
  };
}

/** Returns the operation with another handler, which can call the previous one, `run`. */
export function withHandler<Context>(
  operation: Operation<Context>,
  handler: (run: BoundOperation["run"], context: Context) => Promise<Answer | undefined>,
): Operation<Context> {
  return {
    ...operation,
    bind(decode, context) {
      const bound = operation.bind(decode, context);
      return { ...bound, run: () => handler(bound.run, context) };
    },
  };
}
