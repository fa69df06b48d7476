import { z } from "zod";
import type { Endpoint, Input } from "../endpoint.ts";
import type { Json, JsonObject } from "../json.ts";
import { parseDuration } from "../values/duration.ts";

/** Case-insensitive segments of a path: the segment with index `at` and, if `rest` is true, all segments after it. */
export type FoldedSegments = Readonly<{ at: number; rest: boolean }>;

/**
 * Rules by which policies treat requests as equal that differ only in the case of case-insensitive segments, in
 * deprecated field names, or in the notation of values.
 */
export type Canonicalizer = Readonly<{
  foldedSegments: readonly FoldedSegments[];
  hasAliases: boolean;
  /** Returns the current name of a field whose name is deprecated; returns any other name unchanged. */
  canonicalName(name: string): string;
  /** Returns the decoded value of the field `name`, or undefined if the field is unknown or the value is invalid. */
  decoded(name: string, value: Json): Json | undefined;
}>;

type Facts = Readonly<{ folded: ReadonlySet<string>; anywhere: Canonicalizer }>;

const factsMade = new WeakMap<Input, Facts>();

type RoutedCall = Readonly<{ endpointPath: string; parameters: JsonObject }>;

/** Returns the canonicalizer of a call. `input` is the schema of its operation, `folder` the path of its mount. */
export function canonicalizerOf(input: Input, { endpointPath, parameters }: RoutedCall, folder: string): Canonicalizer {
  const { folded, anywhere } = factsOf(input);
  const isInPath = Object.keys(parameters).some((name) => folded.has(name));
  return isInPath ? { ...anywhere, foldedSegments: foldedSegments(folded, endpointPath, folder) } : anywhere;
}

/**
 * Returns the path segments that are case-insensitive in at least one operation of `endpoints`, for the mount at
 * `folder`.
 */
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
  const facts = { folded, anywhere: formsOfFields(input, folded) };
  factsMade.set(input, facts);
  return facts;
}

function formsOfFields({ shape }: Input, folded: ReadonlySet<string>): Canonicalizer {
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

function factOf(schema: z.core.$ZodType, fact: "duration" | "folded" | "sets"): unknown {
  const annotation = z.globalRegistry.get(schema)?.[fact];
  if (annotation !== undefined) return annotation;
  if (!(schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)) return;
  return factOf(schema.unwrap(), fact);
}

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
