import { z } from "zod";
import { parseDuration } from "./duration.ts";
import type { Endpoint, Input } from "./endpoint.ts";
import type { Json, JsonObject } from "./json.ts";

/** Segments of a path in which case makes no difference: the one at `at`, counted from 0, and with `rest` all after it. */
export type FoldedSegments = Readonly<{ at: number; rest: boolean }>;

/** In which other ways the same call can be spelt, as far as its endpoint says, so that a policy judges what it does. */
export type Spelling = Readonly<{
  foldedSegments: readonly FoldedSegments[];
  /** Whether some fields have more than one name. */
  hasAliases: boolean;
  /** The name of the field that the field of this name sets: another one for a deprecated name. */
  canonicalName(name: string): string;
  /** What the field of this name makes of `value`; undefined when it is none of its values, or there is no such field. */
  decoded(name: string, value: Json): Json | undefined;
}>;

/** What an operation says of the spelling of its fields; `anywhere` is the spelling of its calls but for their paths. */
type Facts = Readonly<{ folded: ReadonlySet<string>; anywhere: Spelling }>;

/** By the fields of an operation, which are made once. */
const factsMade = new WeakMap<Input, Facts>();

type Place = Readonly<{ endpointPath: string; parameters: JsonObject }>;

/** The spelling of a call that an endpoint below `folder` serves with an operation that has the fields `input`. */
export function spellingOf(input: Input, { endpointPath, parameters }: Place, folder: string): Spelling {
  const { folded, anywhere } = factsOf(input);
  const isInPath = Object.keys(parameters).some((name) => folded.has(name));
  return isInPath ? { ...anywhere, foldedSegments: foldedSegments(folded, endpointPath, folder) } : anywhere;
}

/** The segments of a path in which case makes no difference to any operation of these endpoints, which serve it below `folder`. */
export function foldedSegmentsOf(endpoints: readonly Endpoint<never>[], folder: string): readonly FoldedSegments[] {
  return endpoints.flatMap(({ path, operations }) => {
    const folded = new Set(Object.values(operations).flatMap(({ input }) => [...factsOf(input).folded]));
    return foldedSegments(folded, path, folder);
  });
}

function foldedSegments(names: ReadonlySet<string>, path: string, folder: string): readonly FoldedSegments[] {
  const first = folder.split("/").length - 1;
  return path
    .split("/")
    .flatMap((part, at) =>
      /^[:*]/.test(part) && names.has(part.slice(1)) ? [{ at: first + at, rest: part.startsWith("*") }] : [],
    );
}

/** `path` with its folded segments in lower case. */
export function foldedPath(path: string, folded: readonly FoldedSegments[]): string {
  if (folded.length === 0) return path;
  const isFolded = (at: number) => folded.some((one) => at === one.at || (one.rest && at > one.at));
  return path
    .split("/")
    .map((segment, at) => (isFolded(at) ? segment.toLowerCase() : segment))
    .join("/");
}

function factsOf(input: Input): Facts {
  const known = factsMade.get(input);
  if (known) return known;
  const fields = Object.entries(input.shape);
  const folded = new Set(fields.filter(([, schema]) => factOf(schema, "folded") === true).map(([name]) => name));
  const facts = { folded, anywhere: spellingOfFields(input, folded) };
  factsMade.set(input, facts);
  return facts;
}

function spellingOfFields({ shape }: Input, folded: ReadonlySet<string>): Spelling {
  const aliases = new Map(
    Object.entries(shape).flatMap(([name, schema]) => {
      const sets = factOf(schema, "sets");
      return typeof sets === "string" ? [[name, sets] as const] : [];
    }),
  );
  return {
    foldedSegments: [],
    hasAliases: aliases.size > 0,
    canonicalName: (name) => aliases.get(name) ?? name,
    decoded(name, value) {
      const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
      const result = schema && z.safeParse(schema, value);
      if (!result?.success) return undefined;
      const data = result.data as Json | undefined;
      if (factOf(schema, "duration") === true && typeof data === "string") return secondsOf(data);
      return folded.has(name) ? inLowerCase(data) : data;
    },
  };
}

/** What is said of a field, also where it has a default or may be left out. */
function factOf(schema: z.core.$ZodType, fact: "duration" | "folded" | "sets"): unknown {
  const said = z.globalRegistry.get(schema)?.[fact];
  if (said !== undefined) return said;
  if (!(schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)) return;
  return factOf(schema.unwrap(), fact);
}

/** The seconds of a duration; a text that is none, such as `system`, stays. */
function secondsOf(text: string): Json {
  try {
    return parseDuration(text);
  } catch {
    return text;
  }
}

function inLowerCase(value: Json | undefined): Json | undefined {
  if (typeof value === "string") return value.toLowerCase();
  return Array.isArray(value) ? (value as readonly Json[]).map((item) => inLowerCase(item) ?? null) : value;
}
