import { suite, test } from "node:test";
import { expect } from "chai";
import type { Fixture } from "./fixture.ts";
import type { Asked } from "./operations.ts";
import { chosenInputs } from "./single.ts";

const fixture = { headersOf: () => ({ "x-vault-token": "t" }), signed: {} } as unknown as Fixture;

function asked(field: Readonly<{ name: string; place: string; schema: object }>, verb = "write"): Asked {
  const fields = [{ ...field, isRequired: false }];
  const common = {
    verb,
    path: "kv/:path",
    concrete: "kv/a",
    method: verb === "write" ? "POST" : "GET",
    headers: {},
    client: "low-privileged",
  };
  return { ...common, fields, base: { other: 1 } } as unknown as Asked;
}

suite("hostile inputs", () => {
  test("are in their field of the body, beside required fields, and have the requested length", () => {
    const operation = asked({ name: "f", place: "body", schema: { type: "string" } });
    const [group = []] = chosenInputs(operation, fixture, { operation: "", field: "f" });
    expect(group.length).to.be.above(40);
    for (const input of group) {
      const { path, body = "", headers } = input.of(60_000);
      expect(path).to.equal("/v1/kv/a");
      expect(headers).to.include({ "x-vault-token": "t" });
      expect(JSON.parse(String(body)), input.shape).to.have.all.keys("other", "f");
      expect(Buffer.byteLength(body), input.shape).to.be.within(15_000, 66_000);
    }
  });

  test("replace a path parameter, within the maximum length of a path", () => {
    const operation = asked({ name: "path", place: "path", schema: { type: "string" } }, "read");
    const [group = []] = chosenInputs(operation, fixture, { operation: "", field: "path path" });
    expect(group.length).to.be.above(10);
    for (const input of group) {
      const { path } = input.of(16_000);
      expect(path.startsWith("/v1/kv/"), input.shape).to.equal(true);
      expect(path.length, input.shape).to.be.within(1_000, 16_000);
    }
  });

  test("that are arrays go to all scalar fields at once, with the maximum number of values of a short body", () => {
    const field = (name: string, type: string) => ({ name, place: "body", isRequired: false, schema: { type } });
    const operation = asked({ name: "f", place: "body", schema: { type: "string" } });
    const fields = [field("f", "string"), field("g", "integer"), field("h", "array"), field("i", "object")];
    const all = { ...operation, fields } as unknown as Asked;
    const [group = []] = chosenInputs(all, fixture, { operation: "", field: "all fields" });
    expect(group).to.have.length(3);
    for (const input of group) {
      const body = String(input.of(1_000_000).body);
      const { f, g, ...others } = JSON.parse(body);
      expect(others, input.shape).to.deep.equal({ other: 1 });
      expect([f, g], input.shape).to.satisfy((values: unknown[]) => values.every((value) => Array.isArray(value)));
      expect(body.length, input.shape).to.be.within(900_000, 1_001_000);
      expect(body.split(/[[,]/).length, input.shape).to.be.below(12_288);
    }
  });

  test("of a field of any type are those of every type, each once", () => {
    const operation = asked({ name: "f", place: "body", schema: {} });
    const [group = []] = chosenInputs(operation, fixture, { operation: "", field: "f" });
    const names = group.map(({ shape }) => shape);
    expect(names).to.include.members(["backslashes", "array of paths", "object of texts", "nested arrays"]);
    expect(new Set(names).size).to.equal(names.length);
  });
});
