import { Given, When } from "@cucumber/cucumber";
import { expect } from "chai";
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

async function logIn(world: RehearsalWorld, who: string, mount: string, cluster: string): Promise<void> {
  const { roleId = "", secretId = "" } = world.person(who).program ?? {};
  const body = { role_id: roleId, secret_id: secretId };
  const { status, body: answer } = await world.try(cluster, { method: "POST", path: `auth/${mount}/login`, body });
  if (status !== 200) return;
  world.person(who).token = String(answer?.auth?.client_token);
  world.clients.hold(who, cluster, String(answer?.auth?.client_token));
}

When(
  "{person} logs in to {cluster} by AppRole at {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, mount: string) {
    await logIn(this, who, mount, cluster);
    expect(this.last.status).to.equal(200);
  },
);

When(
  "{person} tries to log in to {cluster} by AppRole at {string}",
  async function (this: RehearsalWorld, who: string, cluster: string, mount: string) {
    await logIn(this, who, mount, cluster);
  },
);
