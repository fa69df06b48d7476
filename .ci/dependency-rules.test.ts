import { globSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { importsOf } from "./dependency-rules/imports.ts";
import { dependencyRules } from "./dependency-rules/rules.ts";
import { locationOf, targetOf } from "./dependency-rules/source-file.ts";
import { checkoutRoot } from "./suite/checkout-root.ts";

const files = globSync(["*.{ts,js}", "*/**/*.{ts,js}", ".ci/**/*.ts"], {
  cwd: checkoutRoot,
  exclude: ["node_modules", "report"],
}).toSorted();

const uses = files.flatMap((path) =>
  importsOf(readFileSync(checkoutRoot + path, "utf8")).map(({ specifier, line }) => ({
    from: locationOf(path),
    to: targetOf(specifier, path),
    description: `${path}:${line}: ${specifier ?? "a computed name"}`,
  })),
);

suite("the dependency rules", () => {
  test("every module exists and was read", () => {
    const modules = ["engine", "cluster", "harness", "scenarios", "bin", "client", "bench", "kit", "mutants", ".ci"];
    const read = new Set(uses.map(({ from }) => from.module));
    expect(modules.filter((module) => !read.has(module))).to.deep.equal([]);
  });

  test("no request pipeline step inspects the text of a path: only the router and the endpoints do", () => {
    const pipeline = files.filter((path) => path.startsWith("engine/core/pipeline/") && !locationOf(path).isTest);
    expect(pipeline).not.to.deep.equal([]);
    const asking = /\.(?:startsWith|endsWith|includes|indexOf|match|test|exec)\(|\bpath [!=]== "/;
    expect(pipeline.filter((path) => asking.test(readFileSync(checkoutRoot + path, "utf8")))).to.deep.equal([]);
  });

  test("replication does not depend on the core's store keys or records", () => {
    const own = files.filter((path) => path.startsWith("engine/replication/") && !locationOf(path).isTest);
    expect(own).not.to.deep.equal([]);
    const knowing = /[`"]shared\/(?:core|mount|namespace)|as (?:Mount|Namespace)\b/;
    expect(own.filter((path) => knowing.test(readFileSync(checkoutRoot + path, "utf8")))).to.deep.equal([]);
  });

  test("no switch of the replication machine has a default, so that the compiler reports unhandled messages and commands", () => {
    const machine = files.filter((path) => path.startsWith("engine/replication/machine/") && !locationOf(path).isTest);
    expect(machine).not.to.deep.equal([]);
    expect(machine.filter((path) => /^\s*default:/m.test(readFileSync(checkoutRoot + path, "utf8")))).to.deep.equal([]);
  });

  for (const { claim, breaks } of dependencyRules()) {
    test(claim, () => {
      const breaches = uses.filter((use) => breaks(use)).map(({ description }) => description);
      expect(breaches, breaches.join("\n")).to.deep.equal([]);
    });
  }
});
