import { simulated } from "#harness/stages/simulated.ts";

/** The parts of JSON Schema in OpenAPI 3.0 that the service's documents use. */
export type Schema = Readonly<{
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  description?: string;
  default?: unknown;
  enum?: readonly unknown[];
  nullable?: boolean;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  deprecated?: true;
  "x-understudy-limit"?: string;
}>;

type Content = Readonly<{ content?: Readonly<Record<string, Readonly<{ schema: Schema }>>> }>;

type Parameter = Readonly<{ name: string; in: string; required?: boolean; description?: string; schema: Schema }>;

export type DescribedOperation = Readonly<{
  summary: string;
  operationId: string;
  tags: readonly string[];
  parameters: readonly Parameter[];
  requestBody?: Content;
  responses: Readonly<Record<string, Content>>;
  security: readonly object[];
  "x-vault-sudo"?: true;
  "x-understudy-served": string;
}>;

/** The parts of an OpenAPI document of the service that are used: operations by path and method. */
export type Described = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}>;

const mounts: readonly (readonly [path: string, fields: object])[] = [
  ["sys/mounts/kv", { type: "kv", options: { version: "1" } }],
  ["sys/mounts/database", { type: "database" }],
  ...["approle", "aws", "cloud", "userpass"].map((type) => [`sys/auth/${type}`, { type }] as const),
];

export async function describe(): Promise<Described> {
  await using stage = await simulated({ seed: 1, topology: { name: "one", clusters: ["Oslo"] } });
  const [cluster] = stage.clusters;
  if (!cluster) throw new Error("the stage is empty");
  for (const [path, body] of mounts) {
    const { status } = await cluster.call({ method: "POST", path, token: cluster.rootToken, body: { ...body } });
    if (status >= 300) throw new Error(`${path} cannot be mounted: ${status}`);
  }
  const { body } = await cluster.call({
    method: "GET",
    path: "sys/internal/specs/openapi",
    token: cluster.rootToken,
  });
  return body as unknown as Described;
}
