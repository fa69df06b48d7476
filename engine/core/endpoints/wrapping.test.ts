import { suite, test } from "node:test";
import { expect } from "chai";
import type { Json, JsonObject } from "../../api/json.ts";
import { type LoneEngine, loneEngine } from "../../engine.suite.ts";

type Wrapped = Readonly<{ token: string; accessor: string; wrapped_accessor?: string }>;

const invalid = '400 ["wrapping token is not valid or does not exist"]';

async function fixture() {
  const lone = await loneEngine();
  const { ask } = lone;
  await ask("POST", "sys/mounts/kv", { type: "kv" });
  await ask("POST", "kv/sky", { colour: "blue" });
  const wrapping = (ttl: string, format?: string) => ({
    headers: { "x-vault-wrap-ttl": ttl, ...(format ? { "x-vault-wrap-format": format } : {}) },
  });
  const wrap = async (method = "GET", path = "kv/sky", body?: Json) => {
    const reply = await ask(method, path, body, wrapping("60"));
    return (reply.body?.wrap_info ?? {}) as Wrapped;
  };
  const send = async (...call: Parameters<LoneEngine["ask"]>) => {
    const { status, body } = await ask(...call);
    const text = body?.errors ?? body?.data;
    return text === undefined ? String(status) : `${status} ${JSON.stringify(text)}`;
  };
  const newToken = async (fields: JsonObject = {}) => {
    const { body } = await ask("POST", "auth/token/create", fields);
    return String(((body?.auth ?? {}) as JsonObject).client_token);
  };
  return { ...lone, wrapping, wrap, send, newToken };
}

suite("wrapping a response", () => {
  test("stores the whole response under a token and returns only wrap_info", async () => {
    const { ask, wrapping } = await fixture();
    const { status, body } = await ask("GET", "kv/sky", undefined, wrapping("1m"));
    const info = (body?.wrap_info ?? {}) as Wrapped;
    expect(status).to.equal(200);
    expect({ ...body, wrap_info: { ...info, token: info.token.length, accessor: info.accessor.length } }).to.deep.equal(
      {
        request_id: "",
        lease_id: "",
        renewable: false,
        lease_duration: 0,
        data: null,
        wrap_info: {
          token: 95,
          accessor: 24,
          ttl: 60,
          creation_time: "2026-01-01T00:00:00.000000000Z",
          creation_path: "kv/sky",
        },
        warnings: null,
        auth: null,
      },
    );
    expect(info.token).to.match(/^hvs\./);
  });

  test("of a list reports its path with a slash", async () => {
    const { wrap } = await fixture();
    expect(await wrap("LIST", "kv")).to.have.property("creation_path", "kv/");
  });

  test("of a login reports the accessor of the wrapped token", async () => {
    const { ask, wrap } = await fixture();
    const { token, wrapped_accessor } = await wrap("POST", "auth/token/create", {});
    const { body } = await ask("POST", "sys/wrapping/unwrap", undefined, { token });
    expect(body?.auth).to.have.property("accessor", wrapped_accessor);
    expect(body?.auth)
      .to.have.property("client_token")
      .that.matches(/^hvs\./);
  });

  test("as a JWT includes the address for unwrapping", async () => {
    const { ask, wrapping, send } = await fixture();
    const { body } = await ask("GET", "kv/sky", undefined, wrapping("60", "jwt"));
    const { token } = (body?.wrap_info ?? {}) as Wrapped;
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as JsonObject;
    expect(claims).to.include({ type: "wrapping", addr: "http://lone.test:8200" });
    expect(await send("POST", "sys/wrapping/unwrap", undefined, { token })).to.equal('200 {"colour":"blue"}');
  });

  test("has no effect on empty, bare and failed responses", async () => {
    const { send, wrapping, ask } = await fixture();
    expect(await send("POST", "kv/sea", { colour: "grey" }, wrapping("60"))).to.equal("204");
    expect(await send("GET", "kv/none", undefined, wrapping("60"))).to.equal("404 []");
    expect(await send("GET", "kv/sky", undefined, { ...wrapping("60"), token: "bad" })).to.equal(
      '403 ["permission denied"]',
    );
    const health = await ask("GET", "sys/health", undefined, wrapping("60"));
    expect(health.body).to.have.property("initialized", true);
    expect(await send("GET", "kv/sky", undefined, wrapping("0"))).to.equal('200 {"colour":"blue"}');
    await ask("POST", "sys/mounts/kv2", { type: "kv-v2" });
    await ask("POST", "kv2/data/sky", { data: { colour: "blue" } });
    await ask("DELETE", "kv2/data/sky");
    const deleted = await ask("GET", "kv2/data/sky", undefined, wrapping("60"));
    expect([deleted.status, deleted.body?.wrap_info]).to.deep.equal([404, null]);
  });

  for (const [ttl, why] of [
    ["bogus", 'time: invalid duration "bogus"'],
    ["-5", "requested wrap ttl cannot be negative"],
    ["-1h", "requested wrap ttl cannot be negative"],
    ["99999999999999999999", 'time: invalid duration "99999999999999999999"'],
  ] as const) {
    test(`with the TTL ${ttl} is refused`, async () => {
      const { send, wrapping } = await fixture();
      const texts = JSON.stringify([`error parsing X-Vault-Wrap-TTL header: ${why}`]);
      expect(await send("GET", "kv/sky", undefined, wrapping(ttl))).to.equal(`400 ${texts}`);
    });
  }

  test("accepts a very long TTL", async () => {
    const { ask, wrapping } = await fixture();
    const { body } = await ask("GET", "kv/sky", undefined, wrapping("999999h"));
    expect(body?.wrap_info).to.have.property("ttl", 999_999 * 3600);
  });

  test("can be required by a policy, with a minimum and maximum TTL", async () => {
    const { ask, send, wrapping, newToken } = await fixture();
    const rule = 'capabilities = ["read"] min_wrapping_ttl = "10s" max_wrapping_ttl = "90s"';
    await ask("POST", "sys/policies/acl/wrapped", { policy: `path "kv/sky" { ${rule} }` });
    const token = await newToken({ policies: ["wrapped"] });
    expect(await send("GET", "kv/sky", undefined, { token })).to.match(/^403/);
    for (const [ttl, status] of [
      ["5", 403],
      ["60", 200],
      ["120", 403],
    ] as const) {
      expect((await ask("GET", "kv/sky", undefined, { token, ...wrapping(ttl) })).status, ttl).to.equal(status);
    }
  });

  test("preserves the text of numbers", async () => {
    const { ask, wrapping, engine } = await fixture();
    await ask("POST", "kv/number", '{"a":1.10,"b":12345678901234567890}');
    const { body } = await ask("GET", "kv/number", undefined, wrapping("60"));
    const { token } = (body?.wrap_info ?? {}) as Wrapped;
    const request = { method: "PUT", target: "/v1/sys/wrapping/unwrap", body: "", remoteAddress: "" };
    const reply = await engine.handle({ ...request, headers: { "x-vault-token": token } });
    expect(reply.body).to.contain('"data":{"a":1.10,"b":12345678901234567890}');
  });
});

