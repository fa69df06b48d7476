import type { Schema } from "./described.ts";

export function typeForPeople(schema: Schema): string {
  const { anyOf, enum: values, type, format, items, properties, additionalProperties, nullable } = schema;
  if (values?.every((value) => value === null)) return "null";
  if (nullable) return `${typeForPeople({ ...schema, nullable: false })} or null`;
  if (values) return values.map((value) => `\`${String(value)}\``).join(" or ");
  if (anyOf) return isDuration(anyOf) ? "duration" : anyOf.map(typeForPeople).join(" or ");
  if (type === "string") return format === "password" ? "secret text" : "text";
  if (type === "array") return `list of ${typeForPeople(items ?? {})}`;
  if (type === "object") {
    const members = Object.entries(properties ?? {});
    if (members.length > 0)
      return `{ ${members.map(([name, member]) => `${name}: ${typeForPeople(member)}`).join(", ")} }`;
    return typeof additionalProperties === "object" ? `${typeForPeople(additionalProperties)} by name` : "object";
  }
  return { integer: "whole number", number: "number", boolean: "boolean" }[type ?? ""] ?? "anything";
}

function isDuration(choices: readonly Schema[]): boolean {
  return choices.length === 2 && choices[0]?.type === "integer" && choices[1]?.type === "string";
}
