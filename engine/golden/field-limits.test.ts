import { readFileSync } from "node:fs";
import { before, suite, test } from "node:test";
import { expect } from "chai";
import { defaultBounds } from "../api/fields/field-bounds.ts";
import type { JsonObject } from "../api/json.ts";
import { loneEngine } from "../engine.suite.ts";

type Field = Readonly<{ operation: string; name: string; type: unknown; limit: unknown }>;

type Schema = Readonly<{ properties?: Readonly<Record<string, JsonObject>> }>;

type Described = Readonly<{
  parameters?: readonly Readonly<{ name: string; in: string; schema: JsonObject }>[];
  requestBody?: Readonly<{ content: Readonly<Record<string, Readonly<{ schema: Schema }>>> }>;
}>;

const verbs = ["get", "post", "delete", "patch"];

const mounts: readonly (readonly [path: string, fields: JsonObject])[] = [
  ["sys/mounts/kv", { type: "kv" }],
  ["sys/mounts/database", { type: "database" }],
  ...["approle", "aws", "cloud", "userpass"].map((type) => [`sys/auth/${type}`, { type }] as const),
];

async function allFields(): Promise<readonly Field[]> {
  const { engine, ask } = await loneEngine();
  for (const [path, fields] of mounts) expect((await ask("POST", path, fields)).status).to.equal(204);
  const { body } = await ask("GET", "sys/internal/specs/openapi");
  await engine.stop();
  const paths = (body?.paths ?? {}) as unknown as Readonly<Record<string, Readonly<Record<string, Described>>>>;
  return Object.entries(paths).flatMap(([path, item]) =>
    verbs.flatMap((verb) => {
      const described = item[verb];
      if (!described) return [];
      const operation = `${verb} ${path}`;
      // `list` selects the operation. The target limit of a request applies to path parameters.
      const queries = (described.parameters ?? []).filter(
        (parameter) => parameter.in === "query" && parameter.name !== "list",
      );
      const [content] = Object.values(described.requestBody?.content ?? {});
      const properties = Object.entries(content?.schema.properties ?? {});
      return [
        ...queries.map(({ name, schema }) => fieldOf({ operation, name, schema })),
        ...properties.map(([name, schema]) => fieldOf({ operation, name, schema })),
      ];
    }),
  );
}

function fieldOf({ schema, ...field }: Omit<Field, "limit" | "type"> & Readonly<{ schema: JsonObject }>): Field {
  return { ...field, type: schema.type, limit: schema["x-understudy-limit"] };
}

const shown = (characters: number) => (characters === Number.POSITIVE_INFINITY ? "the body's" : String(characters));

function defaultRows(): string {
  const rows = Object.entries(defaultBounds).map(
    ([kind, { characters, items }]) => `| ${kind} | ${shown(characters)} | ${items === 0 ? "" : shown(items)} |\n`,
  );
  return `| field type | characters | items |\n|---|---|---|\n${rows.join("")}`;
}

function ownRows(fields: readonly Field[]): string {
  const rows = fields
    .filter((field) => typeof field.limit === "string" && !isUsual(field))
    .map(({ operation, name, limit }) => `| ${operation.replace(/^\w+ /, "")} | \`${name}\` | ${limit} |\n`);
  return `| path | field | limit |\n|---|---|---|\n${[...new Set(rows)].sort().join("")}`;
}

function kindsOf({ name, type }: Field): readonly (keyof typeof defaultBounds)[] {
  switch (type) {
    case "string":
      return /(^|_)(ttl|lease|period)$/.test(name) ? ["scalar"] : ["text"];
    case "array":
      return name.endsWith("statements") ? ["statements"] : ["list"];
    case "object":
      return ["object"];
    case undefined:
      return ["scalar", "text", "object"];
    default:
      return ["scalar"];
  }
}

function isUsual(field: Field): boolean {
  return kindsOf(field).some((kind) => {
    const { characters, items } = defaultBounds[kind];
    return field.limit === (items === 0 ? `${characters} characters` : `${characters} characters, ${items} items`);
  });
}

suite("limits of fields", () => {
  let fields: readonly Field[];
  before(async () => {
    fields = await allFields();
  });

  test("every field of every operation has a limit", () => {
    expect(fields.length).to.be.above(500);
    const without = fields.filter(({ limit }) => limit === undefined);
    expect(without.map(({ operation, name }) => `${operation} ${name}`)).to.deep.equal([]);
  });

  test("docs/limits.md lists the defaults and the fields with other limits", () => {
    const page = readFileSync(new URL("../../docs/limits.md", import.meta.url), "utf8");
    expect(page).to.include(defaultRows());
    expect(page).to.include(ownRows(fields));
  });
});
