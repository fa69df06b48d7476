import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { Resource } from "../../resources.ts";
import { fieldsOf } from "../../values.ts";
import type { RehearsalWorld } from "../../world.ts";

/** Maximum number of tags to request until one has no `//`. */
const maxTags = 20;

// Requests tags until the value of one contains no `//`, because some servers change `//` in a path.
When(
  "{client} creates the role tag {string} of the {resource} in {cluster} with {string}",
  async function (this: RehearsalWorld, who: string, name: string, role: Resource, cluster: string, text: string) {
    const request = { method: "POST", path: `${await role.path(this)}/tag`, body: await fieldsOf(this, text) } as const;
    for (let count = 0; count < maxTags; count++) {
      const { body } = await this.doAs(who, cluster, request);
      const value = String(body?.data?.tag_value);
      this.clouds.tags.set(name, value);
      if (!value.includes("//")) return;
    }
    throw new Error(`each of ${maxTags} tags has a double slash in it`);
  },
);

When(
  "{client} tries to create a role tag of the {resource} in {cluster} with {string}",
  async function (this: RehearsalWorld, who: string, role: Resource, cluster: string, text: string) {
    const path = `${await role.path(this)}/tag`;
    await this.tryAs(who, cluster, { method: "POST", path, body: await fieldsOf(this, text) });
  },
);

Then("the response has a role tag with the key {string}", function (this: RehearsalWorld, key: string) {
  expect(this.last.status, this.last.body?.errors?.join("; ")).to.equal(200);
  expect(this.last.body?.data?.tag_key).to.equal(key);
  expect(this.last.body?.data?.tag_value).to.be.a("string").that.is.not.empty;
});
