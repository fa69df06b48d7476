import { after, before, suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import pg from "pg";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { type CutWire, cutWire } from "./cut-wire.suite.ts";
import { failure } from "./durable-store.suite.ts";
import type { OpenedStore } from "./opened-store.ts";
import { postgresqlStore } from "./postgresql.ts";

let server: DatabaseServer;
before(async () => {
  server = await embeddedPostgresql();
});
after(() => server[Symbol.asyncDispose]());
let places = 0;

type Fixture = AsyncDisposable &
  Readonly<{
    wire: CutWire;
    store: OpenedStore;
    cluster: string;
    schema: string;
    /** Reads the value of the key `a` directly from the server, not through the proxy. */
    a(): Promise<string | undefined>;
  }>;

/** Opens a store that contains the key `a`. A proxy is between the store and the server. */
async function fixture(outageMilliseconds = 10_000): Promise<Fixture> {
  await using parts = new AsyncDisposableStack();
  const url = new URL(server.url);
  const wire = parts.use(await cutWire(Number(url.port)));
  url.port = String(wire.port);
  places += 1;
  const cluster = `c${places}`;
  const store = await postgresqlStore({ url: url.href, cluster, outageMilliseconds });
  parts.defer(() => store.kill());
  await store.commit([{ key: "a", value: "0" }]);
  const schema = `understudy_${cluster}`;
  const kept = parts.move();
  return {
    wire,
    store,
    cluster,
    schema,
    a: async () => (await server.column(`SELECT convert_from(value, 'UTF8') FROM ${schema}.entry WHERE head = 'a'`))[0],
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await passed(5);
}

async function locked(table: string): Promise<AsyncDisposable> {
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table}`);
  return { [Symbol.asyncDispose]: () => client.end() };
}

suite("a PostgreSQL store whose connection breaks", () => {
  test("a commit that was saved is acknowledged even if its answer was lost", async () => {
    await using it = await fixture();
    it.wire.dropAnswers();
    const saving = it.store.commit([{ key: "a", value: "1" }]);
    await until(async () => (await it.a()) === "1");
    it.wire.cut();
    await saving;
    expect(await it.store.read("a")).to.equal("1");
    await it.store.commit([{ key: "a", value: "2" }]);
    expect(await it.a()).to.equal("2");
  });

  test("a commit that never arrived is repeated on the next connection", async () => {
    await using it = await fixture();
    it.wire.dropQuestions();
    const saving = it.store.commit([{ key: "a", value: "1" }]);
    await passed(20);
    expect(await it.a()).to.equal("0");
    it.wire.cut();
    await saving;
    expect([await it.a(), await it.store.read("a")]).to.deep.equal(["1", "1"]);
  });

  test("a commit still running on the server is ended there before its outcome is determined", async () => {
    await using it = await fixture();
    const running = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%${it.schema}%'`;
    const saving = async () => {
      await using _ = await locked(`${it.schema}.entry`);
      const commit = it.store.commit([{ key: "a", value: "1" }]);
      await until(async () => (await server.column(running)).length === 1);
      const [first] = await server.column(running);
      it.wire.dropQuestions();
      it.wire.cut();
      await until(async () => ![undefined, first].includes((await server.column(running))[0]));
      return { commit };
    };
    await (await saving()).commit;
    expect([await it.a(), await it.store.read("a")]).to.deep.equal(["1", "1"]);
  });

  test("reads and writes wait for a server that comes back", async () => {
    await using it = await fixture();
    it.wire.let(false);
    it.wire.cut();
    const answers = Promise.all([
      it.store.read("a"),
      it.store.range({ prefix: "" }),
      it.store.commit([{ key: "b", value: "1" }]),
    ]);
    await passed(100);
    it.wire.let(true);
    expect((await answers)[0]).to.equal("0");
    expect(await it.store.read("b")).to.equal("1");
  });

  test("when the server stays away, unsent commits fail, and the store works again when it is back", async () => {
    await using it = await fixture(50);
    it.wire.let(false);
    it.wire.cut();
    await passed(20);
    const refusal = await failure(it.store.commit([{ key: "a", value: "1" }]));
    expect(refusal.code).to.equal("unreachable");
    expect((await failure(it.store.read("a"))).code).to.equal("unreachable");
    it.wire.let(true);
    expect(await it.store.read("a")).to.equal("0");
    await it.store.commit([{ key: "a", value: "2" }]);
    expect(await it.store.read("a")).to.equal("2");
  });

  test("when the server stays away after a commit was sent, the store is lost and refuses every call", async () => {
    await using it = await fixture(50);
    it.wire.dropAnswers();
    const saving = failure(it.store.commit([{ key: "a", value: "1" }]));
    const waiting = failure(it.store.commit([{ key: "b", value: "1" }]));
    await until(async () => (await it.a()) === "1");
    it.wire.let(false);
    it.wire.cut();
    const lost = await saving;
    expect(lost.code).to.equal("lost");
    expect(lost.message).to.match(/^the outcome of the last writes is unknown: /);
    it.wire.let(true);
    for (const attempt of [waiting, failure(it.store.read("a")), failure(it.store.commit([]))]) {
      expect(await attempt).to.equal(lost);
    }
  });

  test("a store whose schema another cluster has opened is lost, even if nothing was written there", async () => {
    await using it = await fixture();
    it.wire.let(false);
    it.wire.cut();
    const another = await postgresqlStore({ url: server.url, cluster: it.cluster });
    await another[Symbol.asyncDispose]();
    it.wire.let(true);
    const lost = await failure(it.store.commit([{ key: "a", value: "1" }]));
    expect(lost.code).to.equal("lost");
    expect(lost.message).to.match(/(is lost: while it was unreachable, )another cluster opened it$/);
    expect(await failure(it.store.commit([]))).to.equal(lost);
    expect(await it.a()).to.equal("0");
  });

  test("a commit that the server refuses is not saved, and the connection stays usable", async () => {
    await using it = await fixture();
    await server.run([`ALTER TABLE ${it.schema}.entry ADD CHECK (length(value) < 10)`]);
    const refusal = await failure(it.store.commit([{ key: "a", value: "opensesame" }]));
    expect(refusal.code).to.equal("refused");
    expect(refusal.message)
      .to.match(/refuses the operation: .*violates check constraint/)
      .and.not.match(/opensesame/);
    await it.store.commit([{ key: "a", value: "short" }]);
    expect([await it.a(), await it.store.read("a")]).to.deep.equal(["short", "short"]);
  });

  test("a failed login is reported with its reason and without the password", async () => {
    const wrong = new URL(server.url);
    wrong.password = "opensesame";
    const refusal = await failure(postgresqlStore({ url: wrong.href, cluster: "c" }));
    expect(refusal.message).to.match(
      /\/postgres \(schema understudy_c\) refuses the operation: password authentication failed/,
    );
    wrong.port = "1";
    const unreachable = await failure(postgresqlStore({ url: wrong.href, cluster: "c" }));
    expect(unreachable.code).to.equal("unreachable");
    expect(unreachable.message).to.match(/^the store postgres:\/\/127.0.0.1:1\/postgres .* cannot be reached: /);
    for (const { message } of [refusal, unreachable]) expect(message).to.not.match(/opensesame/);
  });

  test("the server's setting of synchronous_commit is overridden", async () => {
    await using it = await fixture();
    const [setting] = await server.column("SHOW synchronous_commit");
    expect(setting).to.equal("off");
    await server.run([
      `CREATE FUNCTION ${it.schema}.note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '%', current_setting('synchronous_commit'); END $$`,
      `CREATE TRIGGER note BEFORE INSERT ON ${it.schema}.entry FOR EACH STATEMENT EXECUTE FUNCTION ${it.schema}.note()`,
    ]);
    expect((await failure(it.store.commit([{ key: "a", value: "1" }]))).message).to.match(/refuses the operation: on$/);
  });
});
