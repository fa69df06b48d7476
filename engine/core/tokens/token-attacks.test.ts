import { suite, test } from "node:test";
import { expect } from "chai";
import type { Json, JsonObject } from "../../api/json.ts";
import { type LoneEngine, loneEngine } from "../../engine.suite.ts";
import { pairOfEngines } from "../../pair.suite.ts";
import { cryptographyForTests } from "../../ports/cryptography-for-tests.suite.ts";
import type { Store } from "../../ports/store.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { leasingEngine, UserList } from "../leases/leasing.suite.ts";

const badToken = { status: 403, body: { errors: ["permission denied"] } };

type Auth = Readonly<{ client_token: string; accessor: string }>;

async function newToken({ ask }: LoneEngine, fields: JsonObject = {}): Promise<Auth> {
  return (await ask("POST", "auth/token/create", fields)).body?.auth as Auth;
}

async function isToken({ ask }: Pick<LoneEngine, "ask">, token: string): Promise<boolean> {
  return (await ask("GET", "auth/token/lookup-self", undefined, { token })).status === 200;
}

suite("tokens under attack", () => {
  test("an almost correct token is refused: truncated, extended, in other case, with another prefix, or its accessor", async () => {
    const lone = await loneEngine();
    const { client_token: token, accessor } = await newToken(lone);
    const swapped = token.endsWith("a") ? "b" : "a";
    for (const guess of [
      token.slice(0, -1),
      `${token}a`,
      token.slice(0, -1) + swapped,
      token.toUpperCase(),
      token.replace("hvs.", "hvb."),
      token.replace("hvs.", "hvr."),
      token.slice("hvs.".length),
      `${token}.root`,
      `${token}.`,
      `${token}\0`,
      accessor,
      "hvs.",
      "hvb.",
      `hvb.${"A".repeat(500)}`,
      "__proto__",
      "constructor",
      "null",
    ]) {
      expect(await lone.ask("GET", "sys/mounts", undefined, { token: guess }), guess).to.deep.equal(badToken);
    }
    expect(await isToken(lone, token)).to.equal(true);
  });

  test("ten thousand guesses store nothing, lock no client out and reveal nothing", async () => {
    const store = memoryStore();
    const lone = await loneEngine(store);
    const { client_token: token } = await newToken(lone);
    const before = (await store.range({ prefix: "" })).length;
    for (let guess = 0; guess < 10_000; guess += 1) {
      const answer = await lone.ask("GET", "auth/token/lookup-self", undefined, { token: `hvs.guess${guess}` });
      if (guess % 1_000 === 0) expect(answer).to.deep.equal(badToken);
      else if (answer.status !== 403) expect.fail(`guess ${guess} got ${answer.status}`);
    }
    expect((await store.range({ prefix: "" })).length).to.equal(before);
    expect(await isToken(lone, token)).to.equal(true);
  });

  test("a guess is looked up by its digest, so that a shared prefix with a token changes neither the lookups nor their number", async () => {
    const below = memoryStore();
    const asked: string[] = [];
    const store: Store = {
      ...below,
      commit: (changes) => below.commit(changes),
      range: (window) => below.range(window),
      read(key) {
        asked.push(key);
        return below.read(key);
      },
      late: {
        ...below.late,
        read(key) {
          asked.push(key);
          return below.late.read(key);
        },
      },
    };
    const hashed: string[] = [];
    const sha256 = (text: string) => {
      hashed.push(text.slice(text.indexOf(" ") + 1));
      return cryptographyForTests.sha256(text);
    };
    const lone = await loneEngine(store, { cryptography: { ...cryptographyForTests, sha256 } });
    const { client_token: token } = await newToken(lone);
    const nearly = token.slice(0, -1);
    const guesses = ["!", "?"].map((end) => nearly + end).concat("hvs.nothing-like-it");
    const lookups = [];
    for (const guess of guesses) {
      asked.length = 0;
      hashed.length = 0;
      await lone.ask("GET", "sys/mounts", undefined, { token: guess });
      expect(hashed, "whole text hashed").to.include(guess);
      expect(asked.filter((key) => key.includes(guess.slice(4)))).to.deep.equal([]);
      lookups.push(asked.filter((key) => key.includes("token/")));
    }
    // The number of lookups does not depend on the guess, and their keys have nothing in common.
    const places = lookups.map((keys) => keys.map((key) => key.slice(key.lastIndexOf("/") + 1)));
    expect(new Set(places.map((keys) => keys.length)).size).to.equal(1);
    expect(places[0]).to.have.length.at.least(1);
    const starts = places.map((keys) => keys[0]?.slice(0, 8));
    expect(new Set(starts).size).to.equal(3);
  });

  test("a token of one cluster is refused by its secondary and by its primary", async () => {
    await using pair = await pairOfEngines();
    const { client_token: ofPrimary } = await newToken(pair.oslo);
    const { client_token: ofSecondary } = await newToken(pair.lima);
    expect([await isToken(pair.oslo, ofPrimary), await isToken(pair.lima, ofSecondary)]).to.deep.equal([true, true]);
    expect(await pair.lima.ask("GET", "sys/mounts", undefined, { token: ofPrimary })).to.deep.equal(badToken);
    expect(await pair.oslo.ask("GET", "sys/mounts", undefined, { token: ofSecondary })).to.deep.equal(badToken);
  });

  test("a revoked token is refused, and so are its child tokens and its batch tokens", async () => {
    const lone = await loneEngine();
    const { client_token: parent, accessor } = await newToken(lone, { policies: ["root"] });
    const made = async (fields: Json) =>
      (((await lone.ask("POST", "auth/token/create", fields, { token: parent })).body?.auth ?? {}) as Auth)
        .client_token;
    const family = [parent, await made({}), await made({ type: "batch", policies: ["default"] })];
    for (const token of family) expect(await isToken(lone, token)).to.equal(true);
    expect((await lone.ask("POST", "auth/token/revoke-accessor", { accessor })).status).to.equal(204);
    for (const token of family) {
      expect(await lone.ask("GET", "auth/token/lookup-self", undefined, { token })).to.deep.equal(badToken);
    }
  });

  test("a token revoked during a request with it leaves no lease and no user behind", async () => {
    const arrived = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    class SlowList extends UserList {
      override open() {
        const open = super.open();
        return {
          ...open,
          transact: async (statements: readonly string[]) => {
            if (statements.some((statement) => statement.startsWith("MAKE"))) {
              arrived.resolve();
              await go.promise;
            }
            return open.transact(statements);
          },
        };
      }
    }
    const lone = await leasingEngine(undefined, new SlowList());
    const { client_token: token } = await newToken(lone, { policies: ["root"] });
    const running = lone.lease({ token });
    await arrived.promise;
    const revoked = lone.ask("POST", "auth/token/revoke", { token });
    await new Promise((resolve) => setImmediate(resolve));
    go.resolve();
    await running;
    expect((await revoked).status).to.equal(204);
    expect(await isToken(lone, token)).to.equal(false);
    for (let look = 0; look < 50 && lone.database.users.size > 0; look += 1) await lone.pass(60);
    expect([...lone.database.users]).to.deep.equal([]);
    expect((await lone.ask("LIST", "sys/leases/lookup/database/creds/app")).status).to.equal(404);
  });

  test("a wrapped secret is returned once, for any number of concurrent requests", async () => {
    const lone = await loneEngine();
    await lone.ask("POST", "secret/data/a", { data: { v: "treasure" } });
    for (const path of ["sys/wrapping/unwrap", "sys/wrapping/rewrap"]) {
      const options = { headers: { "x-vault-wrap-ttl": "60" } };
      const wrapped = await lone.ask("GET", "secret/data/a", undefined, options);
      const { token } = (wrapped.body?.wrap_info ?? {}) as { token: string };
      const asked = Array.from({ length: 20 }, () => lone.ask("POST", path, { token }));
      const answers = await Promise.all(asked);
      expect(
        answers.filter(({ status }) => status === 200),
        path,
      ).to.have.length(1);
      expect((await lone.ask("POST", "sys/wrapping/unwrap", { token })).status, path).to.equal(400);
    }
  });

  test("a token with three uses serves three of many concurrent requests", async () => {
    const lone = await loneEngine();
    const { client_token: token } = await newToken(lone, { policies: ["root"], num_uses: 3 });
    const asked = Array.from({ length: 20 }, () => lone.ask("GET", "sys/mounts", undefined, { token }));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).to.have.length(3);
    expect(statuses.filter((status) => status === 403)).to.have.length(17);
  });
});
