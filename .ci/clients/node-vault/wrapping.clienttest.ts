import { suite, test } from "node:test";
import { expect } from "chai";
import { refusal, vault } from "./setting.ts";

const spent = "wrapping token is not valid or does not exist";

suite("wrapping", () => {
  test("a response is unwrapped once, with its wrapping token", async () => {
    await vault().write("secret/data/node/wrapped", { data: { n: 1 } });
    const wrapped = await vault().read("secret/data/node/wrapped", { headers: { "X-Vault-Wrap-TTL": "60" } });
    expect(wrapped.data).to.equal(null);
    expect(wrapped.wrap_info).to.include({ ttl: 60, creation_path: "secret/data/node/wrapped" });
    const { token } = wrapped.wrap_info;
    const looked = await vault().write("sys/wrapping/lookup", { token });
    expect(looked.data).to.include({ creation_ttl: 60, creation_path: "secret/data/node/wrapped" });
    expect((await vault({ token }).unwrap()).data.data).to.deep.equal({ n: 1 });
    const { status, message } = await refusal(vault().unwrap({ token }));
    expect([status, message]).to.deep.equal([400, spent]);
  });

  test("a client with another token unwraps it with the token in the body", async () => {
    const { token } = (await vault().write("sys/wrapping/wrap", { a: "b" }, { headers: { "X-Vault-Wrap-TTL": "5m" } }))
      .wrap_info;
    expect((await vault().unwrap({ token })).data).to.deep.equal({ a: "b" });
  });

  test("a wrapped token is returned like that of a login", async () => {
    const headers = { "X-Vault-Wrap-TTL": "60" };
    const { wrap_info } = await vault().write("auth/token/create", { policies: ["default"] }, { headers });
    expect(wrap_info.wrapped_accessor).to.be.a("string");
    const { auth } = await vault({ token: wrap_info.token }).unwrap();
    expect(auth).to.include({ accessor: wrap_info.wrapped_accessor, token_type: "service" });
  });

  test("rewrapping returns another token for the same response", async () => {
    const headers = { "X-Vault-Wrap-TTL": "60" };
    const { token } = (await vault().write("sys/wrapping/wrap", { a: 1 }, { headers })).wrap_info;
    const again = (await vault().write("sys/wrapping/rewrap", { token })).wrap_info;
    expect(again).to.include({ ttl: 60, creation_path: "sys/wrapping/wrap" });
    expect((await refusal(vault().unwrap({ token }))).message).to.equal(spent);
    expect((await vault().unwrap({ token: again.token })).data).to.deep.equal({ a: 1 });
  });

  test("nothing is wrapped without a TTL", async () => {
    const { status, message } = await refusal(vault().write("sys/wrapping/wrap", { a: 1 }));
    expect([status, message]).to.deep.equal([400, "endpoint requires response wrapping to be used"]);
  });
});
