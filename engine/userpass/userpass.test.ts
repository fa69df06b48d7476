import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../api/json.ts";
import { plainContext } from "../core/storage/plain-context.suite.ts";
import { loneEngine } from "../engine.suite.ts";
import { cryptographyForTests } from "../ports/cryptography-for-tests.suite.ts";
import { userEndpoints } from "./user-endpoints.ts";

type Options = Parameters<Awaited<ReturnType<typeof loneEngine>>["ask"]>[3];

/** An engine with userpass at `auth/people/`. */
async function place() {
  const lone = await loneEngine();
  const { ask } = lone;
  expect((await ask("POST", "sys/auth/people", { type: "userpass" })).status).to.equal(204);
  async function refusal(method: string, path: string, body?: JsonObject, options?: Options) {
    const { status, body: answer } = await ask(method, `auth/people/${path}`, body, options);
    return [status, (answer?.errors as readonly string[] | undefined)?.[0]];
  }
  return {
    ...lone,
    refusal,
    async done(method: string, path: string, body?: JsonObject) {
      const { status, body: answer } = await ask(method, `auth/people/${path}`, body);
      expect(status, JSON.stringify(answer)).to.equal(204);
    },
    read: async (name: string) => (await ask("GET", `auth/people/users/${name}`)).body?.data as JsonObject,
    logIn: (name: string, password: string, options: Options = {}) =>
      refusal("POST", `login/${name}`, { password }, { token: "", ...options }),
    async auth(name: string, password: string) {
      const { status, body } = await ask("POST", `auth/people/login/${name}`, { password }, { token: "" });
      expect(status, JSON.stringify(body)).to.equal(200);
      return body?.auth as JsonObject;
    },
  };
}

const wrong = [400, "invalid username or password"];

suite("userpass: users", () => {
  test("a user reads as the reference's does, never the password, by a name of any case", async () => {
    const { done, read } = await place();
    await done("POST", "users/Ada", { password: "se5ame", token_policies: "b,a", token_ttl: "1h" });
    expect(await read("aDA")).to.deep.equal({
      token_bound_cidrs: [],
      token_explicit_max_ttl: 0,
      token_max_ttl: 0,
      token_no_default_policy: false,
      token_num_uses: 0,
      token_period: 0,
      token_policies: ["a", "b"],
      token_ttl: 3600,
      token_type: "default",
    });
  });

  test("a new user needs a password, a known one keeps theirs", async () => {
    const { auth, done, read, refusal } = await place();
    expect(await refusal("POST", "users/ada", {})).to.deep.equal([400, "missing password"]);
    await done("POST", "users/ada", { password: "one", policies: ["x"] });
    await done("PUT", "users/ada", { token_max_ttl: 60 });
    expect(await read("ada")).to.deep.include({ policies: ["x"], token_policies: ["x"], token_max_ttl: 60 });
    await auth("ada", "one");
    await done("POST", "users/ada", { password: "two" });
    await auth("ada", "two");
  });

  test("password and policies have paths of their own", async () => {
    const { auth, done, logIn, read, refusal } = await place();
    await done("POST", "users/ada", { password: "one" });
    await done("POST", "users/ada/password", { password: "two" });
    expect(await logIn("ada", "one")).to.deep.equal(wrong);
    await auth("ada", "two");
    await done("POST", "users/ada/policies", { token_policies: "x" });
    expect(await read("ada")).to.deep.include({ token_policies: ["x"] });
    expect(await refusal("POST", "users/ada/password", {})).to.deep.equal([400, "missing password"]);
    for (const [path, body] of [
      ["password", { password: "x" }],
      ["policies", { token_policies: "x" }],
    ] as const) {
      expect(await refusal("POST", `users/none/${path}`, body)).to.deep.equal([
        500,
        "1 error occurred:\n\t* username does not exist\n\n",
      ]);
    }
  });

  test("a hash of a password is refused by its name, never taken for nothing", async () => {
    const { refusal } = await place();
    const [status, text] = await refusal("POST", "users/ada", { password: "x", password_hash: "$2b$10$y" });
    expect([status, text]).to.deep.equal([400, "password_hash is not supported; give password"]);
  });

  test("users are listed in order and deleted, also twice", async () => {
    const { ask, done, logIn, refusal } = await place();
    expect(await refusal("LIST", "users")).to.deep.equal([404, undefined]);
    for (const name of ["Zoe", "ada", "mo.e-1"]) await done("POST", `users/${name}`, { password: "x" });
    expect((await ask("LIST", "auth/people/users")).body?.data).to.deep.equal({ keys: ["ada", "mo.e-1", "zoe"] });
    await done("DELETE", "users/ADA");
    await done("DELETE", "users/ada");
    expect(await refusal("GET", "users/ada")).to.deep.equal([404, undefined]);
    expect(await logIn("ada", "x")).to.deep.equal(wrong);
  });

  test("settings of tokens that make no sense are refused, and nothing is stored", async () => {
    const { refusal } = await place();
    expect(await refusal("POST", "users/ada", { password: "x", token_ttl: 2, token_max_ttl: 1 })).to.deep.equal([
      400,
      "'token_ttl' cannot be greater than 'token_max_ttl'",
    ]);
    expect((await refusal("GET", "users/ada"))[0]).to.equal(404);
  });
});

