import { generateKeyPairSync } from "node:crypto";
import { suite, test } from "node:test";
import { expect } from "chai";
import { DatabaseRefusal } from "#engine/ports/databases.ts";
import { SimulatedDatabase } from "./simulated-database.ts";

const administrator = { username: "administrator", password: "secret" };

function opened(options: { maxSessions?: number } = {}) {
  const clock = { now: Date.UTC(2026, 0) };
  const database = new SimulatedDatabase({ administrator, now: () => clock.now, ...options });
  const root = database.logIn("administrator", { password: "secret" });
  const run = (...commands: object[]) => root.execute(commands.map((command) => JSON.stringify(command)));
  return { clock, database, root, run };
}

function refusal(attempt: () => unknown): string {
  try {
    attempt();
  } catch (error) {
    if (error instanceof DatabaseRefusal) return error.sqlState;
    throw error;
  }
  return "it succeeded";
}

suite("the simulated database", () => {
  test("accepts the right password or private key only", () => {
    const { database, run } = opened();
    const [own, foreign] = [0, 1].map(() =>
      generateKeyPairSync("rsa", {
        modulusLength: 2048,
        publicKeyEncoding: { type: "spki", format: "pem" },
        privateKeyEncoding: { type: "pkcs8", format: "pem" },
      }),
    );
    run({ create: "ada", password: "right" }, { create: "bob", public_key: own?.publicKey });
    database.logIn("ada", { password: "right" });
    database.logIn("bob", { privateKey: own?.privateKey ?? "" });
    for (const [username, proof] of [
      ["ada", { password: "wrong" }],
      ["ada", { privateKey: own?.privateKey ?? "" }],
      ["bob", { privateKey: foreign?.privateKey ?? "" }],
      ["bob", { privateKey: "no key" }],
      ["bob", { password: "" }],
      ["carl", { password: "right" }],
    ] as const) {
      expect(
        refusal(() => database.logIn(username, proof)),
        username,
      ).to.equal("28P01");
    }
  });

  test("users expire, and have a maximum number of sessions", () => {
    const { clock, database, run } = opened({ maxSessions: 3 });
    run({ create: "ada", password: "x", until: "2026-01-01 00:10:00+0000", connections: 1 });
    const first = database.logIn("ada", { password: "x" });
    expect(refusal(() => database.logIn("ada", { password: "x" }))).to.equal("53300");
    first.close();
    database.logIn("ada", { password: "x" }).close();
    clock.now += 600_000;
    expect(refusal(() => database.logIn("ada", { password: "x" }))).to.equal("28000");
    run({ alter: "ada", until: "2026-01-02 00:00:00+0000", connections: 9 });
    for (const _ of [1, 2]) database.logIn("ada", { password: "x" });
    expect(refusal(() => database.logIn("ada", { password: "x" }))).to.equal("53300");
  });

  test("commands are atomic", () => {
    const { root, run } = opened();
    run({ role: "reader" }, { create: "ada", password: "x" });
    const doomed = () =>
      run({ mark: "m" }, { drop: "ada" }, { role: "writer" }, { create: "bob", roles: ["reader"] }, { create: "bob" });
    expect(refusal(doomed)).to.equal("42710");
    expect(root.list('{"list": "users"}', [])).to.deep.equal(["administrator", "ada"]);
    expect(root.list('{"list": "roles"}', [])).to.deep.equal(["reader"]);
    expect(root.list('{"list": "marks"}', [])).to.deep.equal([]);
    expect(refusal(() => run({ alter: "ada", roles: ["a stranger's"] }))).to.equal("42704");
  });

  test("a user that is not a manager can change only its own credentials", () => {
    const { database, run } = opened();
    run({ create: "ada", password: "x" }, { create: "bob", password: "y" });
    const ada = database.logIn("ada", { password: "x" });
    for (const command of [
      { drop: "bob" },
      { alter: "bob", password: "z" },
      { alter: "ada", is_manager: true },
      { role: "r" },
    ]) {
      expect(refusal(() => ada.execute([JSON.stringify(command)]))).to.equal("42501");
    }
    ada.execute(['{"alter": "ada", "password": "new"}']);
    database.logIn("ada", { password: "new" });
  });

  test("an invalid command is refused, and so is a command in a closed session", () => {
    const { database, root } = opened();
    for (const text of [
      "oops",
      "{}",
      '{"create": ""}',
      '{"create": "a", "wings": 2}',
      '{"drop": "a", "role": "b"}',
      "[]",
    ]) {
      expect(
        refusal(() => root.execute([text])),
        text,
      ).to.equal("42601");
    }
    expect(refusal(() => root.list('{"list": "secrets"}', []))).to.equal("42601");
    database.restart();
    expect(refusal(() => root.execute([]))).to.equal("57P01");
  });
});
