import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, suite, test } from "node:test";
import { expect } from "chai";
import { checkoutRoot } from "../suite/checkout-root.ts";
import { type Access, accessOf, accessTable, methods } from "./access.ts";
import { describe } from "./described.ts";
import { type DocumentedOperation, documentedOperations } from "./operations.ts";

const text = (path: string) => readFileSync(join(checkoutRoot, path), "utf8");

/** Returns the access that the specification requires, by method and path. All other operations require a policy. */
function demanded(): ReadonlyMap<string, Access> {
  const [, ...lines] = text("spec/access.tsv").trimEnd().split("\n");
  const rows = lines.map((line) => line.split("\t") as [method: string, path: string, access: Access, source: string]);
  for (const [method, path, access, source] of rows) {
    expect([method, path], `${method} ${path}`).to.not.include("");
    expect(access, `${method} ${path}`).to.be.oneOf(["no token", "policy", "sudo"]);
    expect(source, `${method} ${path}`).to.match(/\w/);
  }
  const known = new Map(rows.map(([method, path, access]) => [`${method} ${path}`, access]));
  expect(known.size, "each operation once").to.equal(rows.length);
  return known;
}

/** Returns the operations, as `METHOD path`, that the page explains as different from the specification. */
function explained(): readonly string[] {
  const section =
    text("docs/differences.md")
      .split(/^## /m)
      .find((part) => part.startsWith("Who may ask\n")) ?? "";
  return [...section.matchAll(/`([A-Z]+ [\w/:-]+)`/g)].map(([, operation = ""]) => operation);
}

suite("access to operations", () => {
  let operations: readonly DocumentedOperation[] = [];
  const nameOf = ({ verb, path }: DocumentedOperation) => `${methods[verb]} ${path}`;
  before(async () => {
    operations = documentedOperations(await describe());
  });

  test("REPL-TOKEN-06: secondary-token and reindex need sudo, and status needs no token, as specified", () => {
    const asked = demanded();
    for (const path of ["primary/secondary-token", "performance/primary/secondary-token", "reindex"]) {
      expect(asked.get(`POST sys/replication/${path}`), path).to.equal("sudo");
    }
    expect(asked.get("GET sys/replication/performance/status")).to.equal("no token");
  });

  test("each operation has the specified access, or the differences explain it", () => {
    const asked = demanded();
    const differing = operations
      .filter((one) => accessOf(one.operation) !== (asked.get(nameOf(one)) ?? "policy"))
      .map(nameOf);
    expect(differing.length).to.be.above(0);
    expect(differing.sort()).to.deep.equal([...explained()].sort());
  });

  test("every operation in the specification exists", () => {
    const there = new Set(operations.map(nameOf));
    expect([...demanded().keys()].filter((name) => !there.has(name))).to.deep.equal([]);
  });

  test("the table has every operation, and the page contains the table", () => {
    const table = accessTable(operations);
    expect(text("docs/reference.md")).to.contain(table);
    const cells =
      table
        .split("\n")
        .slice(1)
        .join("\n")
        .match(/\| (no token|policy|`sudo`) (?=\|)/g) ?? [];
    expect(cells.length).to.equal(operations.length);
  });

  test("a client has the documented access", async () => {
    const { simulated } = await import("#harness/stages/simulated.ts");
    await using stage = await simulated({ seed: 1, topology: { name: "one", clusters: ["Oslo"] } });
    const [cluster] = stage.clusters;
    if (!cluster) throw new Error("the stage is empty");
    const root = cluster.rootToken;
    const status = async (path: string, token: string, body: Record<string, string> = {}) =>
      (await cluster.call({ method: "POST", path, token, body })).status;
    const every = 'capabilities = ["create", "read", "update", "delete", "list", "patch"]';
    await cluster.call({
      method: "PUT",
      path: "sys/policies/acl/p",
      token: root,
      body: { policy: `path "*" { ${every} }` },
    });
    const { body } = await cluster.call({
      method: "POST",
      path: "auth/token/create",
      token: root,
      body: { policies: ["p"] },
    });
    const token = String((body as { auth?: { client_token?: string } }).auth?.client_token);
    await status("sys/replication/performance/primary/enable", root);
    for (const path of [
      "sys/replication/performance/primary/secondary-token",
      "sys/replication/primary/secondary-token",
      "sys/replication/reindex",
    ]) {
      expect(await status(path, token, { id: "lima" }), path).to.equal(403);
    }
    const { status: statusCode } = await cluster.call({
      method: "GET",
      path: "sys/replication/performance/status",
      token: "",
    });
    expect(statusCode).to.equal(200);
  });
});
