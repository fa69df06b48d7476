import { z } from "zod";
import type { FieldBounds } from "../field-bounds.ts";
import type { Json, JsonObject } from "../json.ts";

/** A JSON Schema as OpenAPI 3.0 spells it. */
export type Schema = JsonObject;

/** The schema of what a client sends as a field: what is recommended. More is taken, as `engine/api/field.ts` says. */
export function fieldSchema(field: z.core.$ZodType): Schema {
  const schema = schemaOf(field, "input");
  const value = field instanceof z.ZodDefault ? (field.def.defaultValue as Json) : undefined;
  return value === undefined || isNothing(value) ? schema : { ...schema, default: value };
}

/** Whether a call that leaves the field out is refused. */
export function isRequired(field: z.core.$ZodType): boolean {
  return field._zod.optin === undefined;
}

/** The schema of something in an answer. */
export function answerSchema(shape: z.core.$ZodType): Schema {
  return schemaOf(shape, "output");
}

function schemaOf(type: z.core.$ZodType, io: "input" | "output"): Schema {
  const { $schema, ...schema } = z.toJSONSchema(type, {
    io,
    target: "openapi-3.0",
    unrepresentable: "any",
    override: ({ jsonSchema }) => plain(jsonSchema),
  });
  return schema as Schema;
}

/** Marks secrets as OpenAPI does, drops what only this service asks of a field, and drops the bounds that all whole numbers have in this language. */
function plain(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.secret) {
    delete schema.secret;
    if (schema.type === "string") schema.format = "password";
  }
  // What policies judge by is no matter of a client's.
  delete schema.duration;
  delete schema.folded;
  delete schema.sets;
  const { bounds } = schema;
  delete schema.bounds;
  if (bounds) schema["x-understudy-limit"] = limitText(bounds as FieldBounds);
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** How much a field takes, in words. */
function limitText({ characters, items, by = "the body's limit" }: FieldBounds): string {
  if (characters === Number.POSITIVE_INFINITY) return by;
  return items === 0 ? `${characters} characters` : `${characters} characters, ${items} items`;
}

/** Whether it goes without saying. */
function isNothing(value: Json): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}