test("userpass: no password is written down", async () => {
  const { context, written } = plainContext();
  const [write, change] = ["users/:username", "users/:username/password"].map(
    (path) => userEndpoints.find((endpoint) => endpoint.path === path)?.operations.write,
  );
  for (const operation of [write, change]) {
    await operation?.run(operation.input.parse({ username: "ada", password: "se5ame" }) as never, context);
    expect(await written())
      .to.contain("user/ada")
      .and.not.to.contain("se5ame");
  }
});

suite("userpass: login", () => {
  test("a login gets a token of the user's making", async () => {
    const { auth, done, ask } = await place();
    await done("POST", "users/Ada", { password: "x", token_policies: "p", token_ttl: "1h", token_num_uses: 3 });
    const given = await auth("ADA", "x");
    expect(given).to.deep.include({
      policies: ["default", "p"],
      metadata: { username: "ada" },
      lease_duration: 3600,
      renewable: true,
      token_type: "service",
      orphan: true,
      num_uses: 3,
    });
    const { body } = await ask("POST", "auth/token/lookup", { token: given.client_token ?? "" });
    expect(body?.data).to.deep.include({ display_name: "people-ada", path: "auth/people/login/ADA" });
  });

  test("a user may have batch tokens, which are written down nowhere", async () => {
    const { auth, done } = await place();
    await done("POST", "users/ada", { password: "x", token_type: "batch", token_ttl: "1h" });
    expect(await auth("ada", "x")).to.deep.include({ token_type: "batch", accessor: "", renewable: false });
  });

  test("wrong, unknown and missing passwords are told apart only where nothing is learnt", async () => {
    const { done, logIn, refusal } = await place();
    await done("POST", "users/ada", { password: "x" });
    expect(await logIn("ada", "y")).to.deep.equal(wrong);
    expect(await logIn("none", "x")).to.deep.equal(wrong);
    expect(await refusal("POST", "login/ada", {}, { token: "" })).to.deep.equal([500, "missing password"]);
    expect(await refusal("POST", "login/none", {}, { token: "" })).to.deep.equal([500, "missing password"]);
    expect((await refusal("POST", "login/ada", { password: ["x"] }, { token: "" }))[0]).to.equal(400);
    expect((await refusal("POST", "login", { password: "x" }, { token: "" }))[0]).to.equal(403);
  });

  test("who is unknown costs the same hash as who is not", async () => {
    let hashes = 0;
    const counting = {
      ...cryptographyForTests,
      hashPassword(password: string, salt: Uint8Array) {
        hashes += 1;
        return cryptographyForTests.hashPassword(password, salt);
      },
      verifyPassword(password: string, hash: string) {
        hashes += 1;
        return cryptographyForTests.verifyPassword(password, hash);
      },
    };
    const { ask } = await loneEngine(undefined, { cryptography: counting });
    await ask("POST", "sys/auth/people", { type: "userpass" });
    await ask("POST", "auth/people/users/ada", { password: "x" });
    for (const name of ["ada", "none"]) {
      hashes = 0;
      await ask("POST", `auth/people/login/${name}`, { password: "y" }, { token: "" });
      expect(hashes, name).to.equal(1);
    }
  });

  test("from elsewhere than the user may come from, a login is denied", async () => {
    const { done, logIn } = await place();
    await done("POST", "users/ada", { password: "x", token_bound_cidrs: "10.0.0.0/8" });
    expect(await logIn("ada", "x")).to.deep.equal([403, "permission denied"]);
    expect((await logIn("ada", "x", { remoteAddress: "10.1.2.3" }))[0]).to.equal(200);
  });

  test("no login gets root", async () => {
    const { done, logIn } = await place();
    await done("POST", "users/ada", { password: "x", token_policies: "root" });
    expect(await logIn("ada", "x")).to.deep.equal([400, "auth methods cannot create root tokens"]);
  });

  test("after five failures a name is locked, known or not, until a quarter of an hour has passed", async () => {
    const { clock, done, logIn } = await place();
    await done("POST", "users/ada", { password: "x" });
    for (const name of ["ada", "none"]) {
      for (let i = 0; i < 5; i++) expect(await logIn(name, "y")).to.deep.equal(wrong);
      expect(await logIn(name, "x"), name).to.deep.equal([403, "permission denied"]);
    }
    await clock.pass(15 * 60);
    expect((await logIn("ada", "x"))[0]).to.equal(200);
  });

  test("many guesses at once learn no more than five in a row", async () => {
    const { done, logIn } = await place();
    await done("POST", "users/ada", { password: "x" });
    const guesses = Array.from({ length: 20 }, (_, i) => logIn("ada", i === 19 ? "x" : "y"));
    const statuses = (await Promise.all(guesses)).map(([status]) => status);
    expect(statuses.filter((status) => status === 400)).to.have.length(5);
    expect(statuses.at(-1)).to.equal(403);
  });
});

