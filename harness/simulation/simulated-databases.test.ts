import { suite, test } from "node:test";
import { expect } from "chai";
import { databasesSuite } from "#engine/ports/databases.suite.ts";
import type { DatabaseAddress, DatabaseRefusal, Databases, PostgresqlSettings } from "#engine/ports/databases.ts";
import { recording } from "#harness/history/recorder.suite.ts";
import { simulatedPostgresql } from "./databases/simulated-postgresql.ts";
import { Network } from "./network.ts";
import { random } from "./random.ts";
import { Scheduler } from "./scheduler.ts";
import { simulatedDatabases } from "./simulated-databases.ts";

const administrator = { user: "postgres", password: "understudy" };
const settings: PostgresqlSettings = {
  ...administrator,
  host: "database.simulated",
  port: "5432",
  dbname: "postgres",
};
const address: DatabaseAddress = { kind: "postgresql", settings };
const login = { ...administrator, database: "postgres" };

function served() {
  const scheduler = new Scheduler();
  const { recorder, events } = recording(() => scheduler.exactNow());
  const network = new Network({ scheduler, random: random(1, "network"), recorder });
  const server = simulatedPostgresql({ now: () => scheduler.now() });
  const databases = simulatedDatabases({
    scheduler,
    network,
    from: "oslo.simulated",
    connect: (login) => server.connect(login),
  });
  return { scheduler, network, server, databases, events };
}

function driven(databases: Databases, scheduler: Scheduler): Databases {
  return {
    open(address) {
      const session = databases.open(address);
      return {
        transact: (statements, about) => scheduler.until(session.transact(statements, about)),
        settle: (subject) => scheduler.until(session.settle(subject)),
        verify: () => scheduler.until(session.verify()),
        column: (query, parameters) => scheduler.until(session.column(query, parameters)),
        close: () => scheduler.until(session.close()),
      };
    },
  };
}

databasesSuite("simulated PostgreSQL", async () => {
  const { scheduler, databases } = served();
  return { databases: driven(databases, scheduler), settings, async [Symbol.asyncDispose]() {} };
});

suite("simulated PostgreSQL over the simulated network", () => {
  test("a statement lost on the way there has no effect; if the answer is lost it takes effect", async () => {
    const { scheduler, network, server, databases } = served();
    const session = databases.open(address);
    const outcome = (statement: string) =>
      session.transact([statement]).then(
        () => "done",
        ({ sqlState, message }: DatabaseRefusal) => `${sqlState}: ${message}`,
      );
    const cut = () => network.partition("oslo.simulated", "database.simulated");

    const there = outcome("CREATE ROLE ada");
    cut();
    expect(await scheduler.until(there)).to.equal(": no answer from database.simulated");
    network.heal("oslo.simulated", "database.simulated");

    const back = outcome("CREATE ROLE bob");
    const roles = () =>
      server.connect(login).column("SELECT rolname FROM pg_roles WHERE rolname IN ('ada', 'bob')", []);
    while (roles().length === 0) await scheduler.pass(0.05);
    cut();
    expect(await scheduler.until(back)).to.equal(": no answer from database.simulated");
    expect(roles()).to.deep.equal(["bob"]);
  });

  test("gives up after a timeout on a server that neither answers nor closes the connection", async () => {
    const { scheduler, network, databases } = served();
    const session = databases.open(address);
    await scheduler.until(session.verify());
    network.dropSilently("oslo.simulated", "database.simulated");
    const asked = { login: session.verify(), query: session.column("SELECT 1", []), statements: session.transact([]) };
    const took: Record<string, number> = {};
    const start = scheduler.elapsed();
    for (const [what, answer] of Object.entries(asked)) {
      const reason = await scheduler.until(answer.then(String, (refusal: DatabaseRefusal) => refusal.message));
      expect(reason).to.equal("no answer from database.simulated");
      took[what] = scheduler.elapsed() - start;
    }
    expect(took).to.deep.equal({ login: 5000, query: 5000, statements: 30_000 });
  });

  test("closes a session after its pending queries, and leaves no connection", async () => {
    const { scheduler, server, databases } = served();
    const root = server.connect(login);
    root.transact(["CREATE ROLE ada LOGIN PASSWORD 'a'"]);
    const session = databases.open({ kind: "postgresql", settings: { ...settings, user: "ada", password: "a" } });
    const who = session.column("SELECT current_user", []);
    void session.verify();
    await session.close();
    expect(await scheduler.until(who)).to.deep.equal(["ada"]);
    await scheduler.pass(100);
    expect(root.column("SELECT pid FROM pg_stat_activity WHERE usename = 'ada'", [])).to.deep.equal([]);
  });

  test("finds no server at another port, host or kind of address", async () => {
    const { databases } = served();
    for (const elsewhere of [
      { kind: "postgresql", settings: { ...settings, port: "5433" } },
      { kind: "postgresql", settings: { ...settings, host: "elsewhere.simulated" } },
      { kind: "redis", url: "redis://x:hush@y/" },
    ] as const) {
      const refusal = await databases
        .open(elsewhere)
        .verify()
        .then(
          () => expect.fail(`${JSON.stringify(elsewhere)} answered`),
          (error: DatabaseRefusal) => error,
        );
      expect(refusal).to.include({ name: "DatabaseRefusal", sqlState: "" });
      expect(refusal.message).to.not.match(/hush|understudy/);
    }
  });
});
