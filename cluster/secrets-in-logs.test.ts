import { test } from "node:test";
import { expect } from "chai";
import { startCluster } from "./cluster.ts";

const marker = "TREASURE";

type Schema = Readonly<{ $ref?: string; type?: string; properties?: Readonly<Record<string, Schema>> }>;
type Described = Readonly<{
  requestBody?: Readonly<{ content: Readonly<Record<string, Readonly<{ schema: Schema }>>> }>;
}>;
type Specification = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>;
}>;

const destructive =
  /sys\/(seal|step-down|replication|rekey|generate-root|init)|revoke-self|revoke-prefix|revoke-force|sys\/audit/;

test("no field, header or query of a request to any endpoint appears in the log", async () => {
  const lines: string[] = [];
  await using cluster = await startCluster({
    name: "Oslo",
    rootToken: `root-${marker}`,
    logLevel: "info",
    logDestination: { write: (line) => void lines.push(line) },
  });
  const ask = async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${cluster.api}/v1/${path}`, {
      method,
      headers: { "X-Vault-Token": `root-${marker}`, "X-Own": marker, Cookie: marker },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: reply.status, body: await reply.text() };
  };
  for (const [path, type] of [
    ["sys/auth/approle", "approle"],
    ["sys/auth/userpass", "userpass"],
    ["sys/auth/cloud", "cloud"],
    ["sys/mounts/database", "database"],
    ["sys/mounts/kv", "kv"],
  ]) {
    expect((await ask("POST", path ?? "", { type })).status, path).to.equal(204);
  }
  // The server does not exist. Its error messages are for the operator.
  await ask("POST", "database/config/gone", {
    plugin_name: "postgresql-database-plugin",
    connection_url: `postgresql://{{username}}:{{password}}@127.0.0.1:1/${marker}`,
    username: marker,
    password: marker,
    verify_connection: false,
    allowed_roles: "*",
  });
  const role = {
    db_name: "gone",
    creation_statements: `CREATE ROLE ${marker}`,
    username: marker,
    rotation_period: "1h",
  };
  await ask("POST", "database/roles/x", role);
  await ask("POST", "database/static-roles/x", role);
  await ask("GET", "database/creds/x");
  await ask("POST", "database/rotate-role/x", {});
  await ask("POST", "database/rotate-root/gone", {});

  const { body } = await ask("GET", "sys/internal/specs/openapi");
  const specification = JSON.parse(body) as Specification;
  let asked = 0;
  for (const [path, operations] of Object.entries(specification.paths)) {
    if (destructive.test(path)) continue;
    for (const [method, described] of Object.entries(operations)) {
      if (!["get", "post", "delete"].includes(method)) continue;
      const named = path.slice(1).replaceAll(/\{\w+\}/g, "x");
      await ask(
        method.toUpperCase(),
        `${named}?${marker}=${marker}`,
        method === "post" ? filled(described, specification) : undefined,
      );
      asked += 1;
    }
  }
  expect(asked).to.be.above(100);
  const requests = lines.filter((line) => JSON.parse(line).msg === "request");
  expect(requests).to.have.length.above(asked);
  expect(lines.filter((line) => line.includes(marker))).to.deep.equal([]);
});

function filled({ requestBody }: Described, { components }: Specification): Readonly<Record<string, unknown>> {
  const [content] = Object.values(requestBody?.content ?? {});
  const given = content?.schema ?? {};
  const schema = given.$ref ? (components.schemas[given.$ref.split("/").at(-1) ?? ""] ?? {}) : given;
  const values = { array: [marker], object: { [marker]: marker }, integer: 1, number: 1, boolean: true } as const;
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, { type = "" }]) => [
      name,
      type in values ? values[type as keyof typeof values] : marker,
    ]),
  );
}
