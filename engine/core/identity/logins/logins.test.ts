import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../../api/json.ts";
import { Problem } from "../../../api/problem.ts";
import { ManualClock } from "../../../engine.suite.ts";
import { cryptographyForTests } from "../../../ports/cryptography-for-tests.suite.ts";
import type { Ports } from "../../../ports/ports.ts";
import { memoryStore } from "../../../stores/memory-store.ts";
import { rootNamespace } from "../../namespaces/namespace.ts";
import { partStorage } from "../../storage/part-storage.ts";
import type { ForwardedCall, Outcome, WritePath } from "../../storage/write-path.ts";
import { mergeEntities } from "../changes/merge-entities.ts";
import { removeEntity } from "../changes/remove-entity.ts";
import { identityFixture } from "../identity.suite.ts";
import { Identity } from "../identity.ts";
import { internalPaths } from "./logins.ts";

const shared = { accessor: "auth_userpass_1", local: false };
const local = { accessor: "auth_userpass_2", local: true };
const ada = { name: "ada", metadata: { team: "ops" } };

function cluster(forward: WritePath["forward"] | undefined, clock: ManualClock) {
  const store = memoryStore();
  let commits = 0;
  const writePath: WritePath = {
    isPrimary: () => forward === undefined,
    async commit(_, changes) {
      commits += 1;
      if (forward && changes.some(({ key }) => key.startsWith("shared/"))) throw new Error("a secondary wrote");
      await store.commit(changes);
    },
    forward: forward ?? (() => Promise.reject(new Error("there is no primary"))),
  };
  let draw = 0;
  const ports = {
    clock,
    store,
    entropy: { bytes: (count: number) => Uint8Array.from({ length: count }, () => ++draw + (forward ? 128 : 0)) },
    cryptography: cryptographyForTests,
  } as unknown as Ports;
  const storage = partStorage({ mount: "", namespace: "root", local: false }, { store, writePath });
  const identity = new Identity({ namespace: rootNamespace, storage, ports, writePath, groupMembers: 10 });
  return { identity, store, commits: () => commits };
}

function pair() {
  const clock = new ManualClock();
  const primary = cluster(undefined, clock);
  const link = { isCut: false, lateMilliseconds: 0 };
  const calls: ForwardedCall[] = [];
  const forward: WritePath["forward"] = async (call, { arrivalMilliseconds = 0 } = {}): Promise<Outcome> => {
    calls.push(call);
    if (link.isCut) throw new Problem("upstream", "the primary cannot be reached");
    const fields = JSON.parse(call.fieldsText) as JsonObject;
    try {
      const { logins } = primary.identity;
      const metadata = fields.metadata as Record<string, string>;
      const alias = { name: String(fields.name), metadata };
      const id =
        call.path === internalPaths.entity
          ? (await logins.newEntity()).id
          : await logins.admit(String(fields.mount_accessor), alias);
      if (link.lateMilliseconds <= arrivalMilliseconds) await arrive();
      return { answer: { data: { id } } };
    } catch (problem) {
      if (problem instanceof Problem) return { problem: { code: problem.code, message: problem.message } };
      throw problem;
    }
  };
  const secondary = cluster(forward, clock);
  async function arrive(): Promise<void> {
    const there = await primary.store.range({ prefix: "shared/" });
    const here = await secondary.store.range({ prefix: "shared/" });
    const gone = here.filter(([key]) => !there.some(([other]) => other === key));
    await secondary.store.commit([
      ...gone.map(([key]) => ({ key, value: null })),
      ...there.map(([key, value]) => ({ key, value })),
    ]);
    const keys = [...gone, ...there].map(([key]) => key.replace("shared/core/", ""));
    secondary.identity.changed(keys);
  }
  return { clock, primary, secondary, link, calls, arrive };
}

async function problemOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
  return "none";
}

test("the first login creates an entity, and logins of a known client write nothing", async () => {
  const { primary, clock } = pair();
  const id = await primary.identity.entityOfLogin(shared, ada);
  await clock.pass(1);
  const commits = primary.commits();
  expect(await primary.identity.entityOfLogin(shared, ada)).to.equal(id);
  expect(await primary.identity.entityOfLogin(shared, { ...ada, name: "ADA" })).to.equal(id);
  expect(await primary.identity.logins.admit(shared.accessor, ada)).to.equal(id);
  expect(primary.commits()).to.equal(commits);
  expect(await primary.identity.entityOfLogin({ ...shared, accessor: "auth_userpass_9" }, ada)).not.to.equal(id);
});

