import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { DatabaseRefusal, type DatabaseSession, type Databases, type PostgresqlSettings } from "./databases.ts";

export interface ServedDatabases extends AsyncDisposable {
  readonly databases: Databases;
  readonly settings: PostgresqlSettings;
}

export function databasesSuite(name: string, serve: () => Promise<ServedDatabases>): void {
  suite(`databases: ${name}`, () => {
    let served: ServedDatabases;
    let root: DatabaseSession;
    before(async () => {
      served = await serve();
      root = open();
    });
    after(async () => {
      await root.close();
      await served[Symbol.asyncDispose]();
    });

    function open(settings: PostgresqlSettings = {}): DatabaseSession {
      return served.databases.open({ kind: "postgresql", settings: { ...served.settings, ...settings } });
    }

    function session(user: string, password: string): DatabaseSession & AsyncDisposable {
      const opened = open({ user, password });
      return { ...opened, [Symbol.asyncDispose]: () => opened.close() };
    }

    test("a login with the right password succeeds, whatever characters it has", async () => {
      const password = `p@ss:w/o"r'd ?#%41 ü`;
      await root.transact([`CREATE ROLE "Ada / 50%" LOGIN PASSWORD '${password.replaceAll("'", "''")}'`]);
      await using ada = session("Ada / 50%", password);
      await ada.verify();
      expect(await ada.column("SELECT current_user", [])).to.deep.equal(["Ada / 50%"]);
    });

    test("a wrong password and an unknown user are refused with 28P01, without the password in the message", async () => {
      await root.transact(["CREATE ROLE bob LOGIN PASSWORD 'right-one'"]);
      for (const username of ["bob", "stranger"]) {
        await using unauthenticatedPeer = session(username, "wrong-one");
        for (const attempt of [
          () => unauthenticatedPeer.verify(),
          () => unauthenticatedPeer.transact(["SELECT 1"]),
          () => unauthenticatedPeer.column("SELECT 1", []),
        ]) {
          const refusal = await databaseRefusal(attempt());
          expect(refusal.sqlState).to.equal("28P01");
          expect(refusal.message).to.include(`"${username}"`).and.not.include("wrong-one");
        }
      }
    });

    test("verifying authenticates again although the session is in use", async () => {
      await root.transact(["CREATE ROLE carl LOGIN PASSWORD 'first'"]);
      await using carl = session("carl", "first");
      await carl.transact(["SELECT 1"]);
      await carl.verify();
      await root.transact(["ALTER ROLE carl PASSWORD 'second'"]);
      expect((await databaseRefusal(carl.verify())).sqlState).to.equal("28P01");
    });

    test("a transaction takes effect completely", async () => {
      await root.transact(["CREATE ROLE dora", "ALTER ROLE dora LOGIN"]);
      expect(await rolesLike("dora")).to.deep.equal(["dora"]);
    });

    test("a failed transaction has no effect, and the session remains usable", async () => {
      const refusal = await databaseRefusal(
        root.transact(["CREATE ROLE emma", "CREATE ROLE emma", "CREATE ROLE fred"]),
      );
      expect(refusal.sqlState).to.equal("42710");
      expect(refusal.message).to.include("emma");
      expect(await rolesLike("emma")).to.deep.equal([]);
      expect(await rolesLike("fred")).to.deep.equal([]);
      await root.transact(["CREATE ROLE fred"]);
      expect(await rolesLike("fred")).to.deep.equal(["fred"]);
    });

    test("invalid SQL is refused with the server's code", async () => {
      expect((await databaseRefusal(root.transact(["oops"]))).sqlState).to.equal("42601");
    });

    test("many concurrent transactions take effect", async () => {
      const names = Array.from({ length: 12 }, (_, n) => `many-${n}`);
      await Promise.all(names.map((role) => root.transact([`CREATE ROLE "${role}"`])));
      expect(await rolesLike("many-%")).to.have.members(names);
    });

    test("concurrent transactions that change the privileges on one table take effect", async () => {
      await root.transact(["CREATE TABLE crowded (number integer)"]);
      const names = Array.from({ length: 24 }, (_, n) => `crowd-${n}`);
      const make = (name: string) => root.transact([`CREATE ROLE "${name}"`, `GRANT SELECT ON crowded TO "${name}"`]);
      await Promise.all(names.map(make));
      expect(await rolesLike("crowd-%")).to.have.members(names);
      const drop = (name: string) => root.transact([`DROP OWNED BY "${name}"`, `DROP ROLE "${name}"`]);
      await Promise.all(names.map(drop));
      expect(await rolesLike("crowd-%")).to.deep.equal([]);
    });

    test("transactions about a subject take effect, and settling after them resolves", async () => {
      const about = { subject: "iris" };
      await root.transact(["CREATE ROLE iris"], about);
      await root.transact(["ALTER ROLE iris LOGIN", "ALTER ROLE iris PASSWORD 'x'"], about);
      expect((await databaseRefusal(root.transact(["CREATE ROLE iris"], about))).sqlState).to.equal("42710");
      await root.settle("iris");
      await root.settle('no user, and isn\'t "quoted" either');
      await using iris = session("iris", "x");
      await iris.verify();
    });

    test("a column returns its values as text, and parameters are never SQL", async () => {
      await root.transact(["CREATE ROLE gina", "CREATE ROLE gino LOGIN PASSWORD 'x'"]);
      expect(await rolesLike("gin%")).to.have.members(["gina", "gino"]);
      expect(await rolesLike("' OR true --")).to.deep.equal([]);
    });

    test("the session survives a connection that the server terminated", async () => {
      await root.transact(["CREATE ROLE hugo LOGIN PASSWORD 'right-one'"]);
      await using hugo = session("hugo", "right-one");
      await hugo.transact(["SELECT 1"]);
      const ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1";
      expect(await root.column(ended, ["hugo"])).to.not.be.empty;
      await hugo.transact(["SELECT 1"]);
      expect(await hugo.column("SELECT current_user", [])).to.deep.equal(["hugo"]);
    });

    test("opening contacts no server, and the first use reports an unreachable server or an invalid address", async () => {
      for (const port of ["1", "x", "65536"]) {
        const unreachable = open({ user: "ada", password: "hush-hush", host: "127.0.0.1", port });
        for (const attempt of [
          () => unreachable.verify(),
          () => unreachable.transact([]),
          () => unreachable.settle("x"),
          () => unreachable.column("SELECT 1", []),
        ]) {
          const refusal = await databaseRefusal(attempt());
          expect(refusal.sqlState, port).to.equal("");
          expect(refusal.message, port).to.match(/\w/).and.not.include("hush");
        }
        await unreachable.close();
      }
    });

    test("a closed session refuses all operations, and may be closed again", async () => {
      const idle = open();
      await idle.transact(["SELECT 1"]);
      await idle.close();
      await idle.close();
      for (const attempt of [() => idle.verify(), () => idle.transact([]), () => idle.column("SELECT 1", [])]) {
        expect((await databaseRefusal(attempt())).sqlState).to.equal("");
      }
    });

    async function rolesLike(pattern: string): Promise<readonly string[]> {
      return root.column("SELECT rolname FROM pg_roles WHERE rolname LIKE $1", [pattern]);
    }
  });
}

export async function databaseRefusal(attempt: Promise<unknown>): Promise<DatabaseRefusal> {
  const outcome = await attempt.then(
    () => "it succeeded",
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof DatabaseRefusal, `expected a refusal, got ${String(outcome)}`);
  return outcome;
}
