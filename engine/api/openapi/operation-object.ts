import type { Operation } from "../endpoint.ts";
import type { JsonObject } from "../json.ts";
import type { Verb } from "../request.ts";
import { fieldSchema, isRequired, type Schema } from "./field-schema.ts";
import type { PathParameter } from "./path-template.ts";
import { hasBody, responsesOf } from "./responses.ts";

export type OperationLocation = Readonly<{ template: string; parameters: readonly PathParameter[]; tag: string }>;

const withToken: readonly JsonObject[] = [{ token: [] }, { bearer: [] }];

export function operationObject(
  operation: Operation<never>,
  { verb, template, parameters, tag }: OperationLocation & Readonly<{ verb: Verb }>,
): JsonObject {
  const { summary, served, sudo, unauthenticated, distinguishesCreate } = operation;
  const inPath = new Set(parameters.map(({ name }) => name));
  const fields = Object.entries(operation.input.shape).filter(([name]) => !inPath.has(name));
  return {
    summary,
    operationId: `${verb}-${template.replace(/[^\w]+/g, "-").replace(/^-|-$/g, "")}`,
    tags: [tag],
    parameters: [
      ...parameters.map((parameter) => pathParameter(parameter, operation)),
      ...(verb === "list" ? [listParameter] : []),
      ...(hasBody(verb) ? [] : fields.map(([name, field]) => queryParameter(name, field))),
    ],
    ...(hasBody(verb) ? { requestBody: requestBody(verb, fields, operation) } : {}),
    responses: responsesOf(operation, verb),
    security: unauthenticated === true ? [] : unauthenticated ? [...withToken, {}] : withToken,
    "x-understudy-served": served === "by-call" ? "by the primary or locally" : served,
    ...(sudo ? { "x-vault-sudo": true } : {}),
    ...(unauthenticated === true ? { "x-vault-unauthenticated": true } : {}),
    ...(distinguishesCreate ? { "x-vault-createSupported": true } : {}),
  };
}

const listParameter: JsonObject = {
  name: "list",
  in: "query",
  required: true,
  description: "What makes a GET a list; the verb LIST does so too.",
  schema: { type: "string", enum: ["true"] },
};

function pathParameter({ name, pattern }: PathParameter, { input }: Operation<never>): JsonObject {
  const described = input.shape[name];
  const { description } = described ? fieldSchema(described) : {};
  return {
    name,
    in: "path",
    required: true,
    ...(description === undefined ? {} : { description }),
    schema: pattern === undefined ? { type: "string", minLength: 1 } : { type: "string", pattern },
  };
}

type Field = Operation<never>["input"]["shape"][string];

function queryParameter(name: string, field: Field): JsonObject {
  const { description, ...schema } = fieldSchema(field);
  return {
    name,
    in: "query",
    ...(isRequired(field) ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema,
  };
}

function requestBody(
  verb: Verb,
  fields: readonly (readonly [name: string, field: Field])[],
  { input }: Operation<never>,
): JsonObject {
  const required = fields.filter(([, field]) => isRequired(field)).map(([name]) => name);
  const schema: Schema = {
    type: "object",
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])),
    ...(required.length > 0 ? { required } : {}),
    ...(input.def.catchall === undefined ? {} : { additionalProperties: true }),
  };
  const type = verb === "patch" ? "application/merge-patch+json" : "application/json";
  return { ...(required.length > 0 ? { required: true } : {}), content: { [type]: { schema } } };
}
