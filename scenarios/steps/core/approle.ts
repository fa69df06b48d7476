import { Given } from "@cucumber/cucumber";
import type { RehearsalWorld } from "../../world.ts";

Given(
  "{person} has a secret ID of the role {string} at {string}, generated in {cluster}",
  async function (this: RehearsalWorld, who: string, role: string, mount: string, cluster: string) {
    const path = `auth/${mount}/role/${role}`;
    const { data: asked } = await this.cluster(cluster).send("GET", `${path}/role-id`);
    const { data: made } = await this.cluster(cluster).write(`${path}/secret-id`, {});
    this.person(who).program = { roleId: String(asked?.role_id), secretId: String(made?.secret_id) };
    await this.secondariesCaughtUp(cluster);
  },
);
