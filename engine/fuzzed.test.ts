import { suite, test } from "node:test";
import { expect } from "chai";
import { loneEngine } from "./engine.suite.ts";

suite("what the fuzzer found once", () => {
  test("an option of a mount that is a list with a number of odd spelling is refused", async () => {
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

  test("an option of an audit device may be a number of odd spelling", async () => {
    const { ask } = await loneEngine();
    const { status, body } = await ask("POST", "sys/audit/a", '{"type":"file","options":{"mode":1.10}}');
    expect({ status, body }).to.deep.equal({ status: 400, body: { errors: ["file_path is required"] } });
  });
});
