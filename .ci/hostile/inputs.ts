import type { Fixture } from "./fixture.ts";
import type { Asked } from "./operations.ts";
import { arrays, plainHeadShapes, plainLineShapes, plainShapes, refusesArrays } from "./plain-shapes.ts";
import { headShapes, lineShapes, lists, objects, rawBodies, type Shape, scalars, texts } from "./shapes.ts";
import type { Sent } from "./target.ts";

/** A hostile request of variable size. It has a value of a certain shape in a certain field of an operation. */
export type Input = Readonly<{
  asked: Asked;
  /**
   * Name of the field. For fields outside of the body, `path`, `query` or `header` precedes it. Inputs that do not
   * concern a single field have a general name, such as `body` or `all fields`.
   */
  field: string;
  shape: string;
  /** Part of the request that contains the field. It determines the maximum size. */
  place: "body" | "line" | "head";
  /** Maximum characters of a field in the body, if the OpenAPI document states a number for it. */
  most?: number;
  of: (bytes: number) => Sent;
}>;

const headers = [
  ...[
    "x-vault-token",
    "authorization",
    "x-vault-namespace",
    "x-vault-wrap-ttl",
    "x-vault-index",
    "x-vault-policy-override",
  ],
  ...["content-type", "origin", "access-control-request-headers", "x-forwarded-for", "cookie", "user-agent", "x-other"],
];

const decodedHeaders: ReadonlySet<string> = new Set([
  "authorization",
  "x-vault-wrap-ttl",
  "x-vault-index",
  "content-type",
]);

export type IsModel = (asked: Asked, field: Field) => boolean;

/**
 * Returns the hostile inputs of an operation: a group for each field, then a group for the fields that refuse arrays
 * together. Default: every field is tested with every shape.
 */
export function inputsOf(asked: Asked, fixture: Fixture, isModel: IsModel = () => true): readonly (readonly Input[])[] {
  return [
    ...asked.fields.map((field) => {
      const isFull = isModel(asked, field);
      const of = field.place === "path" ? inPath : field.place === "query" ? inQuery : inBody;
      return of(asked, field, { fixture, isFull });
    }),
    inAllFields(asked, fixture),
  ];
}

/**
 * Returns inputs for one operation that are not about its fields: invalid JSON, forms, queries, unknown fields and
 * headers. With `hasAllHeaders`, parsed headers are tested with every shape.
 */
export function rawInputsOf(
  asked: Asked,
  fixture: Fixture,
  { hasAllHeaders = true } = {},
): readonly (readonly Input[])[] {
  const common = { asked, place: "body" } as const;
  return [
    takesBody(asked) ? unknownField(asked, fixture) : anyQuery(asked, fixture),
    rawBodies.map(({ name, type, of }) => ({
      ...common,
      field: "body",
      shape: name,
      of: (bytes: number) => ({
        ...sentTo(asked, asked.concrete, fixture),
        headers: { ...fixture.headersOf(asked.client), ...asked.headers, ...(type ? { "content-type": type } : {}) },
        body: of(bytes),
      }),
    })),
    [manyHeaders(asked, fixture)],
    ...headers.map((header) =>
      (hasAllHeaders && decodedHeaders.has(header) ? headShapes : plainHeadShapes).map(
        ({ name, of }): Input => ({
          asked,
          place: "head",
          field: `header ${header}`,
          shape: name,
          of: (bytes) => {
            const sent = withBody(asked, asked.base, fixture);
            return { ...sent, headers: { ...sent.headers, [header]: String(of(bytes)).trim() } };
          },
        }),
      ),
    ),
  ];
}

function manyHeaders(asked: Asked, fixture: Fixture): Input {
  return {
    ...{ asked, place: "head", field: "header many", shape: "many headers" },
    of(bytes) {
      const sent = withBody(asked, asked.base, fixture);
      const many = Array.from({ length: bytes / 10 }, (_, number) => [`h${number}`, "a"]);
      return { ...sent, headers: { ...sent.headers, ...Object.fromEntries(many) } };
    },
  };
}

function takesBody({ verb }: Asked): boolean {
  return verb === "write" || verb === "patch";
}

type Field = Asked["fields"][number];
type InField = Readonly<{ fixture: Fixture; isFull: boolean }>;

function maxOf(schema: Field["schema"], unit: "characters" | "items"): number | undefined {
  const [, count] = new RegExp(`(\\d+) ${unit}`).exec(schema["x-understudy-limit"] ?? "") ?? [];
  return count === undefined ? undefined : Number(count);
}

function inBody(asked: Asked, { name, schema }: Field, { fixture, isFull }: InField): readonly Input[] {
  const isAny = name === "…";
  const most = maxOf(schema, "characters");
  const items = maxOf(schema, "items");
  const shapes = isFull ? shapesFor(schema, isAny) : plainShapes(schema);
  return shapes.map(({ name: shape, of }) => ({
    asked,
    field: isAny ? "any name" : name,
    shape,
    place: "body",
    ...(most === undefined ? {} : { most }),
    of: (bytes) => {
      const base = { ...asked.base, ...loginBase(asked, name, fixture) };
      const others = Buffer.byteLength(JSON.stringify(base)) + 30;
      const value = of(Math.max(1, bytes - others), items);
      return withBody(asked, { ...base, [isAny ? "value" : name]: value }, fixture);
    },
  }));
}

