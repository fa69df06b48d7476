import { z } from "zod";
import type { Endpoint, Operation } from "./endpoint.ts";
import { missing } from "./field.ts";
import type { JsonObject } from "./json.ts";
import { Problem } from "./problem.ts";
import type { Call, Verb } from "./request.ts";

/** Names in paths: letters, digits and underscores, with dots and dashes inside (reference-wire.md, sections 4 and 5). */
const segment = "(\\w(?:[\\w.-]*\\w)?)";

/** A route that was found: the operation, its endpoint's path and the path parameters. */
export type Route<Scene> = Readonly<{ operation: Operation<Scene>; parameters: JsonObject }>;

export type Router<Scene> = Readonly<{ find(verb: Verb, path: string): Route<Scene> }>;

/** A router over a table of endpoints, first match first. `find` throws a {@link Problem} when nothing serves the call. */
export function router<Scene>(endpoints: readonly Endpoint<Scene>[]): Router<Scene> {
  const fixed = new Map<string, Endpoint<Scene>>();
  const patterns: { expression: RegExp; names: readonly string[]; endpoint: Endpoint<Scene> }[] = [];
  for (const endpoint of endpoints) {
    if (/[:*]/.test(endpoint.path)) patterns.push({ ...pattern(endpoint.path), endpoint });
    else fixed.set(endpoint.path, endpoint);
  }
  return {
    find(verb, path) {
      const exact = fixed.get(path);
      if (exact) return { operation: operationOf(exact, verb), parameters: {} };
      let found = false;
      for (const { expression, names, endpoint } of patterns) {
        const match = expression.exec(path);
        if (!match) continue;
        found = true;
        const operation = endpoint.operations[verb];
        if (!operation) continue;
        return { operation, parameters: Object.fromEntries(names.map((name, i) => [name, match[i + 1] ?? ""])) };
      }
      if (found) throw new Problem("unsupported operation", "unsupported operation");
      throw new Problem("unsupported path", "unsupported path");
    },
  };
}

function operationOf<Scene>(endpoint: Endpoint<Scene>, verb: Verb): Operation<Scene> {
  const operation = endpoint.operations[verb];
  if (!operation) throw new Problem("unsupported operation", "unsupported operation");
  return operation;
}

function pattern(path: string): { expression: RegExp; names: readonly string[] } {
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

/** The input of an operation, decoded, and the names of fields that the operation does not know. */
export function parseInput<Scene>(
  { operation, parameters }: Route<Scene>,
  call: Call,
): { input: never; unknown: readonly string[] } {
  const given: Record<string, unknown> = {};
  const unknown: string[] = [];
  const known = operation.input.shape;
  const open = operation.input.def.catchall !== undefined;
  for (const [name, value] of Object.entries(call.fields)) {
    if (value === null) continue;
    if (Object.hasOwn(known, name) || open) given[name] = value;
    else if (call.verb === "write") unknown.push(name);
  }
  Object.assign(given, parameters);
  const result = z.safeParse(operation.input, given);
  if (!result.success) throw invalid(result.error);
  return { input: result.data as never, unknown: unknown.sort() };
}

/** The warning for fields nobody asked for. */
export function ignoredFieldsWarning(unknown: readonly string[]): string {
  return `Endpoint ignored these unrecognized parameters: [${unknown.join(" ")}]`;
}

function invalid(error: z.ZodError): Problem {
  const issue = error.issues[0];
  const name = issue?.path.join(".") ?? "";
  if (issue?.message === missing) return new Problem("refused", `missing ${name}`);
  return new Problem("refused", `error converting input for field ${JSON.stringify(name)}: ${issue?.message ?? ""}`);
}
