import { Then } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";

Then(
  "the access list entry {string} in {cluster} was updated {int} minutes after its creation",
  async function (this: RehearsalWorld, name: string, cluster: string, minutes: number) {
    const { id } = this.instances.named(name).instance;
    const entry = await this.cluster(cluster).read(`auth/cloud/identity-accesslist/${id}`);
    const [created, updated] = [entry.creation_time, entry.last_updated_time].map((time) => Date.parse(String(time)));
    expect(((updated ?? 0) - (created ?? 0)) / 60_000).to.be.within(minutes, minutes + 1);
  },
);
