import type { Schema } from "./described.ts";

export function typeScript(schema: Schema): string {
  const { anyOf, enum: values, type, items, properties, required = [], additionalProperties, nullable } = schema;
  if (values?.every((value) => value === null)) return "null";
  if (nullable) return `${typeScript({ ...schema, nullable: false })} | null`;
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (anyOf) return anyOf.map(typeScript).join(" | ");
  if (type === "array") return `ReadonlyArray<${typeScript(items ?? {})}>`;
  if (type === "object") {
    const members = Object.entries(properties ?? {});
    if (members.length === 0) {
      const value = typeof additionalProperties === "object" ? typeScript(additionalProperties) : "unknown";
      return `Readonly<Record<string, ${value}>>`;
    }
    const lines = members.map(
      ([name, member]) => `${memberName(name)}${required.includes(name) ? "" : "?"}: ${typeScript(member)}`,
    );
    return `Readonly<{ ${lines.join("; ")} }>`;
  }
  return { string: "string", integer: "number", number: "number", boolean: "boolean" }[type ?? ""] ?? "unknown";
}

export function memberName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}
