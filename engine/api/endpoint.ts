import type { z } from "zod";
import type { Answer } from "./answer.ts";
import type { Call, Verb } from "./request.ts";

/**
 * Cluster that serves a request which a secondary receives: the secondary itself, or its primary. At a local mount, a
 * secondary serves requests itself, regardless of this value.
 */
export type Served = "locally" | "by-primary";

/**
 * Reason why an operation accepts a long request body: the body contains a document, or a list of thousands of values
 * (docs/limits.md).
 */
export type LongBody = "document" | "list";

export type Input = z.ZodObject;

export type ConcernedMount = Readonly<{ kind: "auth" | "secret"; path: string }>;

type Functions<Values, Context> = Readonly<{
  served: Served | ((input: Values, context: Context) => Served | Promise<Served>);
  /**
   * Returns the mounts that the operation affects in addition to the mount of its path. The primary
   * refuses a forwarded operation if one of these mounts is filtered from the secondary.
   */
  concerns?: (input: Values) => readonly ConcernedMount[];
  /**
   * For a `write`: returns true if the object exists. The token then needs the capability `update` instead of `create`.
   */
  exists?: (input: Values, context: Context) => Promise<boolean>;
  /** Handles the operation. Undefined means status 204 without a body. */
  run: (input: Values, context: Context) => Promise<Answer | undefined>;
}>;

/** An operation, bound to the decoded fields and the context of one request. */
export type BoundOperation = Readonly<{
  served(): Served | Promise<Served>;
  concerns(): readonly ConcernedMount[];
  exists(): Promise<boolean> | undefined;
  run(): Promise<Answer | undefined>;
}>;

type Facts<Fields extends Input> = Readonly<{
  summary: string;
  /** True if no token is required; a function if that depends on the call. */
  unauthenticated?: boolean | ((call: Pick<Call, "fields" | "token">) => boolean);
  login?: true;
  /**
   * True if a request whose client token is a wrapping token gets the wrapped response instead of calling the handler.
   */
  unwraps?: true;
  seals?: true;
  sudo?: boolean;
  unaudited?: boolean;
  /** True if only secondaries may call the operation. Clients get the error of an unsupported path. */
  internal?: boolean;
  rootOnly?: boolean;
  longBody?: LongBody;
  input: Fields;
  /** Schema of `data` in the response, or of the complete response body if `bare` is true. */
  output?: z.ZodType;
  /**
   * True if the operation uses no replicated data. It is then available in the root namespace of a secondary without a
   * complete copy.
   */
  withoutReplicatedData?: true;
  /** True if response bodies lack the usual members such as `request_id` (see {@link Answer}). */
  bare?: boolean;
  textType?: string;
  /**
   * Additional statuses for the OpenAPI document. Declared success statuses replace the derived ones. `any` if the
   * client chooses the status.
   */
  statuses?: readonly number[] | "any";
}>;

export type Operation<Context> = Facts<Input> &
  Readonly<{
    /** Cluster that serves the operation; "by-call" if {@link BoundOperation.served} selects it. */
    served: Served | "by-call";
    distinguishesCreate: boolean;
    bind(decode: <Fields extends Input>(input: Fields) => z.output<Fields>, context: Context): BoundOperation;
  }>;

/**
 * A path and its operations. `:name` matches one segment of letters, digits, underscores, and inner
 * dots and dashes; `*name` or `*` matches any text, including slashes and the empty text.
 */
export type Endpoint<Context> = Readonly<{
  path: string;
  /** True if an unsupported method is refused without an error text (as in sys/health). */
  bare?: boolean;
  operations: Partial<Readonly<Record<Verb, Operation<Context>>>>;
}>;

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
