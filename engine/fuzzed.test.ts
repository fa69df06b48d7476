import { suite, test } from "node:test";
import { expect } from "chai";
import { loneEngine } from "./engine.suite.ts";

suite("fuzzer findings", () => {
  test("a mount option that is a list with a number in unusual notation is refused", async () => {
    const { ask } = await loneEngine();
    for (const [path, more] of [
      ["sys/mounts/secret/tune", ""],
      ["sys/mounts/new", '"type":"kv",'],
    ]) {
      const { status, body } = await ask("POST", `${path}`, `{${more}"options":{"w":[1e3]}}`);
      expect(status, path).to.equal(400);
      expect(body?.errors).to.deep.equal([
        'Field validation failed: error converting input for field "options": ' +
          "'' expected type 'string', got unconvertible type '[]interface {}'",
      ]);
    }
  });

  test("an audit device option may be a number in unusual notation", async () => {
    const { ask } = await loneEngine();
    const { status, body } = await ask("POST", "sys/audit/a", '{"type":"file","options":{"mode":1.10}}');
    expect({ status, body }).to.deep.equal({ status: 400, body: { errors: ["file_path is required"] } });
  });
});
