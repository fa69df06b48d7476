import type { Described, DescribedOperation, Schema } from "./described.ts";

export type Field = Readonly<{ name: string; place: "path" | "query" | "body"; isRequired: boolean; schema: Schema }>;

/** An operation. `data` is the schema of the response's data or, without an envelope, of the whole response. */
export type DocumentedOperation = Readonly<{
  /** Path as endpoints declare it: `secret/data/:path`. */
  path: string;
  verb: "read" | "write" | "patch" | "delete" | "list";
  operation: DescribedOperation;
  fields: readonly Field[];
  data: Schema | undefined;
  isBare: boolean;
  /** True if the response may have status 204 and no body. */
  mayBeNothing: boolean;
}>;

const verbs = { get: "read", post: "write", patch: "patch", delete: "delete" } as const;

export function documentedOperations({ paths }: Described): readonly DocumentedOperation[] {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      documentedOperation(template, method as keyof typeof verbs, operation),
    ),
  );
}

function documentedOperation(
  template: string,
  method: keyof typeof verbs,
  operation: DescribedOperation,
): DocumentedOperation {
  const isList = method === "get" && operation.parameters.some(({ name }) => name === "list");
  const { "200": ok, "204": nothing } = operation.responses;
  const answer = ok?.content?.["application/json"]?.schema;
  const enveloped = answer?.allOf?.[1]?.properties?.data;
  return {
    path: template.replace(/^\/|\/$/g, "").replaceAll(/\{(\w+)\}/g, ":$1"),
    verb: isList ? "list" : verbs[method],
    operation,
    fields: fieldsOf(operation),
    data: enveloped ?? answer,
    isBare: answer !== undefined && enveloped === undefined,
    mayBeNothing: nothing !== undefined || ok === undefined,
  };
}

function fieldsOf({ parameters, requestBody }: DescribedOperation): readonly Field[] {
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  return [
    ...parameters
      .filter(({ name }) => name !== "list")
      .map(({ name, in: place, required = false, description, schema }) => ({
        name,
        place: place as "path" | "query",
        isRequired: required,
        schema: description === undefined ? schema : { ...schema, description },
      })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      place: "body" as const,
      isRequired: body?.required?.includes(name) ?? false,
      schema,
    })),
    ...(body?.additionalProperties === true
      ? [{ name: "…", place: "body" as const, isRequired: false, schema: {} }]
      : []),
  ];
}
