import type { Endpoint } from "../endpoint.ts";
import type { JsonObject } from "../json.ts";
import { openApiDocument } from "./document.ts";
import { fieldSchema, isRequired } from "./field-schema.ts";

/**
 * Returns the response to `?help=1` for a path: text and an OpenAPI document (W2-49). `endpoints` are the endpoints
 * that serve the path below `prefix`.
 */
export function helpOn(
  path: string,
  { prefix, endpoints }: Readonly<{ prefix: string; endpoints: readonly Endpoint<never>[] }>,
): JsonObject {
  const parts = endpoints.flatMap((endpoint) => [
    `Matching Route: ${prefix}${endpoint.path}`,
    ...Object.entries(endpoint.operations).flatMap(([verb, operation]) => [
      `${verb.toUpperCase()}: ${operation.summary}.`,
      ...Object.entries(operation.input.shape).map(([name, field]) => `    ${parameterLine(name, field)}`),
    ]),
  ]);
  return {
    help: [`Request: ${path}`, ...parts].join("\n"),
    openapi: openApiDocument([{ prefix, endpoints }]),
  };
}

type Field = Parameters<typeof fieldSchema>[0];

function parameterLine(name: string, field: Field): string {
  const { type = "any", description } = fieldSchema(field);
  const about = isRequired(field) ? `${type}, required` : `${type}`;
  return `${name} (${about})${description === undefined ? "" : `: ${description}`}`;
}
