import { noData } from "../common-shapes.ts";
import type { Operation } from "../endpoint.ts";
import type { JsonObject } from "../json.ts";
import type { Verb } from "../request.ts";
import { answerSchema, type Schema } from "./field-schema.ts";

const refusals: Readonly<
  Record<number, Readonly<{ description: string; meets: (operation: Operation<never>, verb: Verb) => boolean }>>
> = {
  400: { description: "The request cannot be understood or is not acceptable.", meets: () => true },
  403: { description: "The token is missing, no good, or without the right.", meets: () => true },
  404: { description: "It is not there.", meets: () => true },
  405: { description: "The path has no such operation.", meets: () => true },
  412: {
    description: "A condition is not met, such as X-Vault-Index: the data are not as far as that here.",
    meets: () => false,
  },
  413: { description: "The body is too long.", meets: (_, verb) => hasBody(verb) },
  415: { description: "The body is of no type that can be understood.", meets: (_, verb) => verb === "patch" },
  429: { description: "A quota is used up.", meets: () => true },
  500: { description: "It failed, or something it depends on.", meets: () => false },
  502: { description: "The primary cannot be reached.", meets: ({ served }) => served !== "locally" },
  503: { description: "The cluster is sealed, or cannot do it now.", meets: () => true },
};

export function hasBody(verb: Verb): boolean {
  return verb === "write" || verb === "patch";
}

export function responsesOf(operation: Operation<never>, verb: Verb): JsonObject {
  const responses: Record<string, JsonObject> = {};
  for (const status of successes(operation, verb)) responses[status] = success(operation, verb, status);
  for (const [status, { meets }] of Object.entries(refusals)) {
    if (!meets(operation, verb) && !declared(operation).includes(Number(status))) continue;
    // A patch of a missing object returns no body.
    const bodiless = verb === "patch" && status === "404";
    responses[status] = bodiless ? { description: refusals[404]?.description ?? "" } : reference(status);
  }
  if (operation.statuses === "any")
    responses.default = { description: "As the caller wishes.", ...content(operation, verb) };
  return responses;
}

function declared({ statuses = [] }: Operation<never>): readonly number[] {
  return statuses === "any" ? [] : statuses;
}

function successes(operation: Operation<never>, verb: Verb): readonly number[] {
  const schemaOrNone = declared(operation).filter((status) => status < 300);
  if (schemaOrNone.length > 0) return schemaOrNone;
  if (operation.output !== undefined) return [200];
  if (verb === "delete") return [204];
  return hasBody(verb) ? [200, 204] : [200];
}

function reference(status: string): JsonObject {
  return { $ref: `#/components/responses/${status}` };
}

function success(operation: Operation<never>, verb: Verb, status: number): JsonObject {
  if (status === 204) return { description: "It is done." };
  // An operation in progress returns at most a warning.
  if (status === 202) return { description: "It is begun." };
  return { description: "It is done.", ...content(operation, verb) };
}

function content({ output, bare, textType }: Operation<never>, verb: Verb): JsonObject {
  const schemaOrNone = output ?? (hasBody(verb) ? noData : undefined);
  const shape = schemaOrNone && answerSchema(schemaOrNone);
  const schema = bare ? (shape ?? { type: "object" }) : enveloped(shape);
  const text = textType === undefined ? {} : { [textType.split(";", 1)[0] ?? ""]: { schema: { type: "string" } } };
  return { content: { "application/json": { schema }, ...text } };
}

function enveloped(data: Schema = { type: "object" }): Schema {
  const properties = { data: { ...data, nullable: true } };
  return { allOf: [{ $ref: "#/components/schemas/Envelope" }, { type: "object", properties }] };
}

export function refusalResponses(): JsonObject {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, { description }]) => [
      status,
      { description, content: { "application/json": { schema: refusalSchema(Number(status)) } } },
    ]),
  );
}

function refusalSchema(status: number): Schema {
  const errors = { $ref: "#/components/schemas/Errors" };
  return status === 404 ? { anyOf: [errors, { $ref: "#/components/schemas/Envelope" }] } : errors;
}
