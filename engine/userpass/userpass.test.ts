import { suite, test } from "node:test";
import { expect } from "chai";
import { z } from "zod";
import type { JsonObject } from "../api/json.ts";
import { plainContext } from "../core/storage/plain-context.suite.ts";
import { defaultTokenSettings, shownTokenSettings } from "../core/tokens/token-settings.ts";
import { loneEngine } from "../engine.suite.ts";
import { cryptographyForTests } from "../ports/cryptography-for-tests.suite.ts";
import { userEndpoints } from "./user-endpoints.ts";

type Options = Parameters<Awaited<ReturnType<typeof loneEngine>>["ask"]>[3];

async function startUserpass() {
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
  test("a user is read as in the reference, without the password, and its name is not case-sensitive", async () => {
    const { done, read } = await startUserpass();
    await done("POST", "users/Ada", { password: "se5ame", token_policies: "b,a", token_ttl: "1h" });
    expect(await read("aDA")).to.deep.equal({
      ...shownTokenSettings(defaultTokenSettings),
      token_policies: ["a", "b"],
      token_ttl: 3600,
    });
  });

  test("a new user needs a password, and an update without one keeps it", async () => {
    const { auth, done, read, refusal } = await startUserpass();
    expect(await refusal("POST", "users/ada", {})).to.deep.equal([400, "missing password"]);
    await done("POST", "users/ada", { password: "one", policies: ["x"] });
    await done("PUT", "users/ada", { token_max_ttl: 60 });
    expect(await read("ada")).to.deep.include({ policies: ["x"], token_policies: ["x"], token_max_ttl: 60 });
    await auth("ada", "one");
    await done("POST", "users/ada", { password: "two" });
    await auth("ada", "two");
  });

  test("password and policies have their own paths", async () => {
    const { auth, done, logIn, read, refusal } = await startUserpass();
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

  test("a password_hash is refused, not ignored", async () => {
    const { refusal } = await startUserpass();
    const [status, text] = await refusal("POST", "users/ada", { password: "x", password_hash: "$2b$10$y" });
    expect([status, text]).to.deep.equal([400, "password_hash is not supported; give password"]);
  });

  test("users are listed in order, and a user can be deleted twice", async () => {
    const { ask, done, logIn, refusal } = await startUserpass();
    expect(await refusal("LIST", "users")).to.deep.equal([404, undefined]);
    for (const name of ["Zoe", "ada", "mo.e-1"]) await done("POST", `users/${name}`, { password: "x" });
    expect((await ask("LIST", "auth/people/users")).body?.data).to.deep.equal({ keys: ["ada", "mo.e-1", "zoe"] });
    await done("DELETE", "users/ADA");
    await done("DELETE", "users/ada");
    expect(await refusal("GET", "users/ada")).to.deep.equal([404, undefined]);
    expect(await logIn("ada", "x")).to.deep.equal(wrong);
  });

  test("invalid token settings are refused, and nothing is stored", async () => {
    const { refusal } = await startUserpass();
    expect(await refusal("POST", "users/ada", { password: "x", token_ttl: 2, token_max_ttl: 1 })).to.deep.equal([
      400,
      "'token_ttl' cannot be greater than 'token_max_ttl'",
    ]);
    expect((await refusal("GET", "users/ada"))[0]).to.equal(404);
  });
});

test("userpass: passwords are not stored in plain text", async () => {
  const { context, written } = plainContext();
  const [write, update] = ["users/:username", "users/:username/password"].map(
    (path) => userEndpoints.find((endpoint) => endpoint.path === path)?.operations.write,
  );
  for (const operation of [write, update]) {
    await operation?.bind((input) => z.parse(input, { username: "ada", password: "se5ame" }), context).run();
    expect(await written())
      .to.contain("user/ada")
      .and.not.to.contain("se5ame");
  }
});

suite("userpass: login", () => {
  test("a login issues a token with the settings of the user", async () => {
    const { auth, done, ask } = await startUserpass();
    await done("POST", "users/Ada", { password: "x", token_policies: "p", token_ttl: "1h", token_num_uses: 3 });
    const issued = await auth("ADA", "x");
    expect(issued).to.deep.include({
      policies: ["default", "p"],
      metadata: { username: "ada" },
      lease_duration: 3600,
      renewable: true,
      token_type: "service",
      orphan: true,
      num_uses: 3,
    });
    const { body } = await ask("POST", "auth/token/lookup", { token: issued.client_token ?? "" });
    expect(body?.data).to.deep.include({ display_name: "people-ada", path: "auth/people/login/ADA" });
  });

  test("a user can have batch tokens, which are not stored", async () => {
    const { auth, done } = await startUserpass();
    await done("POST", "users/ada", { password: "x", token_type: "batch", token_ttl: "1h" });
    expect(await auth("ada", "x")).to.deep.include({ token_type: "batch", accessor: "", renewable: false });
  });

  test("wrong passwords and unknown users get the same answer, missing passwords another", async () => {
    const { done, logIn, refusal } = await startUserpass();
    await done("POST", "users/ada", { password: "x" });
    expect(await logIn("ada", "y")).to.deep.equal(wrong);
    expect(await logIn("none", "x")).to.deep.equal(wrong);
    expect(await refusal("POST", "login/ada", {}, { token: "" })).to.deep.equal([500, "missing password"]);
    expect(await refusal("POST", "login/none", {}, { token: "" })).to.deep.equal([500, "missing password"]);
    expect((await refusal("POST", "login/ada", { password: ["x"] }, { token: "" }))[0]).to.equal(400);
    expect((await refusal("POST", "login", { password: "x" }, { token: "" }))[0]).to.equal(403);
  });

  test("a login of an unknown user computes as many hashes as one of a known user", async () => {
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

  test("a login from an address outside the user's CIDRs is denied", async () => {
    const { done, logIn } = await startUserpass();
    await done("POST", "users/ada", { password: "x", token_bound_cidrs: "10.0.0.0/8" });
    expect(await logIn("ada", "x")).to.deep.equal([403, "permission denied"]);
    expect((await logIn("ada", "x", { remoteAddress: "10.1.2.3" }))[0]).to.equal(200);
  });

  test("a login cannot issue a root token", async () => {
    const { done, logIn } = await startUserpass();
    await done("POST", "users/ada", { password: "x", token_policies: "root" });
    expect(await logIn("ada", "x")).to.deep.equal([400, "auth methods cannot create root tokens"]);
  });

  test("five failed logins lock a known or unknown name for 15 minutes", async () => {
    const { clock, done, logIn } = await startUserpass();
    await done("POST", "users/ada", { password: "x" });
    for (const name of ["ada", "none"]) {
      for (let i = 0; i < 5; i++) expect(await logIn(name, "y")).to.deep.equal(wrong);
      expect(await logIn(name, "x"), name).to.deep.equal([403, "permission denied"]);
    }
    await clock.pass(15 * 60);
    expect((await logIn("ada", "x"))[0]).to.equal(200);
  });

  test("concurrent guesses get at most five answers", async () => {
    const { done, logIn } = await startUserpass();
    await done("POST", "users/ada", { password: "x" });
    const guesses = Array.from({ length: 20 }, (_, i) => logIn("ada", i === 19 ? "x" : "y"));
    const statuses = (await Promise.all(guesses)).map(([status]) => status);
    expect(statuses.filter((status) => status === 400)).to.have.length(5);
    expect(statuses.at(-1)).to.equal(403);
  });
});

suite("userpass: renewal", () => {
  async function renewedAfter(update: (done: Awaited<ReturnType<typeof startUserpass>>["done"]) => Promise<void>) {
    const { ask, auth, done } = await startUserpass();
    await done("POST", "users/ada", { password: "x", token_policies: "p", token_ttl: "1h" });
    const { client_token } = await auth("ada", "x");
    await update(done);
    const { status, body } = await ask("POST", "auth/token/renew", { token: client_token ?? "" });
    return { status, auth: body?.auth as JsonObject | undefined, error: (body?.errors as readonly string[])?.[0] };
  }

  test("uses the current TTLs of the user", async () => {
    const { auth } = await renewedAfter((done) => done("POST", "users/ada", { token_ttl: "2h" }));
    expect(auth).to.deep.include({ lease_duration: 7200 });
  });

  test("ignores `default` when it compares policies", async () => {
    const { status } = await renewedAfter((done) => done("POST", "users/ada/policies", { policies: "default,p" }));
    expect(status).to.equal(200);
  });

  test("is refused if the policies changed or the user was deleted", async () => {
    const others = await renewedAfter((done) => done("POST", "users/ada/policies", { policies: "q" }));
    expect(others.status).to.be.within(400, 500);
    expect(others.error).to.contain("policies have changed, not renewing");
    const gone = await renewedAfter((done) => done("DELETE", "users/ada"));
    expect(gone.status).to.be.within(400, 500);
  });
});
