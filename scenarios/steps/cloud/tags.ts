import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { alteredTag } from "../../altered-tag.ts";
import { expectRefusal } from "../../expect-refusal.ts";
import { fieldsOf } from "../../fields.ts";
import { promptly } from "../../promptly.ts";
import type { RehearsalWorld } from "../../world.ts";

/** Functions that format the value of a tag for a path, by their description in steps. */
const forms: Readonly<Record<string, (value: string) => string>> = {
  "as it is": (value) => value,
  "in base64": (value) => Buffer.from(value).toString("base64"),
};

/** Parses the fields of a tag request. The policies are sent as an array. */
function wish(words: string): Readonly<Record<string, unknown>> {
  const { policies, ...others } = fieldsOf(words);
  if (policies === undefined) return others;
  return { ...others, policies: policies.split(",").filter((name) => name !== "") };
}

/** Maximum number of tags to request until one has no `//`. */
const maxTags = 20;

/** Creates a tag whose value contains no `//`, because some servers change `//` in a path. */
async function makeTag(
  world: RehearsalWorld,
  { role, cluster, words, mount = "cloud" }: Readonly<{ role: string; cluster: string; words: string; mount?: string }>,
): Promise<string> {
  for (let count = 0; count < maxTags; count++) {
    const { data } = await world.cluster(cluster).write(`auth/${mount}/role/${role}/tag`, wish(words));
    const value = String(data?.tag_value);
    if (!value.includes("//")) return value;
  }
  throw new Error(`each of ${maxTags} tags has a double slash in it`);
}

Given(
  "the tag {string} of the role {string}, made in {cluster} with {string}",
  async function (this: RehearsalWorld, name: string, role: string, cluster: string, words: string) {
    this.clouds.tags.set(name, await makeTag(this, { role, cluster, words }));
  },
);

Given(
  "the tag {string} of the role {string}, made in {cluster} for the instance {string}",
  async function (this: RehearsalWorld, name: string, role: string, cluster: string, instance: string) {
    const { id } = this.instances.named(instance).instance;
    this.clouds.tags.set(name, await makeTag(this, { role, cluster, words: `instance_id=${id}` }));
  },
);

Given(
  "the tag {string} of the role {string} at {string}, made in {cluster}",
  async function (this: RehearsalWorld, name: string, role: string, mount: string, cluster: string) {
    this.clouds.tags.set(name, await makeTag(this, { role, cluster, words: "", mount }));
  },
);

When(
  "{client} requests a tag of the role {string} from {cluster} with {string}",
  async function (this: RehearsalWorld, who: string, role: string, cluster: string, words: string) {
    await this.tryAs(who, cluster, { method: "POST", path: `auth/cloud/role/${role}/tag`, body: wish(words) });
  },
);

Then("there is a tag for {string}", function (this: RehearsalWorld, key: string) {
  expect(this.last.status, this.last.body?.errors?.join("; ")).to.equal(200);
  expect(this.last.body?.data?.tag_key).to.equal(key);
  expect(this.last.body?.data?.tag_value).to.be.a("string").that.is.not.empty;
});

Then("there is no tag", function (this: RehearsalWorld) {
  expectRefusal(this.last);
});

/** Sends a request about a tag on a list. The request has no body. */
function askAt(
  world: RehearsalWorld,
  {
    who = "an operator",
    method,
    name,
    list,
    cluster,
    form = "as it is",
  }: Readonly<Record<"name" | "list" | "cluster", string> & { who?: string; form?: string }> &
    Pick<ApiRequest, "method">,
): Promise<ApiReply> {
  const spell = forms[form];
  if (!spell) throw new Error(`the step knows no tag ${form}`);
  return world.tryAs(who, cluster, { method, path: `auth/cloud/${list}/${spell(world.clouds.tag(name))}` });
}

const changes: Readonly<Record<string, ApiRequest["method"]>> = { "put on": "POST", "taken off": "DELETE" };

for (const [change, method] of Object.entries(changes)) {
  When(
    `the tag {string} is ${change} the {string} in {cluster}, {}`,
    async function (this: RehearsalWorld, name: string, list: string, cluster: string, form: string) {
      const { status, body } = await askAt(this, { method, name, list, cluster, form });
      expect(status, body?.errors?.join("; ")).to.be.within(200, 299);
    },
  );
}

When(
  "{client} tries to put the tag {string}, altered at its {word}, on the {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, name: string, place: string, list: string, cluster: string) {
    this.clouds.tags.set("altered", alteredTag(this.clouds.tag(name), place));
    await askAt(this, { who, method: "POST", name: "altered", list, cluster });
  },
);

When(
  "{client} tries to put the tag {string} on the {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, name: string, list: string, cluster: string) {
    await askAt(this, { who, method: "POST", name, list, cluster });
  },
);

Then(
  "the tag {string} is found on the {string} in {cluster}, {}",
  async function (this: RehearsalWorld, name: string, list: string, cluster: string, form: string) {
    const { status, body } = await askAt(this, { method: "GET", name, list, cluster, form });
    expect(status, body?.errors?.join("; ")).to.equal(200);
    expect(body?.data).to.be.an("object").that.is.not.empty;
  },
);

Then(
  "the tag {string} is not found on the {string} in {cluster}, {}",
  async function (this: RehearsalWorld, name: string, list: string, cluster: string, form: string) {
    expect((await askAt(this, { method: "GET", name, list, cluster, form })).status).to.equal(404);
  },
);

/** Returns the tags on a list. Status 404 counts as an empty list. */
async function listed(world: RehearsalWorld, list: string, cluster: string): Promise<unknown> {
  const { status, body } = await world.cluster(cluster).askAsOperator({ method: "LIST", path: `auth/cloud/${list}` });
  expect(status).to.be.oneOf([200, 404]);
  return body?.data?.keys ?? [];
}

function valuesOf(world: RehearsalWorld, names: string): readonly string[] {
  return names === "" ? [] : names.split(", ").map((name) => world.clouds.tag(name));
}

Then(
  "the {string} in {cluster} has the tags {string}",
  async function (this: RehearsalWorld, list: string, cluster: string, names: string) {
    expect(await listed(this, list, cluster)).to.have.same.members(valuesOf(this, names));
  },
);

Then(
  "the {string} in {cluster} soon has the tags {string}",
  async function (this: RehearsalWorld, list: string, cluster: string, names: string) {
    await this.eventually(async () => {
      expect(await listed(this, list, cluster)).to.have.same.members(valuesOf(this, names));
    }, promptly);
  },
);
