import { z } from "zod";
import type { BoundOperation, Endpoint, Operation } from "./endpoint.ts";
import { missing } from "./field.ts";
import { type JsonObject, setMember } from "./json.ts";
import { Problem } from "./problem.ts";
import type { Call, Verb } from "./request.ts";

/** Pattern of a path parameter: letters, digits, underscores, and inner dots and dashes (W4-01). */
const segment = "(\\w(?:[\\w.-]*\\w)?)";

export type Route<Context> = Readonly<{ operation: Operation<Context>; endpointPath: string; parameters: JsonObject }>;

export type Router<Context> = Readonly<{
  find(verb: Verb, path: string): Route<Context>;
  endpoints: readonly Endpoint<Context>[];
  /** Returns the endpoints that serve `path` with any verb, without endpoints that have only internal operations. */
  at(path: string): readonly Endpoint<Context>[];
}>;

/**
 * Creates a router. `find` selects a path without parameters if one matches; otherwise the first path with parameters
 * that matches and has the verb. `find` throws a {@link Problem} if there is no such operation.
 */
export function router<Context>(endpoints: readonly Endpoint<Context>[]): Router<Context> {
  const fixed = new Map<string, Endpoint<Context>>();
  const patterns: (Pattern & Readonly<{ endpoint: Endpoint<Context> }>)[] = [];
  for (const endpoint of endpoints) {
    if (/[:*]/.test(endpoint.path)) patterns.push({ ...patternOf(endpoint.path), endpoint });
    else fixed.set(endpoint.path, endpoint);
  }
  return {
    endpoints,
    at(path) {
      const exact = fixed.get(path);
      const matching = patterns.filter(({ expression }) => expression.test(path)).map(({ endpoint }) => endpoint);
      return (exact ? [exact] : matching).filter(({ operations }) =>
        Object.values(operations).some(({ internal }) => !internal),
      );
    },
    find(verb, path) {
      const exact = fixed.get(path);
      if (exact) return { operation: operationOf(exact, verb), endpointPath: path, parameters: {} };
      let refusal: Problem | undefined;
      for (const { expression, names, endpoint } of patterns) {
        const match = expression.exec(path);
        if (!match) continue;
        const operation = endpoint.operations[verb];
        if (!operation) {
          refusal ??= unserved(endpoint, verb);
          continue;
        }
        const endpointPath = endpoint.path;
        return {
          operation,
          endpointPath,
          parameters: Object.fromEntries(names.map((name, i) => [name, match[i + 1] ?? ""])),
        };
      }
      if (refusal) throw refusal;
      throw new Problem("unsupported path", "unsupported path");
    },
  };
}

function operationOf<Context>(endpoint: Endpoint<Context>, verb: Verb): Operation<Context> {
  const operation = endpoint.operations[verb];
  if (!operation) throw unserved(endpoint, verb);
  return operation;
}

function unserved<Context>({ bare, operations }: Endpoint<Context>, verb: Verb): Problem {
  const plain = Object.values(operations).every(({ unauthenticated }) => unauthenticated === true);
  // A list requests the path with a final slash, which is another path.
  if (verb === "list" && !bare) return new Problem("unsupported path", "unsupported path", { plain });
  return new Problem("unsupported operation", bare ? "" : "unsupported operation", { plain });
}

type Pattern = Readonly<{ expression: RegExp; names: readonly string[] }>;

const patternsMade = new Map<string, Pattern>();

function patternOf(path: string): Pattern {
  const known = patternsMade.get(path) ?? madePattern(path);
  patternsMade.set(path, known);
  return known;
}

function madePattern(path: string): Pattern {
  const names: string[] = [];
  const source = path
    .split("/")
    .map((part) => {
      if (part === "*") return ".*";
      if (!/^[:*]/.test(part)) return part.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
      names.push(part.slice(1));
      return part.startsWith(":") ? segment : "(.*)";
    })
    .join("/");
  return { expression: new RegExp(`^${source}$`), names };
}

export type DecodedCall = BoundOperation & Readonly<{ unknown: readonly string[] }>;

/**
 * Decodes the fields of a call and binds its operation to them. Throws a Problem "refused" that names the invalid
 * field.
 */
export function decodeCall<Context>(
  { operation, parameters }: Pick<Route<Context>, "operation" | "parameters">,
  call: Call,
  context: Context,
): DecodedCall {
  const given: Record<string, unknown> = {};
  const others: [name: string, value: unknown][] = [];
  const known = operation.input.shape;
  for (const [name, value] of Object.entries(call.fields)) {
    if (Object.hasOwn(known, name)) given[name] = value === null && !takesNull(known[name]) ? undefined : value;
    else others.push([name, value]);
  }
  Object.assign(given, parameters);
  const takesAll = operation.input.def.catchall !== undefined;
  const bound = operation.bind((input) => {
    const result = z.safeParse(input, given);
    if (!result.success) throw invalid(result.error, operation.distinguishesCreate);
    // Fields with arbitrary names bypass zod, so that __proto__ is an ordinary name.
    return takesAll ? withFields(result.data, others) : result.data;
  }, context);
  const isWrite = call.verb === "write" || call.verb === "patch";
  return { ...bound, unknown: isWrite && !takesAll ? others.map(([name]) => name).sort() : [] };
}

function takesNull(schema: z.core.$ZodType | undefined): boolean {
  return schema instanceof z.ZodOptional ? takesNull(schema.unwrap()) : schema instanceof z.ZodNullable;
}

function withFields<Values extends object>(target: Values, fields: readonly [name: string, value: unknown][]): Values {
  for (const [name, value] of fields) setMember(target, name, value);
  return target;
}

export function ignoredFieldsWarning(unknown: readonly string[]): string {
  return `Endpoint ignored these unrecognized parameters: [${unknown.join(" ")}]`;
}

function invalid(error: z.ZodError, splits: boolean): Problem {
  const issue = error.issues[0];
  const name = issue?.path.join(".") ?? "";
  if (issue?.message === missing) return new Problem("refused", `missing ${name}`);
  const why = `error converting input for field ${JSON.stringify(name)}: ${issue?.message ?? ""}`;
  return new Problem("refused", splits ? why : `Field validation failed: ${why}`);
}
