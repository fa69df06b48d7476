import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ApiReply, ApiRequest } from "#harness/stages/stage.ts";
import { expectRefusal } from "../../expect-refusal.ts";
import { fieldsOf } from "../../fields.ts";
import { promptly } from "../../promptly.ts";
import type { RehearsalWorld } from "../../world.ts";

/** How a tag is written in a path. */
const forms: Readonly<Record<string, (value: string) => string>> = {
  "as it is": (value) => value,
  "in base64": (value) => Buffer.from(value).toString("base64"),
};

/** What is asked of a tag; policies go as an array. */
function wish(words: string): Readonly<Record<string, unknown>> {
  const { policies, ...others } = fieldsOf(words);
  if (policies === undefined) return others;
  return { ...others, policies: policies.split(",").filter((name) => name !== "") };
}

async function askForTag(world: RehearsalWorld, role: string, cluster: string, words: string): Promise<ApiReply> {
  const { rootToken: token } = world.cluster(cluster);
  return world.try(cluster, { method: "POST", path: `auth/cloud/role/${role}/tag`, token, body: wish(words) });
}

/** How often a tag is asked for anew until it can stand in a path: of five, one has a double slash. */
const maxTags = 20;

/** A new tag whose value has no `//` in it, which a path does not keep on every server. */
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
    this.tags.set(name, await makeTag(this, { role, cluster, words }));
  },
);

Given(
  "the tag {string} of the role {string}, made in {cluster} for the instance {string}",
  async function (this: RehearsalWorld, name: string, role: string, cluster: string, instance: string) {
    const { id } = this.instances.named(instance).instance;
    this.tags.set(name, await makeTag(this, { role, cluster, words: `instance_id=${id}` }));
  },
);

Given(
  "the tag {string} of the role {string} at {string}, made in {cluster}",
  async function (this: RehearsalWorld, name: string, role: string, mount: string, cluster: string) {
    this.tags.set(name, await makeTag(this, { role, cluster, words: "", mount }));
  },
);

When(
  "somebody asks {cluster} for a tag of the role {string} with {string}",
  async function (this: RehearsalWorld, cluster: string, role: string, words: string) {
    await askForTag(this, role, cluster, words);
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

/** Asks for what is under a tag at a list, without a body. */
function askAt(
  world: RehearsalWorld,
  {
    method,
    name,
    list,
    cluster,
    form,
  }: Readonly<Record<"name" | "list" | "cluster" | "form", string>> & Pick<ApiRequest, "method">,
): Promise<ApiReply> {
  const spell = forms[form];
  if (!spell) throw new Error(`the step knows no tag ${form}`);
  const { rootToken: token } = world.cluster(cluster);
  return world.try(cluster, { method, path: `auth/cloud/${list}/${spell(world.tag(name))}`, token });
}

const deeds: Readonly<Record<string, ApiRequest["method"]>> = { "put on": "POST", "taken off": "DELETE" };

for (const [deed, method] of Object.entries(deeds)) {
  When(
    `the tag {string} is ${deed} the {string} in {cluster}, {}`,
    async function (this: RehearsalWorld, name: string, list: string, cluster: string, form: string) {
      const { status, body } = await askAt(this, { method, name, list, cluster, form });
      expect(status, body?.errors?.join("; ")).to.be.within(200, 299);
    },
  );
}

/** Which of its characters is altered: a tag says nothing of itself that everybody knows. */
const altered: Readonly<Record<string, (length: number) => number>> = {
  // What is behind it may be padding, or bits that nobody reads.
  end: (length) => length - 8,
  middle: (length) => Math.floor(length / 2),
};

When(
  "somebody tries to put the tag {string}, altered at its {word}, on the {string} in {cluster}",
  async function (this: RehearsalWorld, name: string, place: string, list: string, cluster: string) {
    const value = this.tag(name);
    const at = altered[place]?.(value.length) ?? 0;
    this.tags.set("altered", value.slice(0, at) + (value[at] === "A" ? "B" : "A") + value.slice(at + 1));
    await askAt(this, { method: "POST", name: "altered", list, cluster, form: "as it is" });
  },
);

When(
  "somebody tries to put the tag {string} on the {string} in {cluster}",
  async function (this: RehearsalWorld, name: string, list: string, cluster: string) {
    await askAt(this, { method: "POST", name, list, cluster, form: "as it is" });
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

/** What the list tells; no such list is none of them. */
async function listed(world: RehearsalWorld, list: string, cluster: string): Promise<unknown> {
  const { rootToken: token } = world.cluster(cluster);
  const { status, body } = await world.cluster(cluster).ask({ method: "LIST", path: `auth/cloud/${list}`, token });
  expect(status).to.be.oneOf([200, 404]);
  return body?.data?.keys ?? [];
}

function valuesOf(world: RehearsalWorld, names: string): readonly string[] {
  return names === "" ? [] : names.split(", ").map((name) => world.tag(name));
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

When(
  "the {string} is tidied in {cluster} with {string}",
  async function (this: RehearsalWorld, list: string, cluster: string, fields: string) {
    await this.cluster(cluster).write(`auth/cloud/tidy/${list}`, fieldsOf(fields));
  },
);
