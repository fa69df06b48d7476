import { suite, test } from "node:test";
import { expect } from "chai";
import { loneEngine } from "../engine.suite.ts";

suite("rules for every request", () => {
  const mounted = async () => {
    const lone = await loneEngine();
    await lone.ask("POST", "sys/mounts/kv1", { type: "kv" });
    return lone;
  };

  test("a path with a final slash cannot be written, is empty, and deleting it deletes nothing", async () => {
    const { ask } = await mounted();
    await ask("POST", "kv1/a", { v: 1 });
    expect(await ask("POST", "kv1/a/", { v: 1 })).to.deep.equal({
      status: 400,
      body: { errors: ["cannot write to a path ending in '/'"] },
    });
    expect(await ask("GET", "kv1/a/")).to.deep.equal({ status: 404, body: { errors: [] } });
    expect((await ask("DELETE", "kv1/a/")).status).to.equal(204);
    expect((await ask("GET", "kv1/a")).body?.data).to.deep.equal({ v: 1 });
    expect((await ask("GET", "sys/mounts/", undefined, { token: "" })).status).to.equal(403);
  });

  test("a list is requested by the verb LIST or a boolean in Go notation", async () => {
    const { ask } = await mounted();
    await ask("POST", "kv1/a", { v: 1 });
    for (const list of ["true", "True", "TRUE", "t", "1"]) {
      expect((await ask("GET", `kv1?list=${list}`)).body?.data, list).to.deep.equal({ keys: ["a"] });
    }
    expect((await ask("LIST", "kv1")).body?.data).to.deep.equal({ keys: ["a"] });
    expect((await ask("GET", "kv1/a?list=false")).body?.data).to.deep.equal({ v: 1 });
    expect(await ask("GET", "kv1?list=yes")).to.deep.equal({ status: 400, body: { errors: [] } });
    expect(await ask("LIST", "sys/mounts")).to.deep.equal({
      status: 404,
      body: { errors: ["1 error occurred:\n\t* unsupported path\n\n"] },
    });
  });

  test("an unsupported method is refused, on unauthenticated paths without a token and with an unwrapped text", async () => {
    const { ask } = await mounted();
    const wrapped = { errors: ["1 error occurred:\n\t* unsupported operation\n\n"] };
    expect(
      await ask("PATCH", "sys/mounts/kv1", {}, { headers: { "content-type": "application/merge-patch+json" } }),
    ).to.deep.equal({
      status: 405,
      body: wrapped,
    });
    await ask("POST", "sys/auth/cloud", { type: "cloud" });
    expect(await ask("GET", "auth/cloud/login", undefined, { token: "" })).to.deep.equal({
      status: 405,
      body: { errors: ["unsupported operation"] },
    });
    for (const verb of ["FOO", "LINK", "TRACE", "get", "HEAD"]) {
      expect(await ask(verb, "sys/seal-status"), verb).to.deep.equal({ status: 405, body: { errors: [] } });
    }
    expect(await ask("POST", "sys/health")).to.deep.equal({ status: 405, body: { errors: [] } });
  });

  test("PATCH requires its content type", async () => {
    const { ask } = await mounted();
    expect(await ask("PATCH", "kv1/a", {}, { headers: { "content-type": "application/json" } })).to.deep.equal({
      status: 415,
      body: { errors: ["PATCH requires Content-Type of application/merge-patch+json, provided application/json"] },
    });
  });

  test("a body is a JSON object, empty, or null, and has at most 5,000 levels", async () => {
    const { ask } = await mounted();
    const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    for (const body of ["[1]", '"x"', "{", "{'a':1}", nested(20_000), '{"a":1} trailing']) {
      expect(await ask("POST", "kv1/a", body), body.slice(0, 20)).to.deep.equal({
        status: 400,
        body: { errors: ["error parsing JSON"] },
      });
    }
    expect((await ask("POST", "kv1/deep", nested(5_000))).status).to.equal(204);
    expect((await ask("GET", "kv1/deep")).status).to.equal(200);
    for (const body of ["null", "{}", ""]) {
      expect((await ask("POST", "kv1/a", body)).body, body).to.deep.equal({ errors: ["missing data fields"] });
    }
  });

  test("the body is checked before the token", async () => {
    const { ask } = await mounted();
    expect((await ask("POST", "nomount/x", "{", { token: "" })).status).to.equal(400);
    expect((await ask("POST", "nomount/x", "{}", { token: "" })).status).to.equal(403);
  });

  test("the last of duplicate keys takes effect, and __proto__ is an ordinary name", async () => {
    const { ask } = await mounted();
    await ask("POST", "kv1/a", '{"a":1,"a":2,"__proto__":{"x":1},"constructor":"c"}');
    const { body } = await ask("GET", "kv1/a");
    expect(JSON.stringify(body?.data)).to.equal('{"a":2,"__proto__":{"x":1},"constructor":"c"}');
    expect(({} as Record<string, unknown>).x).to.equal(undefined);
  });

  test("fields may be texts or numbers, and an invalid field is reported with the reason but not its value", async () => {
    const { ask } = await mounted();
    const why = async (path: string, body: string) => (await ask("POST", path, body)).body?.errors;
    expect(await why("auth/token/create", '{"ttl":"bogus"}')).to.not.equal(undefined);
    expect(await why("auth/token/renew-self", '{"increment":[]}')).to.deep.equal([
      'Field validation failed: error converting input for field "increment": could not parse duration from input',
    ]);
    expect(await why("sys/leases/lookup", '{"lease_id":["x"]}')).to.deep.equal([
      `Field validation failed: error converting input for field "lease_id": '' expected type 'string', got unconvertible type '[]interface {}'`,
    ]);
    expect((await ask("POST", "auth/token/create", '{"num_uses":"3","ttl":90,"renewable":"false"}')).status).to.equal(
      200,
    );
  });

  test("a body may be a form, and other content types are ignored", async () => {
    const { ask } = await mounted();
    const form = { headers: { "content-type": "application/x-www-form-urlencoded" } };
    await ask("POST", "kv1/form", "b=two&b=three&c=%2B+x", form);
    expect((await ask("GET", "kv1/form")).body?.data).to.deep.equal({ b: "two,three", c: "+ x" });
    await ask("POST", "kv1/text", '{"a":1}', { headers: { "content-type": "text/plain" } });
    expect((await ask("GET", "kv1/text")).body?.data).to.deep.equal({ a: 1 });
  });

  test("a body that starts as JSON is JSON even if its type is a form, because curl -d sends it so", async () => {
    const { ask } = await mounted();
    const form = { headers: { "content-type": "application/x-www-form-urlencoded" } };
    for (const body of ['{"a":"b=c&d"}', ' \t\r\n{"a":"b=c&d"}\n']) {
      expect((await ask("POST", "kv1/curl", body, form)).status).to.equal(204);
      expect((await ask("GET", "kv1/curl")).body?.data, body).to.deep.equal({ a: "b=c&d" });
      await ask("DELETE", "kv1/curl");
    }
    const broken = { status: 400, body: { errors: ["error parsing JSON"] } };
    for (const body of ["[1]", "{", " [a=b", "{a=b}"])
      expect(await ask("POST", "kv1/curl", body, form), body).to.deep.equal(broken);
    // A no-break space is not JSON whitespace, so the body is a form.
    expect((await ask("POST", "kv1/form", "\u00a0{=1", form)).status).to.equal(204);
    expect((await ask("GET", "kv1/form")).body?.data).to.deep.equal({ "\u00a0{": "1" });
  });

  test("both token headers are accepted", async () => {
    const { ask } = await mounted();
    const bearer = { token: "", headers: { authorization: "Bearer root" } };
    expect((await ask("GET", "auth/token/lookup-self", undefined, bearer)).status).to.equal(200);
  });
});
