import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../../api/json.ts";
import { mountedKv } from "../../mounted.suite.ts";

suite("kv version 2: subkeys", () => {
  const secret = { a: { b: { c: 1, d: {} }, e: [{ f: 1 }] }, g: "x", h: null };

  test("the answer has the names of a secret without its values", async () => {
    const { data } = await mountedKv("2");
    await data("POST", "data/a", { data: secret });
    const answer = await data("GET", "subkeys/a");
    expect(answer.subkeys).to.deep.equal({ a: { b: { c: null, d: null }, e: null }, g: null, h: null });
    expect(answer.metadata).to.deep.include({ version: 1 });
  });

  test("`depth` limits the levels of names", async () => {
    const { data } = await mountedKv("2");
    await data("POST", "data/a", { data: secret });
    const at = async (depth: number) => (await data("GET", `subkeys/a?depth=${depth}`)).subkeys;
    expect(await at(1)).to.deep.equal({ a: null, g: null, h: null });
    expect(await at(2)).to.deep.equal({ a: { b: null, e: null }, g: null, h: null });
    expect(await at(3)).to.deep.equal(await at(0));
  });

  test("any version can be read, and a deleted one returns only its metadata", async () => {
    const { ask, data, done } = await mountedKv("2");
    await data("POST", "data/a", { data: { one: 1 } });
    await data("POST", "data/a", '{"data":{"two":2.0}}');
    expect((await data("GET", "subkeys/a?version=1")).subkeys).to.deep.equal({ one: null });
    expect((await data("GET", "subkeys/a")).subkeys).to.deep.equal({ two: null });
    await done("DELETE", "data/a");
    const { status, body } = await ask("GET", "s/subkeys/a");
    expect([status, (body?.data as JsonObject | undefined)?.subkeys]).to.deep.equal([404, null]);
    expect((await ask("GET", "s/subkeys/none")).body).to.deep.equal({ errors: [] });
  });
});

suite("kv version 2: paths", () => {
  const hint = (command: string) =>
    `Invalid path for a versioned K/V secrets engine. See the API docs for the appropriate API endpoints to use. If using the Vault CLI, use 'vault kv ${command}' for this operation.`;

  for (const [method, path, command] of [
    ["GET", "foo", "get"],
    ["LIST", "", "list"],
    ["LIST", "foo", "list"],
    ["LIST", "data/foo", "list"],
    ["POST", "foo", "put"],
    ["DELETE", "foo/bar", "delete"],
  ] as const) {
    test(`${method} of ${path === "" ? "the mount" : path} returns a hint at the right path`, async () => {
      const { ask } = await mountedKv("2");
      const { status, body } = await ask(method, `s/${path}`, method === "POST" ? { x: 1 } : undefined);
      expect(status).to.equal(404);
      expect(body).to.deep.include({ data: null, warnings: [hint(command)] });
    });
  }

  test("an operation that a path does not support is refused", async () => {
    const { refusal } = await mountedKv("2");
    for (const path of ["delete/a", "undelete/a", "destroy/a"]) {
      expect(await refusal("GET", path), path).to.deep.equal([405, "1 error occurred:\n\t* unsupported operation\n\n"]);
    }
    expect((await refusal("POST", "subkeys/a", {}))[0]).to.equal(405);
  });
});
