import type { z } from "zod";
import type { Json, JsonObject } from "../json.ts";

/** One field of a stored resource: its schemas, and its conversion from requests and to responses. */
export type StoredField<Stored, Input extends z.ZodType = z.ZodType> = Readonly<{
  input: Input;
  output: z.ZodType;
  /**
   * Returns `old` with the new value of this field; null resets the field to its default. May throw a Problem
   * "refused".
   */
  revised(old: Stored, given: z.output<Input> | null, isPatch: boolean): Stored;
  shown(stored: Stored): Json;
}>;

type Declared<Stored, Member extends keyof Stored, Input extends z.ZodType> = Readonly<{
  member: Member;
  input: Input;
  output: z.ZodType;
  unset: Stored[Member];
  /** Converts the value of a write to its stored form. May throw a Problem "refused". Default: stores it unchanged. */
  kept?: (given: z.output<Input>) => Stored[Member];
  patched?: (given: z.output<Input>, old: Stored[Member]) => Stored[Member];
  shown?: (value: Stored[Member]) => Json;
}>;

type Fields<Stored> = Readonly<Record<string, StoredField<Stored>>>;

export type ResourceFields<Stored, All extends Fields<Stored>> = Readonly<{
  writing: Readonly<{ [Name in keyof All]: z.ZodOptional<All[Name]["input"]> }>;
  /** Schemas for a patch. Omitted fields keep their values; `null` resets a field to its default. */
  patching: Readonly<{ [Name in keyof All]: z.ZodOptional<z.ZodNullable<All[Name]["input"]>> }>;
  output: Readonly<Record<string, z.ZodType>>;
  written(old: Stored, changes: Readonly<Record<string, unknown>>): Stored;
  patched(old: Stored, changes: Readonly<Record<string, unknown>>): Stored;
  shown(stored: Stored): JsonObject;
}>;

export function resourceOf<Stored>() {
  return {
    field: <Member extends keyof Stored, Input extends z.ZodType>(declared: Declared<Stored, Member, Input>) =>
      storedField(declared),
    fields: <All extends Fields<Stored>>(all: All): ResourceFields<Stored, All> => resourceFields(all),
  };
}

function storedField<Stored, Member extends keyof Stored, Input extends z.ZodType>(
  declared: Declared<Stored, Member, Input>,
): StoredField<Stored, Input> {
  const { member, input, output, unset, shown = (value) => value as Json } = declared;
  const { kept = (given) => given as Stored[Member], patched = kept } = declared;
  const next = (given: z.output<Input> | null, old: Stored[Member], isPatch: boolean) =>
    given === null ? unset : isPatch ? patched(given, old) : kept(given);
  return {
    input,
    output,
    revised: (old, given, isPatch) => ({ ...old, [member]: next(given, old[member], isPatch) }),
    shown: (stored) => shown(stored[member]),
  };
}

function resourceFields<Stored, All extends Fields<Stored>>(all: All): ResourceFields<Stored, All> {
  const entries = Object.entries(all);
  const shapeOf = <Shape>(schema: (field: StoredField<Stored>) => z.ZodType) =>
    Object.fromEntries(entries.map(([name, field]) => [name, schema(field)])) as Shape;
  const revised = (stored: Stored, changes: Readonly<Record<string, unknown>>, isPatch: boolean) =>
    entries.reduce(
      (old, [name, field]) => (changes[name] === undefined ? old : field.revised(old, changes[name], isPatch)),
      stored,
    );
  return {
    writing: shapeOf(({ input }) => input.optional()),
    patching: shapeOf(({ input }) => input.nullable().optional()),
    output: shapeOf(({ output }) => output),
    written: (old, changes) => revised(old, changes, false),
    patched: (old, changes) => revised(old, changes, true),
    shown: (stored) => Object.fromEntries(entries.map(([name, field]) => [name, field.shown(stored)])),
  };
}