suite("a wrapping token", () => {
  test("can be looked up by any client without being used", async () => {
    const { wrap, send } = await fixture();
    const { token } = await wrap();
    const facts = '200 {"creation_path":"kv/sky","creation_time":"2026-01-01T00:00:00.000000000Z","creation_ttl":60}';
    expect(await send("POST", "sys/wrapping/lookup", { token }, { token: "" })).to.equal(facts);
    expect(await send("GET", "sys/wrapping/lookup", undefined, { token })).to.equal(facts);
    expect(await send("POST", "sys/wrapping/unwrap", {}, { token })).to.equal('200 {"colour":"blue"}');
    expect(await send("POST", "sys/wrapping/lookup", { token }, { token: "" })).to.equal(invalid);
  });

  for (const path of ["sys/wrapping/lookup", "sys/wrapping/unwrap", "sys/wrapping/rewrap"]) {
    test(`is refused by ${path} if it is unknown or expired`, async () => {
      const { wrap, send, clock } = await fixture();
      expect(await send("POST", path, { token: "hvs.none" })).to.equal(invalid);
      expect(await send("POST", path, { token: "hvs.none" }, { token: "" })).to.equal(invalid);
      const { token } = await wrap();
      await clock.pass(61);
      expect(await send("POST", path, { token })).to.equal(invalid);
    });
  }

  test("can be unwrapped once, even if a hundred requests try at the same time", async () => {
    const { wrap, send } = await fixture();
    const { token } = await wrap();
    const tries = Array.from({ length: 100 }, (_, at) =>
      at % 2 ? send("PUT", "sys/wrapping/unwrap", {}, { token }) : send("PUT", "sys/wrapping/unwrap", { token }),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter((answer) => answer === '200 {"colour":"blue"}')).to.have.length(1);
    expect(answers.filter((answer) => answer === invalid)).to.have.length(99);
  });

  test("in the body is unwrapped if the client's token permits it, and stays valid otherwise", async () => {
    const { wrap, send, newToken } = await fixture();
    const { token: inner } = await wrap();
    const unwrap = (token: string, body: JsonObject = { token: inner }) =>
      send("PUT", "sys/wrapping/unwrap", body, { token });
    expect(await unwrap("")).to.equal('403 ["permission denied"]');
    expect(await unwrap("hvs.bad")).to.equal('403 ["permission denied"]');
    const powerless = await newToken({ no_default_policy: true, policies: ["none"] });
    expect(await unwrap(powerless)).to.equal('403 ["1 error occurred:\\n\\t* permission denied\\n\\n"]');
    expect(await unwrap("", {})).to.equal('403 ["error validating wrapping token: token is empty"]');
    expect(await unwrap("root", { token: ["x"] })).to.equal(
      '403 ["error validating wrapping token: could not decode token in request body"]',
    );
    expect(await unwrap(await newToken({ policies: ["default"] }))).to.equal('200 {"colour":"blue"}');
  });

  test("in the body takes one use of the client's token", async () => {
    const { wrap, send, newToken } = await fixture();
    const [first, second] = [await wrap(), await wrap()];
    const token = await newToken({ num_uses: 1 });
    expect(await send("PUT", "sys/wrapping/unwrap", { token: first.token }, { token })).to.match(/^200/);
    expect(await send("PUT", "sys/wrapping/unwrap", { token: second.token }, { token })).to.match(/^403/);
  });

  for (const [method, path] of [
    ["GET", "kv/sky"],
    ["GET", "sys/wrapping/unwrap"],
    ["POST", "sys/wrapping/wrap"],
    ["GET", "no/such/mount"],
    ["GET", "auth/token/lookup-self"],
  ] as const) {
    test(`is refused and revoked when used for another request: ${method} ${path}`, async () => {
      const { wrap, send } = await fixture();
      const { token } = await wrap();
      expect(await send(method, path, undefined, { token })).to.equal('403 ["permission denied"]');
      expect(await send("PUT", "sys/wrapping/unwrap", {}, { token })).to.equal(invalid);
    });
  }

  test("can be unwrapped by the deprecated path, with a warning", async () => {
    const { ask, wrap, send } = await fixture();
    const { token } = await wrap();
    const { body } = await ask("GET", "cubbyhole/response", undefined, { token });
    const response = JSON.parse(String(((body?.data ?? {}) as JsonObject).response)) as JsonObject;
    expect(response.data).to.deep.equal({ colour: "blue" });
    expect(String(body?.warnings)).to.match(/^Reading from 'cubbyhole\/response' is deprecated/);
    expect(await send("GET", "cubbyhole/response", undefined, { token })).to.equal('403 ["permission denied"]');
    expect(await send("GET", "cubbyhole/response")).to.equal("404 []");
  });

  test("is replaced by a new one with the same TTL, and the old one is revoked", async () => {
    const { ask, wrap, send, clock } = await fixture();
    const { token } = await wrap();
    await clock.pass(50);
    const { body } = await ask("POST", "sys/wrapping/rewrap", { token });
    const next = (body?.wrap_info ?? {}) as Wrapped;
    expect(next).to.include({ creation_path: "kv/sky", ttl: 60, creation_time: "2026-01-01T00:00:50.000000000Z" });
    expect(await send("PUT", "sys/wrapping/unwrap", {}, { token })).to.equal(invalid);
    await clock.pass(50);
    expect(await send("PUT", "sys/wrapping/unwrap", {}, { token: next.token })).to.equal('200 {"colour":"blue"}');
  });

  test("persists across a restart", async () => {
    const { wrap, store } = await fixture();
    const { token } = await wrap();
    const next = await loneEngine(store);
    const { body } = await next.ask("PUT", "sys/wrapping/unwrap", {}, { token });
    expect(body?.data).to.deep.equal({ colour: "blue" });
  });

  test("is refused after its TTL, even before it is removed", async () => {
    const { wrap, store, clock } = await fixture();
    const { token } = await wrap();
    const later = { now: () => clock.now() + 60_000, at: () => () => {} };
    const next = await loneEngine(store, { clock: later });
    const { body } = await next.ask("PUT", "sys/wrapping/unwrap", {}, { token });
    expect(body).to.deep.equal({ errors: ["wrapping token is not valid or does not exist"] });
  });

  test("is removed with its data when it expires", async () => {
    const { wrap, store, clock } = await fixture();
    const { token } = await wrap();
    const left = async () => (await store.range({ prefix: "local/core/wrapped" })).map(([key]) => key);
    expect(await left()).to.have.length(2);
    expect((await store.range({ prefix: "" })).flat().join()).not.to.contain(token);
    await clock.pass(61);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(await left()).to.deep.equal([]);
  });
});

suite("data that a client wraps", () => {
  test("are returned unchanged, and the token is never a JWT", async () => {
    const { ask, send, wrapping } = await fixture();
    const { body } = await ask("POST", "sys/wrapping/wrap", { a: { b: [1, null] } }, wrapping("60", "jwt"));
    const { token, ...rest } = (body?.wrap_info ?? {}) as Wrapped;
    expect(rest).to.include({ creation_path: "sys/wrapping/wrap", ttl: 60 });
    expect(token).to.match(/^hvs\.\w{91}$/);
    expect(await send("POST", "sys/wrapping/unwrap", { token })).to.equal('200 {"a":{"b":[1,null]}}');
  });

  test("need a wrapping TTL", async () => {
    const { send } = await fixture();
    expect(await send("POST", "sys/wrapping/wrap", { a: 1 })).to.equal(
      '400 ["endpoint requires response wrapping to be used"]',
    );
  });
});
