import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

const path = "auth/cloud/config/rotate-root";

// Later steps have the access key of the response as `{the new access key}`.
When(
  "{client} tries to rotate the access key of cloud login in {cluster}",
  async function (this: RehearsalWorld, who: string, cluster: string) {
    const { body } = await this.tryAs(who, cluster, { method: "POST", path });
    this.values.set("the new access key", String(body?.data?.access_key));
  },
);

When("the cloud's administrator creates an access key for {person}", async function (this: RehearsalWorld, who) {
  await this.stage.cloud.createAccessKey(who);
});

Then("{person} has {int} access key(s)", async function (this: RehearsalWorld, who: string, count: number) {
  expect(await this.stage.cloud.accessKeysOf(who)).to.have.length(count);
});

Then("the response has a new access key of {person}, and no secret key", function (this: RehearsalWorld, who: string) {
  const { status, body } = this.last;
  expect(status, body?.errors?.join("; ")).to.equal(200);
  expect(body?.data?.access_key)
    .to.be.a("string")
    .that.is.not.oneOf(["", this.clouds.user(who).accessKeyId]);
  expect(JSON.stringify(body?.data)).not.to.contain("secret");
});