test("changed login metadata is stored once", async () => {
  const { primary, clock } = pair();
  const id = await primary.identity.entityOfLogin(shared, ada);
  const commits = primary.commits();
  await clock.pass(1);
  for (let i = 0; i < 2; i++) {
    expect(await primary.identity.entityOfLogin(shared, { name: "ada", metadata: { team: "dev" } })).to.equal(id);
  }
  expect(primary.commits()).to.equal(commits + 1);
  const alias = (await primary.identity.identityStore.records.aliasByName(shared.accessor, "ada"))?.alias;
  expect(alias?.metadata).to.deep.equal({ team: "dev" });
  expect(alias?.updatedAt).to.equal((alias?.createdAt ?? 0) + 1000);
});

test("concurrent first logins with one alias create one entity on every cluster", async () => {
  for (const mount of [shared, local]) {
    const { primary, secondary } = pair();
    for (const { identity } of [primary, secondary]) {
      const ids = await Promise.all(Array.from({ length: 5 }, () => identity.entityOfLogin(mount, ada)));
      expect(new Set(ids).size).to.equal(1);
    }
    const both = Promise.all(
      [primary, secondary].map(({ identity }) => identity.entityOfLogin(shared, { ...ada, name: "b" })),
    );
    expect(new Set(await both).size).to.equal(1);
  }
});

test("a login on a secondary creates the entity on the primary, and the secondary has it at once", async () => {
  const { primary, secondary, calls } = pair();
  const id = await secondary.identity.entityOfLogin(shared, ada);
  expect((await primary.identity.identityStore.records.entity(id))?.aliases[0]?.metadata).to.deep.equal(ada.metadata);
  expect((await secondary.identity.powersOf(id)).barred).to.equal(undefined);
  expect(await secondary.identity.entityOfLogin(shared, ada)).to.equal(id);
  expect(calls).to.have.length(1);
  expect(await primary.identity.entityOfLogin(shared, ada)).to.equal(id);
});

test("if the primary is unreachable, known clients can log in and unknown clients cannot", async () => {
  const { secondary, link } = pair();
  const id = await secondary.identity.entityOfLogin(shared, ada);
  link.isCut = true;
  expect(await secondary.identity.entityOfLogin(shared, ada)).to.equal(id);
  expect(await secondary.identity.entityOfLogin(shared, { name: "ada", metadata: { team: "dev" } })).to.equal(id);
  expect(await problemOf(secondary.identity.entityOfLogin(shared, { ...ada, name: "bob" }))).to.equal("upstream");
  expect(await problemOf(secondary.identity.entityOfLogin(local, ada))).to.equal("upstream");
});

test("a login is refused until its entity has arrived, and accepted afterwards", async () => {
  const { secondary, link, arrive } = pair();
  link.lateMilliseconds = 30_001;
  expect(await problemOf(secondary.identity.entityOfLogin(shared, ada))).to.equal("unavailable");
  await arrive();
  expect(await problemOf(secondary.identity.entityOfLogin(shared, ada))).to.equal("none");
});

test("a login waits 30 seconds for its entity, at shared and at local mounts", async () => {
  for (const mount of [shared, local]) {
    const { secondary, link } = pair();
    link.lateMilliseconds = 30_000;
    expect(await problemOf(secondary.identity.entityOfLogin(mount, ada))).to.equal("none");
  }
});

test("an alias at a local mount is not replicated, and its entity is shared by all clusters", async () => {
  const { primary, secondary } = pair();
  const id = await secondary.identity.entityOfLogin(local, ada);
  expect((await primary.identity.identityStore.records.entity(id))?.aliases).to.deep.equal([]);
  expect(JSON.stringify(await primary.store.range({ prefix: "" }))).not.to.contain('"ada"');
  expect(await primary.identity.identityStore.records.aliasByName(local.accessor, "ada")).to.equal(undefined);
  const { values } = await secondary.identity.powersOf(id);
  expect(values?.entity.aliases.map(({ name }) => name)).to.deep.equal(["ada"]);
  expect(await secondary.identity.entityOfLogin(local, { name: "ada", metadata: { team: "dev" } })).to.equal(id);
  const updated = (await secondary.identity.powersOf(id)).values?.entity.aliases[0]?.metadata;
  expect(updated).to.deep.equal({ team: "dev" });
});

