import { When } from "@cucumber/cucumber";
import type { ApiRequest } from "#harness/api/request.ts";
import { fieldsOf } from "../../values.ts";
import type { RehearsalWorld } from "../../world.ts";

async function tidyRequest(world: RehearsalWorld, list: string, text: string): Promise<ApiRequest> {
  return { method: "POST", path: `auth/cloud/tidy/${list}`, body: await fieldsOf(world, text) };
}

When(
  "{client} tidies the {string} in {cluster} with {string}",
  async function (this: RehearsalWorld, who: string, list: string, cluster: string, fields: string) {
    await this.doAs(who, cluster, await tidyRequest(this, list, fields));
  },
);

When(
  "{client} tries to tidy the {string} in {cluster} with {string}",
  async function (this: RehearsalWorld, who: string, list: string, cluster: string, fields: string) {
    await this.tryAs(who, cluster, await tidyRequest(this, list, fields));
  },
);
