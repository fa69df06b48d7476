import type { JsonObject } from "../api/json.ts";
import type { Request } from "../api/request.ts";
import type { Engine } from "../engine.ts";

export type Operation = Readonly<{
  /** Method and path, in which mount types replace the paths of mounts: `get auth/<userpass>/users/{username}`. */
  key: string;
  responses: Readonly<Record<string, Response>>;
}>;

type Response = Readonly<{ content?: Readonly<Record<string, Readonly<{ schema: JsonObject }>>> }>;

type Parameter = Readonly<{ name: string; in: string; schema: Readonly<{ pattern?: string }> }>;

type Document = Readonly<{
  paths: Readonly<
    Record<
      string,
      Readonly<Record<string, Readonly<{ parameters: readonly Parameter[]; responses: Operation["responses"] }>>>
    >
  >;
}>;

export type Described = Readonly<{
  operations: readonly Operation[];
  find(request: Pick<Request, "method" | "target">): Operation | undefined;
}>;

/**
 * Returns the schema of an operation's response with status 200: of `data`, or of the complete body if it has no
 * envelope.
 */
export function shapeOf({ responses }: Operation): JsonObject | undefined {
  const schema = responses[200]?.content?.["application/json"]?.schema;
  return schema && (dataOf(schema) ?? schema);
}

export function dataOf({ allOf }: JsonObject): JsonObject | undefined {
  const [, more] = (allOf ?? []) as readonly { properties?: { data: JsonObject } }[];
  return more?.properties?.data;
}

/** Reads the operations from a namespace's OpenAPI document. Returns undefined if the cluster refuses a request. */
export async function describedBy(handle: Engine["handle"], namespace = ""): Promise<Described | undefined> {
  const [document, mounts] = [await read("specs/openapi"), await read("ui/mounts")];
  if (!document || !mounts) return undefined;
  const { auth, secret } = mounts.data as unknown as Readonly<Record<"auth" | "secret", Mounts>>;
  const mountNames = [...namedMounts(auth, "auth/"), ...namedMounts(secret, "")];
  return described(document as unknown as Document, mountNames);

  async function read(what: string): Promise<JsonObject | undefined> {
    const { status, body } = await handle({
      method: "GET",
      target: `/v1/sys/internal/${what}`,
      headers: { "x-vault-token": "root", "x-vault-namespace": namespace },
      body: "",
      remoteAddress: "127.0.0.1",
    });
    return status === 200 ? (JSON.parse(body) as JsonObject) : undefined;
  }
}

type Mounts = Readonly<Record<string, Readonly<{ type: string; options: Readonly<{ version?: string }> | null }>>>;

type NamedMount = readonly [path: string, name: string];

function namedMounts(mounts: Mounts, prefix: string): readonly NamedMount[] {
  return Object.entries(mounts).map(([path, { type, options }]) => {
    const name = type === "kv" ? `kv ${options?.version ?? 1}` : type;
    return [prefix + path, `${prefix}<${name}>/`];
  });
}

type Row = Readonly<{ method: string; expression: RegExp; literal: number; operation: Operation }>;

function described({ paths }: Document, mountNames: readonly NamedMount[]): Described {
  const rows = Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { parameters, responses }]): Row => {
      const path = template.slice(1);
      const patterns = new Map(parameters.map(({ name, schema }) => [name, schema.pattern]));
      const source = path
        .replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&")
        .replaceAll(/\{(\w+)\}/g, (_, name) => (patterns.get(name) === undefined ? ".+" : "[^/]+"));
      const operation = { key: `${method} ${keyOf(path, mountNames)}`, responses };
      const literal = path.replaceAll(/\{\w+\}/g, "").length;
      return { method, expression: new RegExp(`^${source}$`, "s"), literal, operation };
    }),
  );
  // If two templates match, the one with more literal characters serves the request.
  rows.sort((one, other) => other.literal - one.literal);
  return {
    operations: rows.map(({ operation }) => operation),
    find({ method, target }) {
      const [wanted, path] = endpointOf(method, target);
      return rows.find((row) => row.method === wanted && row.expression.test(path))?.operation;
    },
  };
}

function keyOf(path: string, mountNames: readonly NamedMount[]): string {
  const [from, to] = mountNames.find(([from]) => path.startsWith(from)) ?? ["", ""];
  return to + path.slice(from.length);
}

function endpointOf(method: string, target: string): readonly [method: string, path: string] {
  const { pathname, searchParams } = new URL(target, "http://cluster.test");
  const path = decodeURIComponent(pathname.slice("/v1/".length));
  if (method === "LIST" || (method === "GET" && /^(1|t|true)$/i.test(searchParams.get("list") ?? ""))) {
    return ["get", path.endsWith("/") ? path : `${path}/`];
  }
  const methods: Readonly<Record<string, string>> = { PUT: "post", HEAD: "get" };
  return [methods[method] ?? method.toLowerCase(), path];
}