test("an alias at a local mount follows its entity through a merge on the primary", async () => {
  const { primary, secondary, arrive } = pair();
  const from = await secondary.identity.entityOfLogin(local, ada);
  const to = await primary.identity.entityOfLogin(shared, { ...ada, name: "bob" });
  await mergeEntities(primary.identity.identityStore, { fromIds: [from], toId: to, keptAliasIds: [] });
  await arrive();
  expect(await secondary.identity.entityOfLogin(local, ada)).to.equal(to);
  const { values } = await secondary.identity.powersOf(from);
  expect(values?.entity.aliases.map(({ name }) => name)).to.deep.equal(["bob", "ada"]);
});

test("an alias at a local mount gets a new entity after the primary has deleted its entity", async () => {
  const { primary, secondary, arrive } = pair();
  const id = await secondary.identity.entityOfLogin(local, ada);
  await removeEntity(primary.identity.identityStore, () => primary.identity.identityStore.records.entity(id));
  await arrive();
  const other = await secondary.identity.entityOfLogin(local, ada);
  expect(other).not.to.equal(id);
  expect(await secondary.identity.entityOfLogin(local, ada)).to.equal(other);
});

test("logins and tokens of a disabled entity are refused until it is enabled again", async () => {
  const { ask, call, logIn, accessor } = await identityFixture();
  const { token, entity } = await logIn("ada");
  const lookUp = async () => (await ask("GET", "auth/token/lookup-self", undefined, { token })).status;
  await call("POST", `identity/entity/id/${entity}`, { disabled: true });
  const login = await ask("POST", "auth/userpass/login/ada", { password: "secret" }, { token: "" });
  expect(login).to.deep.equal({ status: 403, body: { errors: ["permission denied"] } });
  expect(await lookUp()).to.equal(403);
  const alias = { alias_name: "ada", alias_mount_accessor: accessor };
  expect((await call("POST", "identity/lookup/entity", alias)).id).to.equal(entity);
  await call("POST", `identity/entity/id/${entity}`, { disabled: false });
  expect(await lookUp()).to.equal(200);
});

test("the tokens of a deleted entity are refused, and the next login creates a new entity", async () => {
  const { ask, call, logIn } = await identityFixture();
  const { token, entity } = await logIn("ada");
  await call("DELETE", `identity/entity/id/${entity}`);
  expect((await ask("GET", "auth/token/lookup-self", undefined, { token })).status).to.equal(403);
  expect((await logIn("ada")).entity).not.to.equal(entity);
});

test("deleting an entity removes its aliases at local mounts", async () => {
  const { store, call, logIn, enable } = await identityFixture();
  await enable("here", { local: true });
  const { entity } = await logIn("ada", "here");
  const left = async () =>
    (await store.range({ prefix: "" })).filter(([key]) => /identity(-alias)?\/(entity|alias|name|id)/.test(key));
  expect(await left()).not.to.deep.equal([]);
  await call("DELETE", `identity/entity/id/${entity}`);
  expect(await left()).to.deep.equal([]);
});

test("a child token has the entity of its parent, and an orphan has none", async () => {
  const { ask, call, logIn } = await identityFixture();
  await ask("PUT", "sys/policies/acl/make", { policy: 'path "auth/token/*" { capabilities = ["update", "sudo"] }' });
  const { token, entity } = await logIn("ada");
  await call("POST", `identity/entity/id/${entity}`, { policies: ["make"] });
  for (const [path, expected] of [
    ["auth/token/create", entity],
    ["auth/token/create-orphan", ""],
  ] as const) {
    const { status, body } = await ask("POST", path, {}, { token });
    expect(status, path).to.equal(200);
    expect(body?.auth, path).to.include({ entity_id: expected });
  }
});

test("the internal paths of entity requests do not exist for clients", async () => {
  const { ask } = await identityFixture();
  for (const path of Object.values(internalPaths)) {
    const { status } = await ask("POST", path, { mount_accessor: "x", name: "y" });
    expect(status, path).to.equal(404);
  }
  expect((await ask("LIST", "identity/entity/id")).status).to.equal(404);
});

test("a login at a local mount of a single cluster has an alias that is marked as local", async () => {
  const { call, logIn, enable } = await identityFixture();
  await enable("here", { local: true });
  const { entity } = await logIn("ada", "here");
  const [alias] = (await call("GET", `identity/entity/id/${entity}`)).aliases as JsonObject[];
  expect(alias).to.include({ local: true, name: "ada", mount_path: "auth/here/" });
});