suite("userpass: renewal", () => {
  /** Logs `ada` in, lets `change` happen and renews. */
  async function renewedAfter(change: (done: Awaited<ReturnType<typeof place>>["done"]) => Promise<void>) {
    const { ask, auth, done } = await place();
    await done("POST", "users/ada", { password: "x", token_policies: "p", token_ttl: "1h" });
    const { client_token } = await auth("ada", "x");
    await change(done);
    const { status, body } = await ask("POST", "auth/token/renew", { token: client_token ?? "" });
    return { status, auth: body?.auth as JsonObject | undefined, error: (body?.errors as readonly string[])?.[0] };
  }

  test("goes by the user's times as they are now", async () => {
    const { auth } = await renewedAfter((done) => done("POST", "users/ada", { token_ttl: "2h" }));
    expect(auth).to.deep.include({ lease_duration: 7200 });
  });

  test("`default` more or less is no change of policies", async () => {
    const { status } = await renewedAfter((done) => done("POST", "users/ada/policies", { policies: "default,p" }));
    expect(status).to.equal(200);
  });

  test("is refused when the policies are others, or the user is gone", async () => {
    const others = await renewedAfter((done) => done("POST", "users/ada/policies", { policies: "q" }));
    expect(others.status).to.be.within(400, 500);
    expect(others.error).to.contain("policies have changed, not renewing");
    const gone = await renewedAfter((done) => done("DELETE", "users/ada"));
    expect(gone.status).to.be.within(400, 500);
  });
});
