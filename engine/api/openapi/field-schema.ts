import { z } from "zod";
import type { FieldBounds } from "../fields/field-bounds.ts";
import type { Json, JsonObject } from "../json.ts";

export type Schema = JsonObject;

/** Returns the schema of a request field in its usual notation. `engine/api/field.ts` also decodes other notations. */
export function fieldSchema(field: z.core.$ZodType): Schema {
  const schema = schemaOf(field, "input");
  const value = field instanceof z.ZodDefault ? (field.def.defaultValue as Json) : undefined;
  return value === undefined || isNothing(value) ? schema : { ...schema, default: value };
}

export function isRequired(field: z.core.$ZodType): boolean {
  return field._zod.optin === undefined;
}

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

function plain(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.secret) {
    delete schema.secret;
    if (schema.type === "string") schema.format = "password";
  }
  delete schema.duration;
  delete schema.folded;
  delete schema.sets;
  const { bounds } = schema;
  delete schema.bounds;
  if (bounds) schema["x-understudy-limit"] = limitText(bounds as FieldBounds);
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function limitText({ characters, items, by = "the body's limit" }: FieldBounds): string {
  if (characters === Number.POSITIVE_INFINITY) return by;
  return items === 0 ? `${characters} characters` : `${characters} characters, ${items} items`;
}

function isNothing(value: Json): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}
