import type { z } from "zod";
import type { Answer } from "./answer.ts";
import type { Call, Verb } from "./request.ts";

/** Which cluster serves a request that reaches a secondary: itself, or its primary. */
export type Served = "locally" | "by-primary";

/** What a body may be long for: a document, or a list of thousands, which has more values as well (docs/limits.md). */
export type LongBody = "document" | "list";

/** Fields by name. Path parameters are among them. */
export type Input = z.ZodObject;

/**
 * One task at one path. `Context` is what the room that declares it gives its handlers: its storage, its caller, its ports.
 * Answering nothing is 204.
 */
export type Operation<Context> = Readonly<{
  summary: string;
  /** A function where the input decides, or what is stored, such as for mounts that are local. */
  served: Served | ((input: never, context: Context) => Served | Promise<Served>);
  /** Whether the path is answered without a token; a function where the call decides. */
  unauthenticated?: boolean | ((call: Pick<Call, "fields" | "token">) => boolean);
  /** Whether it is a login: asked without a token, to get one. */
  login?: true;
  /** Whether a wrapping token does in place of a token that may ask: what is behind it is then the answer (the old way to unwrap). */
  unwraps?: true;
  /** Whether the cluster is sealed once this is answered. While it is, there is nothing to do, and no policy can be read. */
  seals?: true;
  /** Whether the token needs the capability `sudo` as well. */
  sudo?: boolean;
  /** Whether it is left out of the audit: what any client may ask every second. */
  unaudited?: boolean;
  /** Whether only secondaries of this cluster ask for it (`Context.askPrimary`): to a client there is no such path. */
  internal?: boolean;
  /** The mounts that it is about, by kind and path, besides the one that serves it: of one that is filtered from a secondary, that one cannot have it done. */
  concerns?: (input: never) => readonly Readonly<{ kind: "auth" | "secret"; path: string }>[];
  /** Whether only the root namespace has it. */
  rootOnly?: boolean;
  /** What its body may be long for, once the caller has shown a token that holds. All other bodies are short. */
  longBody?: LongBody;
  input: Input;
  /**
   * Shape of the answer's data, or of all of a bare one. With it, the operation always has an answer, unless `statuses` has 204; a write
   * without it has no data (`engine/api/openapi/responses.ts`).
   */
  output?: z.ZodType;
  /** Whether it needs nothing that is replicated: a secondary answers it also before its first copy is complete. */
  withoutReplicatedData?: true;
  /** Whether its answers have no envelope. */
  bare?: boolean;
  /** Content type of answers that are no JSON, where the caller may have such. */
  textType?: string;
  /**
   * Statuses that cannot be told from the rest: those of success, when they are others than usual, such as 202, and further
   * refusals, such as 500. `any` where the caller chooses.
   */
  statuses?: readonly number[] | "any";
  /** For a `write`: whether the object is there already, so that the right to update it is asked for, else that to create it. */
  exists?: (input: never, context: Context) => Promise<boolean>;
  run: (input: never, context: Context) => Promise<Answer | undefined>;
}>;

/** One path and what can be done there. `:name` is one segment, a last `*name` is all the rest, a last `*` too, unnamed. */
export type Endpoint<Context> = Readonly<{
  path: string;
  /** Whether its answers have no envelope, and its refusals of other verbs no text (sys/health and its like). */
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

/** Declares an operation: its handler is typed by its input. */
export function operation<Fields extends Input, Context>(declared: Declared<Fields, Context>): Operation<Context> {
  return declared;
}
