import { Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import type { RehearsalWorld } from "../../world.ts";
import { usersOf } from "./login.ts";

When(
  "{string} is rotated through {cluster}, which is killed at {string} and started again",
  async function (this: RehearsalWorld, role: string, cluster: string, place: string) {
    const actor = this.cluster(cluster);
    await actor.restartAt(place, () => actor.write(`database/rotate-role/${role}`));
  },
);

When(
  "{int} hours pass, and {cluster} is killed at {string} and started again",
  async function (this: RehearsalWorld, hours: number, cluster: string, place: string) {
    await this.cluster(cluster).restartAt(place, () => this.stage.pass(hours * 3_600_000));
  },
);

When(
  "the static role {string} is asked for through {cluster} for the user {string}, which is killed at {string} and started again",
  async function (this: RehearsalWorld, role: string, cluster: string, user: string, place: string) {
    const actor = this.cluster(cluster);
    const fields = { db_name: "main", username: this.databaseName(user), rotation_period: "24h" };
    await actor.restartAt(place, () => actor.write(`database/static-roles/${role}`, fields));
  },
);

When(
  "the root password of the database is rotated in {cluster}, which is killed at {string} and started again",
  async function (this: RehearsalWorld, cluster: string, place: string) {
    const actor = this.cluster(cluster);
    await actor.restartAt(place, () => actor.write("database/rotate-root/main"));
  },
);

When(
  "somebody asks {cluster} for credentials of {string}, and it is killed at {string} and started again",
  async function (this: RehearsalWorld, cluster: string, role: string, place: string) {
    const actor = this.cluster(cluster);
    this.usersBefore = await usersOf(this);
    await actor.restartAt(place, () => actor.read(`database/creds/${role}`));
  },
);

Then(
  "the lease of {string} is forgotten in {cluster}",
  async function (this: RehearsalWorld, role: string, cluster: string) {
    const { rootToken: token } = this.cluster(cluster);
    const path = `sys/leases/lookup/database/creds/${role}`;
    await this.eventually(async () => {
      expect((await this.cluster(cluster).ask({ method: "LIST", path, token })).status).to.equal(404);
    });
  },
);
