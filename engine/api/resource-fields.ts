import type { z } from "zod";
import type { Json, JsonObject } from "./json.ts";

/** A field of a stored resource: all that is known of it, but its name on the wire. */
export type StoredField<Stored, Input extends z.ZodType = z.ZodType> = Readonly<{
  input: Input;
  output: z.ZodType;
  /** What a write or a patch makes of `old`; null brings back what is there before anything is said. Throws a Problem "refused". */
  revised(old: Stored, given: z.output<Input> | null, isPatch: boolean): Stored;
  shown(stored: Stored): Json;
}>;

type Declared<Stored, Member extends keyof Stored, Input extends z.ZodType> = Readonly<{
  /** The member of what is stored. */
  member: Member;
  /** How it is given. */
  input: Input;
  /** How it is told. */
  output: z.ZodType;
  /** The value before anything is said, also of what was stored before there was the field. */
  unset: Stored[Member];
  /** What is stored of what was given. Throws a Problem "refused". Left out, it is stored as it is. */
  kept?: (given: z.output<Input>) => Stored[Member];
  /** The same for a patch, where what is there matters. Left out, a patch does as a write. */
  patched?: (given: z.output<Input>, old: Stored[Member]) => Stored[Member];
  /** What is told of what is stored. Left out, it is told as it is. */
  shown?: (value: Stored[Member]) => Json;
}>;

type Fields<Stored> = Readonly<Record<string, StoredField<Stored>>>;

/** The fields of a resource, by their names on the wire, and what is derived from them. */
export type ResourceFields<Stored, All extends Fields<Stored>> = Readonly<{
  /** Shape of a write's fields: what is left out stays. */
  writing: Readonly<{ [Name in keyof All]: z.ZodOptional<All[Name]["input"]> }>;
  /** Shape of a patch's fields: `null` takes back what was set. */
  patching: Readonly<{ [Name in keyof All]: z.ZodOptional<z.ZodNullable<All[Name]["input"]>> }>;
  /** Shape of what is told. */
  output: Readonly<Record<string, z.ZodType>>;
  /** `old` with what a write says. Throws a Problem "refused". */
  written(old: Stored, wish: Readonly<Record<string, unknown>>): Stored;
  /** `old` with what a patch says. Throws a Problem "refused". */
  patched(old: Stored, wish: Readonly<Record<string, unknown>>): Stored;
  shown(stored: Stored): JsonObject;
}>;

/** Declares resources that are stored as `Stored`: `field` makes one of its fields, `fields` derives from all of them. */
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
  // What an earlier release stored lacks the members of fields that are newer.
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
  const revised = (stored: Stored, wish: Readonly<Record<string, unknown>>, isPatch: boolean) =>
    entries.reduce(
      (old, [name, field]) => (wish[name] === undefined ? old : field.revised(old, wish[name], isPatch)),
      stored,
    );
  return {
    writing: shapeOf(({ input }) => input.optional()),
    patching: shapeOf(({ input }) => input.nullable().optional()),
    output: shapeOf(({ output }) => output),
    written: (old, wish) => revised(old, wish, false),
    patched: (old, wish) => revised(old, wish, true),
    shown: (stored) => Object.fromEntries(entries.map(([name, field]) => [name, field.shown(stored)])),
  };
}
