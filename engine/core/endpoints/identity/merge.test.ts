import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../../api/json.ts";
import { identityFixture } from "../../identity/identity.suite.ts";

async function fixture() {
  const base = await identityFixture();
  const merge = (to: string, from: readonly string[], more: JsonObject = {}) =>
    base.ask("POST", "identity/entity/merge", { to_entity_id: to, from_entity_ids: from, ...more });
  const text = (to: string, from: readonly string[], more: JsonObject = {}) =>
    base.refusal("POST", "identity/entity/merge", { to_entity_id: to, from_entity_ids: from, ...more });
  return { ...base, merge, text };
}

test("aliases and memberships of a merged entity move to the other, whose policies its tokens get", async () => {
  const { ask, call, entity, group, logIn, merge } = await fixture();
  await ask("PUT", "sys/policies/acl/look", { policy: 'path "sys/mounts" { capabilities = ["read"] }' });
  const { token, entity: from } = await logIn("ada");
  const ops = await group({ member_entity_ids: [from] });
  const to = await entity({ name: "ada", policies: ["look"] });
  expect((await ask("GET", "sys/mounts", undefined, { token })).status).to.equal(403);
  expect((await merge(to, [from])).status).to.equal(204);
  expect(await call("GET", `identity/entity/id/${to}`)).to.deep.include({
    merged_entity_ids: [from],
    group_ids: [ops],
  });
  const [alias] = (await call("GET", `identity/entity/id/${to}`)).aliases as JsonObject[];
  expect(alias).to.deep.include({ name: "ada", canonical_id: to, merged_from_canonical_ids: [from] });
  expect((await call("GET", `identity/group/id/${ops}`)).member_entity_ids).to.deep.equal([to]);
  expect((await ask("GET", `identity/entity/id/${from}`)).status).to.equal(404);
  expect((await ask("GET", "sys/mounts", undefined, { token })).status).to.equal(200);
  expect((await logIn("ada")).entity).to.equal(to);
});

test("earlier merges persist after the next merge", async () => {
  const { ask, call, entity, logIn, merge } = await fixture();
  const { token, entity: first } = await logIn("ada");
  const [second, third] = [await entity(), await entity()];
  await merge(second, [first]);
  await merge(third, [second]);
  expect((await call("GET", `identity/entity/id/${third}`)).merged_entity_ids).to.deep.equal([first, second]);
  expect((await ask("GET", "auth/token/lookup-self", undefined, { token })).status).to.equal(200);
  await call("DELETE", `identity/entity/id/${third}`);
  expect((await ask("GET", "auth/token/lookup-self", undefined, { token })).status).to.equal(403);
});

test("policies and metadata of a merged entity are dropped", async () => {
  const { call, entity, merge } = await fixture();
  const from = await entity({ policies: ["strong"], metadata: { a: "1" } });
  const to = await entity({ policies: ["weak"] });
  await merge(to, [from]);
  expect(await call("GET", `identity/entity/id/${to}`)).to.deep.include({ policies: ["weak"], metadata: null });
});

test("two aliases at one mount are reported as a conflict, and the alias that the request names is kept", async () => {
  const { call, logIn, merge, text, accessor } = await fixture();
  const [ada, bob] = [(await logIn("ada")).entity, (await logIn("bob")).entity];
  const aliasOf = async (id: string) =>
    ((await call("GET", `identity/entity/id/${id}`)).aliases as JsonObject[]).map((alias) => alias.id);
  const [toAlias] = await aliasOf(ada);
  const [fromAlias] = await aliasOf(bob);
  expect(await text(ada, [bob])).to.equal(
    `400 2 errors occurred:\n\t* toEntity and at least one fromEntity have aliases with the same mount accessor, repeat the merge request specifying exactly one fromEntity, clashes: \n\t* mountAccessor: ${accessor}, toEntity ID: ${ada}, fromEntity ID: ${bob}, conflicting toEntity alias ID: ${toAlias}, conflicting fromEntity alias ID: ${fromAlias}\n\n`,
  );
  expect(await text(ada, [bob], { conflicting_alias_ids_to_keep: ["bogus"] })).to.equal(
    `400 conflicting mount accessors in following alias IDs and neither were present in conflicting_alias_ids_to_keep: ${fromAlias}, ${toAlias}`,
  );
  expect((await merge(ada, [bob], { conflicting_alias_ids_to_keep: [String(fromAlias)] })).status).to.equal(204);
  expect(await aliasOf(ada)).to.deep.equal([fromAlias]);
  expect((await logIn("bob")).entity).to.equal(ada);
  expect((await logIn("ada")).entity).not.to.equal(ada);
});

test("the alias of the remaining entity is kept if the request names it", async () => {
  const { call, logIn, merge } = await fixture();
  const [ada, bob] = [(await logIn("ada")).entity, (await logIn("bob")).entity];
  const [alias] = (await call("GET", `identity/entity/id/${ada}`)).aliases as JsonObject[];
  const { status } = await merge(ada, [bob], { conflicting_alias_ids_to_keep: [String(alias?.id)] });
  expect(status).to.equal(204);
  expect((await call("GET", `identity/entity/id/${ada}`)).aliases).to.deep.equal([alias]);
  expect((await logIn("ada")).entity).to.equal(ada);
  expect((await logIn("bob")).entity).not.to.equal(ada);
});

test("entities that both have an alias at a mount cannot be merged in one request", async () => {
  const { entity, logIn, text, accessor } = await fixture();
  const [ada, bob] = [(await logIn("ada")).entity, (await logIn("bob")).entity];
  expect(await text(await entity(), [ada, bob])).to.equal(
    `400 mount accessor ${accessor} found in multiple fromEntities, merge should be done with one fromEntity at a time`,
  );
});

test("an alias of a local mount is moved, too", async () => {
  const { call, entity, logIn, merge, enable } = await fixture();
  await enable("here", { local: true });
  const from = (await logIn("ada", "here")).entity;
  const to = await entity();
  await merge(to, [from]);
  expect((await logIn("ada", "here")).entity).to.equal(to);
  expect((await call("GET", `identity/entity/id/${to}`)).aliases).to.have.length(1);
});

test("an invalid merge is refused and changes nothing", async () => {
  const { call, refusal, entity, text } = await fixture();
  const [ada, bob, eve] = [await entity(), await entity(), await entity()];
  const path = "identity/entity/merge";
  expect(await refusal("POST", path, {})).to.equal("400 missing entity id to merge to");
  expect(await refusal("POST", path, { to_entity_id: ada })).to.equal("400 missing entity ids to merge from");
  expect(await text("bogus", [ada])).to.equal("400 entity id to merge to is invalid");
  expect(await text(ada, [bob, "bogus"])).to.equal("400 entity id to merge from is invalid");
  expect(await text(ada, [ada])).to.equal("400 to_entity_id should not be present in from_entity_ids");
  expect(await text(ada, [bob, eve], { conflicting_alias_ids_to_keep: ["x"] })).to.equal(
    "400 aliases conflicts cannot be resolved with multiple from entity ids - merge one entity at a time",
  );
  expect((await call("LIST", "identity/entity/id")).keys).to.have.length(3);
});