function inAllFields(asked: Asked, fixture: Fixture): readonly Input[] {
  const names = asked.fields
    .filter(({ name, place, schema }) => place === "body" && name !== "…" && refusesArrays(schema))
    .map(({ name }) => name);
  if (names.length === 0) return [];
  return arrays.map(({ name: shape, of }) => ({
    asked,
    field: "all fields",
    shape,
    place: "body",
    of: (bytes) => {
      const base = { ...asked.base, ...Object.fromEntries(names.map((name) => [name, []])) };
      const each = (bytes - Buffer.byteLength(JSON.stringify(base))) / names.length;
      const value = of(Math.max(1, Math.floor(each)), Math.floor(maxShortValues / names.length));
      return withBody(asked, { ...base, ...Object.fromEntries(names.map((name) => [name, value])) }, fixture);
    },
  }));
}

/** Maximum number of values: slightly less than `shortBodyValues` in docs/limits.md. */
const maxShortValues = 12_000;

function loginBase({ path }: Asked, field: string, fixture: Fixture): Readonly<Record<string, unknown>> {
  if (!/^auth\/(aws|cloud)\/login$/.test(path)) return {};
  if (field.startsWith("iam_")) return { ...fixture.signed, role: "signer" };
  if (field === "identity") return { signature: "QUFB" };
  if (field === "signature") return { identity: "QUFB" };
  return field === "pkcs7" ? {} : { pkcs7: "QUFB" };
}

function shapesFor(schema: Field["schema"], isAny: boolean): readonly Shape[] {
  if (isAny || schema.type === "object") return isAny ? [...objects, ...texts] : objects;
  if (schema.type === "array") return lists;
  if (schema.type === "boolean" || schema.type === "integer" || schema.type === "number") return scalars;
  if (
    schema.anyOf?.every(({ type }) => type === "integer" || type === "string") &&
    schema.anyOf.some(({ pattern }) => pattern)
  )
    return scalars;
  if (schema.type === "string") return texts;
  // A field of any type.
  return [...new Map([...texts, ...lists, ...objects].map((shape) => [shape.name, shape])).values()];
}

function unknownField(asked: Asked, fixture: Fixture): readonly Input[] {
  return unknown.map(({ name, of }) => ({
    asked,
    field: "unknown field",
    shape: name,
    place: "body",
    of: (bytes) => withBody(asked, { ...asked.base, "hostile field": of(bytes - 100) }, fixture),
  }));
}

const unknown = objects.filter(({ name }) => /^(nested|object of members|object of one long name)/.test(name));

function inPath(asked: Asked, { name }: Field, { fixture, isFull }: InField): readonly Input[] {
  const place = asked.path.replace(new RegExp(`:${name}(?=/|$)`), "\0").replaceAll(/:\w+/g, "a");
  const folder = asked.verb === "list" ? "?list=true" : "";
  return (isFull ? [...lineShapes, ...raw] : [...plainLineShapes, ...raw.slice(1, 2)]).map(({ name: shape, of }) => ({
    asked,
    field: `path ${name}`,
    shape,
    place: "line",
    of: (bytes) => {
      const text = String(of(bytes - place.length - 20));
      const encoded = shape.startsWith("raw")
        ? text
        : text
            .split("/")
            .map((part) => encodeURIComponent(part))
            .join("/");
      return withBody(
        { ...asked, concrete: place.replace("\0", () => encoded.slice(0, bytes - place.length - 20)) + folder },
        asked.base,
        fixture,
      );
    },
  }));
}

const raw: readonly Shape[] = [
  { name: "raw percent escapes", of: (bytes) => "%61".repeat(bytes / 3) },
  { name: "raw broken escapes", of: (bytes) => "%".repeat(bytes) },
  { name: "raw escapes beyond ASCII", of: (bytes) => "%C4%B0".repeat(bytes / 6) },
];

function inQuery(asked: Asked, { name }: Field, { fixture, isFull }: InField): readonly Input[] {
  const [path = "", query = ""] = asked.concrete.split("?");
  return (isFull ? lineShapes : plainLineShapes).map(({ name: shape, of }) => ({
    asked,
    field: `query ${name}`,
    shape,
    place: "line",
    of: (bytes) => {
      const before = `${path}?${query}${query === "" ? "" : "&"}${name}=`;
      return withBody(
        {
          ...asked,
          concrete: before + encodeURIComponent(String(of(bytes - before.length))).slice(0, bytes - before.length),
        },
        asked.base,
        fixture,
      );
    },
  }));
}

function anyQuery(asked: Asked, fixture: Fixture): readonly Input[] {
  const [path = ""] = asked.concrete.split("?");
  return [
    ["query of pairs", (bytes: number) => "a=b&".repeat(bytes / 4)],
    ["query of ampersands", (bytes: number) => "&".repeat(bytes)],
  ].map(([shape, of]) => ({
    asked,
    field: "query",
    shape: String(shape),
    place: "line",
    of: (bytes) =>
      sentTo(
        asked,
        `${path}?${(of as (bytes: number) => string)(bytes - path.length - 20)}${asked.verb === "list" ? "list=true" : ""}`,
        fixture,
      ),
  }));
}

function withBody(asked: Asked, fields: Readonly<Record<string, unknown>>, fixture: Fixture): Sent {
  const sent = sentTo(asked, asked.concrete, fixture);
  return takesBody(asked) ? { ...sent, body: JSON.stringify(fields) } : sent;
}

function sentTo(asked: Asked, path: string, fixture: Fixture): Sent {
  return {
    method: asked.method,
    path: `/v1/${path}`,
    headers: { ...fixture.headersOf(asked.client), ...asked.headers },
  };
}

export function meantRequest(asked: Asked, fixture: Fixture): Sent {
  return withBody(asked, { ...asked.base, ...loginBase(asked, "iam_request_url", fixture) }, fixture);
}
