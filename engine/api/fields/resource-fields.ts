import type { z } from "zod";
import type { Json, JsonObject } from "../json.ts";

/** A field of a stored resource, without its API name. */
export type StoredField<Stored, Input extends z.ZodType = z.ZodType> = Readonly<{
  input: Input;
  output: z.ZodType;
  /** Returns `old` with a new value; null resets to the default. Throws a Problem "refused". */
  revised(old: Stored, given: z.output<Input> | null, isPatch: boolean): Stored;
  shown(stored: Stored): Json;
}>;

type Declared<Stored, Member extends keyof Stored, Input extends z.ZodType> = Readonly<{
  /** Stored member. */
  member: Member;
  /** Schema of the value in requests. */
  input: Input;
  /** Schema of the value in responses. */
  output: z.ZodType;
  /** Default value, also for resources that were stored before the field existed. */
  unset: Stored[Member];
  /** Converts a written value for storage. Throws a Problem "refused". Default: unchanged. */
  kept?: (given: z.output<Input>) => Stored[Member];
  /** Converts a patched value for storage, given the stored value. Default: `kept`. */
  patched?: (given: z.output<Input>, old: Stored[Member]) => Stored[Member];
  /** Converts a stored value for a response. Default: unchanged. */
  shown?: (value: Stored[Member]) => Json;
}>;

type Fields<Stored> = Readonly<Record<string, StoredField<Stored>>>;

/** The fields of a resource by API name, and schemas and functions derived from them. */
export type ResourceFields<Stored, All extends Fields<Stored>> = Readonly<{
  /** Schemas of the fields of a write. Omitted fields remain unchanged. */
  writing: Readonly<{ [Name in keyof All]: z.ZodOptional<All[Name]["input"]> }>;
  /** Schemas of the fields of a patch. `null` resets a field to its default. */
  patching: Readonly<{ [Name in keyof All]: z.ZodOptional<z.ZodNullable<All[Name]["input"]>> }>;
  /** Schemas of the fields of a response. */
  output: Readonly<Record<string, z.ZodType>>;
  /** Returns `old` with the fields of a write. Throws a Problem "refused". */
  written(old: Stored, changes: Readonly<Record<string, unknown>>): Stored;
  /** Returns `old` with the fields of a patch. Throws a Problem "refused". */
  patched(old: Stored, changes: Readonly<Record<string, unknown>>): Stored;
  shown(stored: Stored): JsonObject;
}>;

/** Declares a resource stored as `Stored`: `field` creates one field, `fields` combines them. */
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
  // Resources stored by an earlier release lack the members of newer fields.
  const memberOf = (stored: Stored): Stored[Member] => stored[member] ?? unset;
  const next = (given: z.output<Input> | null, old: Stored[Member], isPatch: boolean) =>
    given === null ? unset : isPatch ? patched(given, old) : kept(given);
  return {
    input,
    output,
    revised: (old, given, isPatch) => ({ ...old, [member]: next(given, memberOf(old), isPatch) }),
    shown: (stored) => shown(memberOf(stored)),
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
