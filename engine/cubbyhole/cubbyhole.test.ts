import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../api/json.ts";
import { loneEngine } from "../engine.suite.ts";

async function startEngine() {
  const lone = await loneEngine();
  const token = async (fields: JsonObject = {}) =>
    ((await lone.ask("POST", "auth/token/create", fields)).body?.auth as JsonObject | undefined)
      ?.client_token as string;
  return { ...lone, token };
}

suite("cubbyhole", () => {
  test("a token reads only the secrets that it wrote", async () => {
    const { ask, token } = await startEngine();
    const [ada, bob] = [await token({ policies: ["default"] }), await token({ policies: ["default"] })];
    expect(await ask("POST", "cubbyhole/a b/c", { x: 1 }, { token: ada })).to.deep.equal({
      status: 204,
      body: undefined,
    });
    const { status, body } = await ask("GET", "cubbyhole/a%20b/c", undefined, { token: ada });
    expect([status, body?.data, body?.lease_duration]).to.deep.equal([200, { x: 1 }, 0]);
    for (const other of [bob, "root"]) {
      expect(await ask("GET", "cubbyhole/a%20b/c", undefined, { token: other })).to.deep.equal({
        status: 404,
        body: { errors: [] },
      });
      expect((await ask("LIST", "cubbyhole", undefined, { token: other })).status).to.equal(404);
    }
    const list = await ask("LIST", "cubbyhole", undefined, { token: ada });
    expect(list.body?.data).to.deep.equal({ keys: ["a b/"] });
    expect((await ask("DELETE", "cubbyhole/a%20b/c", undefined, { token: bob })).status).to.equal(204);
    expect((await ask("GET", "cubbyhole/a%20b/c", undefined, { token: ada })).status).to.equal(200);
    expect((await ask("DELETE", "cubbyhole/a%20b/c", undefined, { token: ada })).status).to.equal(204);
    expect((await ask("GET", "cubbyhole/a%20b/c", undefined, { token: ada })).status).to.equal(404);
  });

  test("a request without a path or a write without data is refused", async () => {
    const { ask } = await startEngine();
    for (const method of ["GET", "POST", "DELETE"]) {
      expect(await ask(method, "cubbyhole", method === "POST" ? { x: 1 } : undefined), method).to.deep.equal({
        status: 500,
        body: { errors: ["1 error occurred:\n\t* missing path\n\n"] },
      });
    }
    expect(await ask("POST", "cubbyhole/a", {})).to.deep.equal({
      status: 400,
      body: { errors: ["missing data fields"] },
    });
  });

  test("revocation of a token removes its cubbyhole, also from the store", async () => {
    const { ask, store, token } = await startEngine();
    const ada = await token();
    for (let i = 0; i < 3; i++) await ask("POST", `cubbyhole/folder/${i}`, { x: "se5ame" }, { token: ada });
    await ask("POST", "cubbyhole/own", { x: "kept" });
    const stored = async () => (await store.range({ prefix: "" })).filter(([key]) => key.includes("/folder/"));
    expect(await stored()).to.have.length(3);
    expect((await ask("POST", "auth/token/revoke", { token: ada })).status).to.equal(204);
    expect(await stored()).to.have.length(0);
    expect((await ask("GET", "cubbyhole/own")).status).to.equal(200);
  });

  test("expiration of a token removes its cubbyhole", async () => {
    const { ask, clock, store, token } = await startEngine();
    const ada = await token({ ttl: "1h" });
    await ask("POST", "cubbyhole/folder/a", { x: 1 }, { token: ada });
    await clock.pass(3601);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect((await store.range({ prefix: "" })).filter(([key]) => key.includes("/folder/"))).to.have.length(0);
  });

  test("a batch token has no cubbyhole", async () => {
    const { ask, token } = await startEngine();
    const batch = await token({ type: "batch", policies: ["default"], ttl: "1h" });
    for (const method of ["GET", "POST", "LIST", "DELETE"]) {
      expect(
        await ask(method, "cubbyhole/a", method === "POST" ? { x: 1 } : undefined, { token: batch }),
      ).to.deep.equal({
        status: 400,
        body: { errors: ['cubbyhole operations are only supported by "service" type tokens'] },
      });
    }
  });
});
