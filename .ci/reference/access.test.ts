import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, suite, test } from "node:test";
import { expect } from "chai";
import { checkoutRoot } from "../suite/checkout-root.ts";
import { type Access, accessOf, methods } from "./access.ts";
import { describe } from "./described.ts";
import { type DocumentedOperation, documentedOperations } from "./operations.ts";

const text = (path: string) => readFileSync(join(checkoutRoot, path), "utf8");

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
});
